#!/usr/bin/env bash
# A private SLURM on this machine, to try jobs before a cluster runs them:
#   bash cluster/slurm-local.sh start [NODES]   # 3 nodes; installs SLURM where root or sudo is at hand
#   bash cluster/slurm-local.sh status
#   bash cluster/slurm-local.sh stop
# Everything is kept in one directory: PHOTINUS_SLURM, or photinus-slurm-USER under TMPDIR. It needs no
# service of the machine and touches none. Jobs run as the user who starts it. Exit 77: SLURM is not to
# be had here.
set -euo pipefail
source "$(dirname "$0")/packages.sh"
export PATH=$PATH:/usr/sbin:/sbin
directory=${PHOTINUS_SLURM:-${TMPDIR:-/tmp}/photinus-slurm-$(id -un)}
export SLURM_CONF=$directory/slurm.conf

usage() { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
# The process of a daemon's file, if it is alive and still that daemon.
daemon() {
  local id name
  id=$(cat "$1" 2>/dev/null) && name=$(ps -o stat=,comm= -p "${id:-0}" 2>/dev/null) || return 1
  [[ $name =~ ^[^Z].*\ (munged|slurmctld|slurmd)$ ]] && echo "$id"
}
alive() { daemon "$1" >/dev/null; }
in_use() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# within SECONDS COMMAND...: tries until it succeeds.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.1
  done
}

free_ports() {  # the first of $1 + 1 ports in a row that nobody listens at
  local base port
  for ((base = 27000 + RANDOM % 200 * 20; base < 32000; base += 20)); do
    for ((port = base; port <= base + $1; ++port)); do in_use "$port" && continue 2; done
    echo "$base"
    return
  done
  return 1
}

write_config() {
  local nodes=$1 port=$2 host k
  host=$(hostname -s)
  cat >"$SLURM_CONF" <<CONF
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
# cred_expire is also how long a requeued job waits; clusters have 120 s.
AuthType=auth/munge
AuthInfo=socket=$directory/munge.socket,cred_expire=10
CredType=cred/munge
# Neither systemd nor cgroups.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=5
MpiDefault=none
JobRequeue=1
ReturnToService=2
KillWait=5
InactiveLimit=0
SlurmctldTimeout=30
SlurmdTimeout=30
MailProg=/bin/true
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool-%n
TmpFS=$directory/tmp-%n
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd-%n.pid
SlurmctldLogFile=$directory/slurmctld.log
SlurmdLogFile=$directory/slurmd-%n.log
SlurmdParameters=config_overrides
CONF
  for ((k = 1; k <= nodes; ++k)); do
    mkdir -p "$directory/spool-n$k" "$directory/tmp-n$k"
    echo "NodeName=n$k NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + k)) CPUs=2 RealMemory=2000"
  done >>"$SLURM_CONF"
  echo "PartitionName=all Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE OverSubscribe=NO" >>"$SLURM_CONF"
}

nodes_idle() { [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = "$1" ]; }

fail() {
  echo "slurm-local: $1; logs are in $directory" >&2
  tail -qn 5 "$directory"/*.log >&2 || true
  end_all
  exit 77
}

start() {
  local nodes=${1:-3} port k
  [[ $nodes =~ ^[1-9]$ ]] || usage
  if alive "$directory/slurmctld.pid"; then
    echo "slurm-local: already running in $directory" >&2
    exit 1
  fi
  commands slurmctld slurmd munged srun || install_packages "${slurm_packages[@]}" || exit 77
  rm -rf "$directory"
  mkdir -p "$directory/state" && chmod 755 "$directory"
  port=$(free_ports "$nodes") || fail "no free ports"
  write_config "$nodes" "$port"

  (umask 077 && head -c 128 /dev/urandom >"$directory/munge.key")
  munged --force --key-file="$directory/munge.key" --socket="$directory/munge.socket" \
    --pid-file="$directory/munged.pid" --log-file="$directory/munged.log" \
    --seed-file="$directory/munge.seed" 2>>"$directory/munged.log" || fail "munged does not start"
  slurmctld -i 2>>"$directory/slurmctld.log" || fail "slurmctld does not start"
  for ((k = 1; k <= nodes; ++k)); do
    slurmd -N "n$k" 2>>"$directory/slurmd-n$k.log" || fail "slurmd of n$k does not start"
  done
  within 30 nodes_idle "$nodes" || fail "the nodes do not come up"
  # The nodes have one host name: Open MPI must not think that they share memory.
  cat >"$directory/environment" <<ENVIRONMENT
export SLURM_CONF=$SLURM_CONF
export OMPI_MCA_btl=tcp,self OMPI_MCA_mpi_yield_when_idle=1
export OMPI_MCA_hwloc_base_binding_policy=none SLURM_PMIX_FENCE=tree
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ENVIRONMENT
  cat <<USE
SLURM $(sinfo --version | cut -d' ' -f2) with $nodes nodes of 2 cores is up. To use it:
  source $directory/environment     # export SLURM_CONF=$SLURM_CONF, and settings for Open MPI
  PHOTINUS=build/apps/photinus sbatch cluster/job.sbatch model.toml; squeue
To end it:
  bash cluster/slurm-local.sh stop
USE
}

daemons_gone() {
  local file
  for file in "$directory"/*.pid; do
    if alive "$file"; then return 1; fi
  done
}
no_jobs() { [ -z "$(squeue -h 2>/dev/null)" ]; }

# Steps of this SLURM, and what runs in them, by what SLURM puts into their environment.
steps() {
  local process
  for process in /proc/[0-9]*; do
    if grep -qzxF "SLURM_CONF=$SLURM_CONF" "$process/environ" 2>/dev/null &&
      { [ "$(cat "$process/comm" 2>/dev/null)" = slurmstepd ] ||
        grep -qz '^SLURMD_NODENAME=' "$process/environ" 2>/dev/null; }; then
      echo "${process#/proc/}"
    fi
  done
}
no_steps() { [ -z "$(steps)" ]; }

signal() {
  local file id
  for file in "${@:2}"; do
    if id=$(daemon "$file"); then kill "$1" "$id" 2>/dev/null || true; fi
  done
}

end_all() {
  if alive "$directory/slurmctld.pid"; then
    scancel --user="$(id -un)" 2>/dev/null || true
    within 15 no_jobs || true
  fi
  signal -TERM "$directory"/slurm*.pid
  if ! within 5 no_steps; then steps | xargs -r kill -KILL 2>/dev/null || true; fi
  signal -TERM "$directory/munged.pid"
  within 10 daemons_gone || signal -KILL "$directory"/*.pid
}

stop() {
  if [ ! -e "$SLURM_CONF" ]; then
    echo "slurm-local: nothing runs in $directory"
    return
  fi
  end_all
  rm -rf "$directory"
}

status() {
  if ! alive "$directory/slurmctld.pid"; then
    echo "slurm-local: nothing runs in $directory"
    exit 3
  fi
  sinfo --Node --long
  squeue
}

case ${1:-} in
  start) start "${2:-}" ;;
  stop) stop ;;
  status) status ;;
  *) usage ;;
esac
