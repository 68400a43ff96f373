#!/usr/bin/env bash
# Several hosts on this machine: network namespaces with a switch between them, each with its own name
# and address, so that mpirun's ranks can only talk over TCP. No sshd: an agent enters a host.
#   bash cluster/hosts-local.sh start [HOSTS]     # 3: h1, h2, h3
#   bash cluster/hosts-local.sh mpirun -n 3 build/apps/photinus sample model.toml    # begun on h1
#   bash cluster/hosts-local.sh on HOST COMMAND...
#   bash cluster/hosts-local.sh cut HOST          # pull its cable: packets vanish without a word
#   bash cluster/hosts-local.sh mend HOST
#   bash cluster/hosts-local.sh off HOST          # kill all that runs there
#   bash cluster/hosts-local.sh status
#   bash cluster/hosts-local.sh stop
# As root, or as a user who may have a user namespace. State is in PHOTINUS_HOSTS, or
# photinus-hosts-USER under TMPDIR; nothing else on the machine changes. Exit 77: not to be had here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source "$here/packages.sh"
export PATH=$PATH:/usr/sbin:/sbin
directory=${PHOTINUS_HOSTS:-${TMPDIR:-/tmp}/photinus-hosts-$(id -un)}
network=10.77.0

usage() { sed -n '/^#   bash/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
skip() {
  echo "hosts-local: $1" >&2
  exit 77
}

# The process that holds a host's namespaces.
holder() {
  local id
  id=$(cat "$directory/$1.pid" 2>/dev/null) || return 1
  [ "$(ps -o args= -p "$id" 2>/dev/null)" = "photinus-host $1 infinity" ] && echo "$id"
}
enter() { (on "$@"); }
on() {
  local id
  id=$(holder "$1") || { echo "hosts-local: there is no host $1: start comes first" >&2; exit 2; }
  exec nsenter --target "$id" --net --uts --ipc --mount --wdns="$PWD" "${@:2}"
}

hold() {  # a host without a cable
  setsid unshare --net --uts --ipc --mount bash -c '
    hostname "$1" && ip link set lo up && mount --bind "$2/hosts" /etc/hosts && touch "$2/$1.ready" &&
      exec -a "photinus-host $1" sleep infinity' hold "$1" "$directory" \
    </dev/null >/dev/null 2>>"$directory/log" &
  echo $! >"$directory/$1.pid"
  disown
  local end=$((SECONDS + 10))
  until [ -e "$directory/$1.ready" ] && holder "$1" >/dev/null; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

connect() {  # a cable from host $1 to the switch, address $2
  local switch
  switch=$(holder switch)
  enter "$1" ip link add eth0 type veth peer name "$1" netns "$switch" &&
    enter switch ip link set "$1" master bridge0 up &&
    enter "$1" ip address add "$2/24" dev eth0 &&
    enter "$1" ip link set eth0 up
}

prepare() {
  if [ -e "$directory/hosts" ]; then
    echo "hosts-local: $directory is there already: stop comes first" >&2
    exit 1
  fi
  commands ip nsenter unshare || install_packages "${hosts_packages[@]}" || exit 77
  local user=()
  [ "$(id -u)" -eq 0 ] || user=(--user --map-root-user)
  unshare "${user[@]}" --net --uts --ipc --mount true 2>/dev/null || skip "namespaces are not permitted here"
  mkdir -p "$directory"
}

# A user is root in a user namespace, which all hosts then live in.
as_root() {
  if [ "$1" = start ] && [ ! -e "$directory/user.pid" ]; then
    setsid unshare --user --map-root-user bash -c 'exec -a "photinus-host user" sleep infinity' \
      </dev/null >/dev/null 2>&1 &
    echo $! >"$directory/user.pid"
    disown
    until holder user >/dev/null; do sleep 0.05; done
  fi
  local id
  if id=$(holder user); then
    PHOTINUS_HOSTS=$directory exec nsenter --user --preserve-credentials --target "$id" bash "$0" inside "$@"
  fi
}

start() {
  local count=$1 k
  echo "127.0.0.1 localhost" >"$directory/hosts"
  for ((k = 1; k <= count; ++k)); do
    echo "$network.$k h$k" >>"$directory/hosts"
    echo "h$k slots=64" >>"$directory/hostfile"
  done
  # What ssh would do: the rest of the line goes to a shell over there.
  cat >"$directory/agent" <<AGENT
#!/usr/bin/env bash
PHOTINUS_HOSTS='$directory' exec bash '$here/hosts-local.sh' on "\$1" bash -c "\${*:2}"
AGENT
  chmod +x "$directory/agent"
  if ! { hold switch && enter switch ip link add bridge0 type bridge && enter switch ip link set bridge0 up; }; then
    stop
    skip "no bridge between namespaces here"
  fi
  for ((k = 1; k <= count; ++k)); do
    hold "h$k" && connect "h$k" "$network.$k" || { stop; skip "no link between namespaces here"; }
  done
  echo "$count hosts are up: bash cluster/hosts-local.sh mpirun -n $count PROGRAM..."
}

# TCP alone, hosts in turns; a host that vanishes is missed after 8 s, and not after minutes.
launch() {
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_plm=rsh OMPI_MCA_plm_rsh_agent=$directory/agent OMPI_MCA_plm_rsh_no_tree_spawn=1
  export OMPI_MCA_orte_default_hostfile=$directory/hostfile
  export OMPI_MCA_rmaps_base_mapping_policy=node OMPI_MCA_hwloc_base_binding_policy=none
  export OMPI_MCA_pml=ob1 OMPI_MCA_btl=tcp,self
  export OMPI_MCA_btl_tcp_if_include=eth0 OMPI_MCA_oob_tcp_if_include=eth0
  export OMPI_MCA_oob_tcp_keepalive_time=5 OMPI_MCA_oob_tcp_keepalive_intvl=1
  export OMPI_MCA_oob_tcp_keepalive_probes=3
  export OMPI_MCA_mpi_yield_when_idle=1
  on h1 mpirun "$@"
}

# All processes on a host but its holder.
processes() {
  local id process space
  id=$(holder "$1") || return 0
  space=$(readlink "/proc/$id/ns/net")
  for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/ns/net" 2>/dev/null)" = "$space" ] && [ "${process#/proc/}" != "$id" ]; then
      echo "${process#/proc/}"
    fi
  done
}
off() { processes "$1" | xargs -r kill -KILL 2>/dev/null || true; }

hosts() { sed -n 's/^[0-9.]* \(h[0-9]\)$/\1/p' "$directory/hosts" 2>/dev/null; }

stop() {
  local host id
  if [ ! -e "$directory/hosts" ]; then
    echo "hosts-local: nothing runs in $directory"
    return
  fi
  for host in $(hosts) switch user; do
    if [ "$host" != user ]; then off "$host"; fi
    if id=$(holder "$host"); then kill -KILL "$id"; fi
  done
  rm -rf "$directory"
}

status() {
  local host
  holder switch >/dev/null || { echo "hosts-local: nothing runs in $directory"; exit 3; }
  for host in $(hosts); do
    printf '%s cable %s, %d processes\n' "$host" \
      "$(enter switch ip -o link show "$host" | sed 's/.* state \([A-Z]*\).*/\1/')" "$(processes "$host" | wc -l)"
  done
}

inside=
if [ "${1:-}" = inside ]; then
  inside=1
  shift
fi
verb=${1:-} host=${2:-}
case $verb in
  start)
    [[ ${host:=3} =~ ^[1-9]$ ]] || usage
    [ -n "$inside" ] || prepare
    ;;
  on) [ $# -gt 2 ] || usage ;;
  off | cut | mend) [ $# -eq 2 ] || usage ;;
  mpirun | stop | status) ;;
  *) usage ;;
esac
[ -n "$inside" ] || [ "$(id -u)" -eq 0 ] || as_root "$@"
case $verb in
  cut) enter switch ip link set "$host" down ;;
  mend) enter switch ip link set "$host" up ;;
  mpirun) launch "${@:2}" ;;
  start) start "$host" ;;
  *) "$@" ;;
esac
