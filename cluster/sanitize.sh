#!/usr/bin/env bash
# Builds with ASan and UBSan and runs the tests, on one rank and on three:
#   bash cluster/sanitize.sh
set -euo pipefail
cd "$(dirname "$0")/.."
source cluster/packages.sh
install_packages "${build_packages[@]}" "${test_packages[@]}"
local_ranks
cmake -S . -B build-sanitize -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DPHOTINUS_SANITIZE=address,undefined -DPHOTINUS_TESTS=ON -DPHOTINUS_BENCHMARKS=OFF \
  -DPHOTINUS_PRECOMPILE=OFF -DPHOTINUS_WERROR=ON
cmake --build build-sanitize
export UBSAN_OPTIONS=print_stacktrace=1
# Left out are the tests whose many draws take no path that others don't.
ctest --test-dir build-sanitize --output-on-failure -j 2 -LE 'long|no-sanitizer|ranks'

# Runs under mpirun. Open MPI and its helpers keep memory until the process ends; to know theirs, the
# sanitizer must unwind through libraries without frame pointers, which is slow.
export LSAN_OPTIONS="suppressions=$PWD/tests/mpi/leaks.supp:print_suppressions=0"
export ASAN_OPTIONS=fast_unwind_on_malloc=0
export PHOTINUS_TEST_RANKS=3
export PHOTINUS_TEST_SLOWNESS=10
ctest --test-dir build-sanitize --output-on-failure -j 2 -L ranks -LE 'long|no-sanitizer'
