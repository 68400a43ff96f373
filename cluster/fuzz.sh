#!/usr/bin/env bash
# Fuzzes the readers of what others write, with libFuzzer under ASan and UBSan:
#   bash cluster/fuzz.sh [EXECUTIONS [TARGET...]]
# EXECUTIONS of each target (10^6), all of tests/fuzz by default. Begins with the inputs kept in
# tests/fuzz/corpus; what it finds is left in build-fuzz/found. With MERGE=1 the kept inputs become
# the few that cover what all have covered, found ones too.
set -euo pipefail
cd "$(dirname "$0")/.."
source cluster/packages.sh
install_packages "${build_packages[@]}" "${fuzz_packages[@]}"
executions=${1:-1000000}
shift || true
here=$PWD/tests/fuzz
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || mapfile -t targets < <(ls "$here/corpus")

CC=clang CXX=clang++ cmake -S . -B build-fuzz -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" \
  -DPHOTINUS_SANITIZE=address,undefined -DPHOTINUS_FUZZ=ON -DPHOTINUS_WERROR=ON
cmake --build build-fuzz --target tests/fuzz/all
cd build-fuzz
mkdir -p found
export UBSAN_OPTIONS=print_stacktrace=1
# The library of HDF5 forgets to free what it finds broken. Signals are the sanitizer's, not those
# of the guard about that library: so it says where they came from.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
ASAN_OPTIONS+=:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2:handle_abort=2
export HDF5_USE_FILE_LOCKING=FALSE
TMPDIR=$(mktemp -d /dev/shm/photinus-fuzz-XXXXXX)  # in memory
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

most_bytes() { case $1 in checkpoint | *_state | hdf5*) echo 8192 ;; config) echo 1024 ;; *) echo 4096 ;; esac; }

# HDF5 1.10 crashes on hostile files, which is not for us to mend: fuzzing goes on, and each crash
# is asked whose it is afterwards: which of the two stands first above it, a function of the library
# or one of ours? The sanitizer's reports are asked, as some crashes do not happen again when their
# input is run alone. Those without a call stack are warnings.
is_crash() { grep -qE '^ +#1 ' "$1"; }
is_of_a_library() { [ "$(grep -oE '/libhdf5|photinus::' "$1" | sed -n 1p)" = /libhdf5 ]; }

fuzz() {
  local name=$1 options=() dictionary=$here/$1.dict
  [ -f "$dictionary" ] && options+=(-dict="$dictionary")
  if [[ $name == hdf5* ]]; then
    options+=(-fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1)
    local -x ASAN_OPTIONS=$ASAN_OPTIONS:log_path=found/$name/report
  fi
  rm -rf "found/$name"
  mkdir -p "corpus/$name" "found/$name"
  tests/fuzz/fuzz_"$name" -runs="$executions" -max_len="$(most_bytes "$name")" -timeout=20 \
    -report_slow_units=60 -rss_limit_mb=2048 -malloc_limit_mb=512 \
    -artifact_prefix="found/$name/" -print_final_stats=1 \
    "${options[@]}" "corpus/$name" "$here/corpus/$name" >"found/$name.log" 2>&1 || true
}

merge() {
  local name=$1
  mkdir -p "merged/$name"
  # One input for every branch, not for every number of times that it is taken.
  tests/fuzz/fuzz_"$name" -merge=1 -use_counters=0 "merged/$name" "$here/corpus/$name" "corpus/$name" \
    >>"found/$name.log" 2>&1
  find "$here/corpus/$name" -type f ! -name 'once_*' -delete
  cp "merged/$name"/* "$here/corpus/$name"
}

failed=0
for name in "${targets[@]}"; do
  fuzz "$name"
  ours=0 theirs=0
  of_a_crash='*'
  [[ $name == hdf5* ]] && of_a_crash='report.*'
  for input in "found/$name"/$of_a_crash; do
    [ -f "$input" ] || continue
    [[ $name == hdf5* ]] && ! is_crash "$input" && continue
    if [[ $name == hdf5* ]] && is_of_a_library "$input"; then
      theirs=$((theirs + 1))
    else
      ours=$((ours + 1))
      echo "== $name: build-fuzz/$input"
    fi
  done
  # As libFuzzer says last: how much ran, and what was covered.
  ran=$(grep -oE '^#[0-9]+:?|^stat::number_of_executed_units: +[0-9]+' "found/$name.log" |
    tail -n 1 | grep -oE '[0-9]+' || echo 0)
  echo "== $name: $ran executions," \
    "$(grep -oE 'cov: [0-9]+ ft: [0-9]+' "found/$name.log" | tail -n 1)," \
    "$ours crashes of ours, $theirs in HDF5's library"
  [ "$ours" -eq 0 ] && [ "$ran" -ge "$executions" ] || failed=1  # see found/NAME.log
  [ -z "${MERGE:-}" ] || merge "$name"
done
exit "$failed"
