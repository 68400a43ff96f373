#!/usr/bin/env bash
# Installs, builds and runs all tests:
#   bash cluster/test.sh [--long]
# --long adds the forms that take hours, the sanitizers, the fuzzers and every planted fault.
set -euo pipefail
cd "$(dirname "$0")/.."
source cluster/packages.sh
install_packages "${build_packages[@]}" "${test_packages[@]}"
long=
[ "${1:-}" = --long ] && long=1
[ -z "$long" ] || install_packages "${slurm_packages[@]}" "${hosts_packages[@]}" ||
  echo "without SLURM: the tests that need it are skipped" >&2
local_ranks
[ -n "$long" ] && export PHOTINUS_LONG=1

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DPHOTINUS_TESTS=ON -DPHOTINUS_BENCHMARKS=ON \
  -DPHOTINUS_WERROR=ON
cmake --build build
if [ -n "$long" ]; then
  ctest --test-dir build --output-on-failure -j 2
  bash cluster/sanitize.sh
  bash cluster/fuzz.sh
else
  ctest --test-dir build --output-on-failure -j 2 -LE long
fi
