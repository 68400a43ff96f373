#!/usr/bin/env bash
# Sets up a Debian 12 machine, builds, and runs the main job on three local ranks:
#   bash cluster/quickstart.sh
set -euo pipefail
cd "$(dirname "$0")/.."
source cluster/packages.sh
install_packages "${build_packages[@]}"

echo "== building"
cmake -S . -B build -G Ninja -DPHOTINUS_TESTS=OFF -DPHOTINUS_BENCHMARKS=OFF >build-quickstart.log 2>&1 &&
  cmake --build build --target photinus >>build-quickstart.log 2>&1 ||
  { tail -n 40 build-quickstart.log >&2; echo "the build failed: see build-quickstart.log" >&2; exit 1; }

local_ranks
mkdir -p quickstart
echo "== simulating 200,000 rows x 20 columns"
build/apps/photinus simulate --family logistic --rows 200000 --columns 20 --seed 1 \
  --output quickstart/data.h5
cat >quickstart/config.toml <<'TOML'
[data]
path = "quickstart/data.h5"
[model]
family = "logistic"
prior = { family = "normal", scale = 1.0 }
[output]
directory = "quickstart/results"
TOML
echo "== sampling on 3 ranks"
mpirun -n 3 build/apps/photinus sample quickstart/config.toml --force
