"""Planted faults: each patch here is applied to the shipped source, built, and must make the test
that its first line names fail; unpatched, that test must pass.

A patch begins with a line
    caught-by: TARGET [arguments of the test program]

usage: run.py SOURCE_DIR WORK_DIR SHIPPED_TESTS [--all]

One fault by rotation, of those whose test needs few rooms to be built; or all.

SHIPPED_TESTS is where the unpatched tests are built.
"""
import datetime
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PARTS = ("CMakeLists.txt", "src", "include", "apps", "tests")
PER_RUN = 1
# Tests that need the loops of all families: minutes to build.
HEAVY = ("statistical_", "run_", "team_")


def copy_file(source, target):
    """Leaves a file that is the same already, time and all, so that it is not built again."""
    content = source.read_bytes()
    if target.exists() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def copy_tree(source, tree):
    for part in PARTS:
        files = [source / part] if (source / part).is_file() else (source / part).rglob("*")
        for file in files:
            if file.is_file():
                copy_file(file, tree / file.relative_to(source))


def run(*command, **options):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)


def must(done, what):
    if done.returncode != 0:
        sys.exit(f"{what} failed:\n{done.stdout[-4000:]}")


class Fault:
    def __init__(self, patch):
        self.patch, self.name = patch, patch.stem
        words = patch.read_text().splitlines()[0].removeprefix("caught-by: ").split()
        self.target, self.arguments = words[0], words[1:]


def run_test(directory, fault):
    """What catches a fault is the short form, which every run has."""
    short = {name: value for name, value in os.environ.items() if name != "PHOTINUS_LONG"}
    return run(directory / fault.target, *fault.arguments, env=short)


class Bench:
    def __init__(self, source, work):
        self.tree, self.build = work / "tree", work / "build"
        self.tree.mkdir(parents=True, exist_ok=True)
        copy_tree(source, self.tree)
        # Less optimised than the shipped build: it is built again for every fault.
        must(run("cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
                 "-DPHOTINUS_BENCHMARKS=OFF"), "configuring")

    def test_patched(self, fault):
        must(run("cmake", "--build", self.build, "--target", fault.target),
             f"building {fault.target} with {fault.name}")
        return run_test(self.build / "tests", fault)

    def patch(self, fault, *options):
        must(run("patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", *options, "-i", fault.patch,
                 cwd=self.tree), f"patching {fault.name}")

    def is_caught(self, fault):
        self.patch(fault)
        done = self.test_patched(fault)
        self.patch(fault, "--reverse")
        caught = done.returncode != 0 and "[  FAILED  ]" in done.stdout
        print(f"{fault.name}: {'caught' if caught else 'NOT CAUGHT'} by {fault.target}", flush=True)
        return caught


def rotation(source, faults):
    faults = [fault for fault in faults if not fault.target.startswith(HEAVY)]
    count = run("git", "-C", source, "rev-list", "--count", "HEAD")
    turn = int(count.stdout) if count.returncode == 0 else datetime.date.today().toordinal()
    return [faults[(turn * PER_RUN + i) % len(faults)] for i in range(PER_RUN)]


def main():
    source, work, shipped = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    faults = [Fault(patch) for patch in sorted(HERE.glob("*.patch"))]
    chosen = faults if "--all" in sys.argv or os.environ.get("PHOTINUS_LONG") else rotation(source, faults)
    for target, arguments in {(fault.target, tuple(fault.arguments)) for fault in chosen}:
        sound = next(f for f in chosen if f.target == target and tuple(f.arguments) == arguments)
        must(run_test(shipped, sound), f"{target} without any fault")
        print(f"{target} passes without a fault", flush=True)
    bench = Bench(source, work)
    caught = [bench.is_caught(fault) for fault in chosen]
    print(f"{sum(caught)} of {len(caught)} faults caught ({len(faults)} are kept)")
    sys.exit(0 if all(caught) and caught else 1)


if __name__ == "__main__":
    main()
