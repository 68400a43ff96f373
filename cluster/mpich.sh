#!/usr/bin/env bash
# Builds Photinus with MPICH, and compares runs of 1 and 3 ranks with those of the program in build:
#   bash cluster/mpich.sh
# All is below build-mpich, and nothing is installed: the machine's own MPI stays as it is. Debian's
# Boost.MPI is Open MPI's, so its sources are compiled anew; HDF5 and netCDF are those without MPI.
set -euo pipefail
cd "$(dirname "$0")/.."
source cluster/packages.sh
install_packages "${build_packages[@]}" netcdf-bin dpkg-dev
here=$PWD/build-mpich
root=$here/root/usr
library=$root/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
mkdir -p "$here/packages" "$here/root" "$here/boost"

unpack_mpich() {
  (cd "$here/packages" && apt-get -qq download mpich libmpich12 libmpich-dev hwloc-nox \
    "$(apt-cache depends mpich | grep -om1 "libslurm[0-9]*")" libnetcdf-dev libhdf5-dev)
  local package
  for package in "$here"/packages/*.deb; do dpkg -x "$package" "$here/root"; done
  # The compilers' scripts believe that they are in /usr.
  sed -i -E "s#^(prefix|exec_prefix)=/usr#\1=$root#; s#=/usr/(include|lib)#=$root/\1#" \
    "$root"/bin/mpicc.mpich "$root"/bin/mpicxx.mpich
}

# Debian's sources, asked for beside its packages for this once.
fetch_boost() {
  mkdir -p sources.d lists/partial
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] && sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' "$file" >"sources.d/${file##*/}"
  done
  local apt=(apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/sources.d"
             -o Dir::State::Lists="$PWD/lists" -o APT::Sandbox::User=root)
  "${apt[@]}" update
  "${apt[@]}" source --download-only boost1.74
}

build_boost_mpi() {
  cd "$here/boost"
  ls boost1.74_*.orig.tar.xz >/dev/null 2>&1 || fetch_boost
  tar -xJf boost1.74_*.orig.tar.xz --wildcards '*/libs/mpi/src/*.cpp'
  find . -path '*/libs/mpi/src/*.cpp' ! -path '*/python/*' | xargs -P "$(nproc)" -I{} sh -c \
    "'$root/bin/mpicxx.mpich' -O2 -fPIC -c {} -o \$(basename {} .cpp).o"
  ar rcs libboost_mpi.a ./*.o
  cd "$here/.."
}

[ -x "$root/bin/mpicxx.mpich" ] || unpack_mpich
[ -f "$here/boost/libboost_mpi.a" ] || (build_boost_mpi)
serial=$library/hdf5/serial
cmake -S . -B build-mpich/photinus -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHOTINUS_TESTS=OFF \
  -DPHOTINUS_BENCHMARKS=OFF -DMPI_C_COMPILER="$root/bin/mpicc.mpich" \
  -DMPI_CXX_COMPILER="$root/bin/mpicxx.mpich" -DPHOTINUS_BOOST_MPI="$here/boost/libboost_mpi.a" \
  -DHDF5_C_INCLUDE_DIRS="$root/include/hdf5/serial" -DHDF5_IS_PARALLEL=OFF \
  -DHDF5_C_LIBRARIES="$(ls /usr/lib/*/libhdf5_serial.so.[0-9]* | head -n 1);$(ls /usr/lib/*/libhdf5_serial_hl.so.[0-9]* | head -n 1)" \
  -DNETCDF_LIBRARY="$(ls /usr/lib/*/libnetcdf.so.[0-9]* | head -n 1)" -DNETCDF_INCLUDE_DIR="$root/include"
cmake --build build-mpich/photinus --target photinus

export LD_LIBRARY_PATH=$library${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
program=$here/photinus/apps/photinus
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
"$program" simulate --rows 20000 --columns 5 --output "$runs/data.h5"
printf '[data]\npath = "%s/data.h5"\n[model]\nfamily = "logistic"\n' "$runs" >"$runs/model.toml"
sample() { "$@" sample "$runs/model.toml" --output "$runs/results-$name" >/dev/null; }
name=open sample build/apps/photinus
name=1 sample "$program"
name=3 sample "$root/bin/mpiexec.hydra" -n 3 "$program"
for name in 1 3; do cmp "$runs/results-open/draws.nc" "$runs/results-$name/draws.nc"; done
echo "MPICH $("$root/bin/mpichversion" | awk '/Version/ { print $3; exit }'): 1 and 3 ranks leave the bytes of build/apps/photinus"
