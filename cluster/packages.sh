# The Debian 12 packages that Photinus is built, run and tested with; sourced by the scripts beside.
build_packages=(
  g++ cmake ninja-build
  libopenmpi-dev openmpi-bin           # MPI
  libboost-mpi-dev libboost-serialization-dev
  libeigen3-dev                        # linear algebra
  libhdf5-openmpi-dev                  # data files
  libnetcdf-mpi-dev                    # draws
  librandom123-dev                     # counter-based random numbers
  libtomlplusplus-dev libcli11-dev     # config, command line
  libspdlog-dev libfmt-dev             # messages
  nlohmann-json3-dev                   # summary.json
)
test_packages=(
  git patch procps
  libgtest-dev libbenchmark-dev
  r-base-core r-cran-posterior         # oracle of R-hat and ESS
  python3 python3-numpy python3-h5py
  python3-xarray python3-netcdf4 python3-h5netcdf
  netcdf-bin
)
# What nothing else needs: the tests that use these are skipped without them.
slurm_packages=(slurmctld slurmd slurm-client munge procps)    # slurm-local.sh
hosts_packages=(iproute2 util-linux procps)                    # hosts-local.sh
fuzz_packages=(clang libclang-rt-dev)                           # fuzz.sh

commands() {
  local name
  for name in "$@"; do command -v "$name" >/dev/null || return 1; done
}

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
      echo "$package"
  done
}

# Installs what is missing, as root or through sudo; says what to install where neither is there.
install_packages() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    # sudo may ask for a password where there is a terminal to answer at.
    if ! command -v sudo >/dev/null || { ! sudo -n true 2>/dev/null && ! [ -t 0 ]; }; then
      echo "These packages are missing, and neither root nor sudo is at hand to install them:" >&2
      printf '  %s\n' "${missing[@]}" >&2
      echo "Ask for: apt-get install --no-install-recommends ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "== installing ${#missing[@]} packages: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq
             -o DPkg::Lock::Timeout=120)
  "${apt[@]}" update
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# Several local ranks on any number of cores, as any user.
local_ranks() {
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_rmaps_base_oversubscribe=1
  export OMPI_MCA_hwloc_base_binding_policy=none
  export OMPI_MCA_pml=ob1  # chosen without InfiniBand anyway, but 0.2 s later at every start
}
