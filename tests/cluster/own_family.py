"""A family of one's own, from the tree and from an installed copy: the same draws, on two ranks too;
and a wrong limit of its curvature ends the run with exit 1, naming row and theta.

usage: own_family.py SOURCE BUILD PHOTINUS_CAUCHY PHOTINUS COMPILER
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, results, scratch  # noqa: E402

INTERNAL, USAGE = 1, 2
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES CXX)
find_package(photinus REQUIRED)
photinus_add_program(outside FAMILIES cauchy.cpp too_flat.cpp logistic.cpp)
"""
# A name that is taken; nothing else is wrong with it.
TAKEN = """#include "photinus/families/built_in.hpp"
photinus::FamilyEntry logistic_family() { return photinus::built_in_families()[1]; }
"""
CONFIG = """[data]
path = "{0}/data.h5"
[model]
family = "cauchy"
sigma = 0.5
[sampler]
warmup = 200
draws = 200
"""


def renamed(text, *pairs):
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def write_project(folder, example):
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(PROJECT)
    (folder / "cauchy.cpp").write_text(example)
    (folder / "too_flat.cpp").write_text(
        renamed(example, ("Cauchy", "TooFlat"), ("cauchy", "too_flat"),
                ("    return a * b <= 0.0", "    return a * b <= 0.0 ? 0.4 * bend(0.0) : a * b <= 0.0")))
    (folder / "logistic.cpp").write_text(TAKEN)


def step(check, *command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    check(done.returncode == 0, f"{command}: {done.stdout}{done.stderr}")


def build_outside(check, folder, source, build, compiler):
    step(check, "cmake", "--install", build, "--prefix", folder / "installed")
    write_project(folder / "outside", (source / "apps/examples/cauchy.cpp").read_text())
    step(check, "cmake", "-S", folder / "outside", "-B", folder / "outside/build",
         f"-DCMAKE_PREFIX_PATH={folder / 'installed'}", f"-DCMAKE_CXX_COMPILER={compiler}")
    step(check, "cmake", "--build", folder / "outside/build", "-j2")
    return Program(folder / "outside/build/outside")


def main():
    source, build = map(pathlib.Path, sys.argv[1:3])
    inside, photinus, check = Program(sys.argv[3]), Program(sys.argv[4]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        photinus.simulate(folder / "data.h5", 3000, 4, family="student_t", nu=1, sigma=0.5)
        (folder / "config.toml").write_text(CONFIG.format(folder))
        outside = build_outside(check, folder, source, build, sys.argv[5])
        sampled = []
        for program, ranks in ((inside, 1), (outside, 1), (outside, 2)):
            output = folder / f"results{len(sampled)}"
            done = program.run("sample", folder / "config.toml", "--output", output,
                               "--unconverged-ok", ranks=ranks)
            check(done.returncode == 0, done.stderr)
            sampled.append(results(output))
        check(sampled[1] == sampled[0], "the installed copy draws otherwise than the tree")
        check(sampled[2] == sampled[0], "two ranks draw otherwise than one")

        mode = [program.run("map", folder / "config.toml", "--output", folder / family, "--set",
                            f"model.family={family}", "--set", "model.nu=1").stdout
                for program, family in ((outside, "cauchy"), (photinus, "student_t"))]
        found = [re.search(r"[Ll]og-likelihood\D*(-\d+\.\d+)", text) for text in mode]
        check(all(found) and found[0].group(1) == found[1].group(1), f"not Student's t of nu 1: {mode}")

        for ranks in (1, 2):
            done = outside.run("sample", folder / "config.toml", "--set", "model.family=too_flat",
                               "--output", folder / "flat", ranks=ranks)
            check(done.returncode == INTERNAL, f"too flat: exit {done.returncode}: {done.stderr}")
            check(re.search(r"bound of row \d+ lies above its likelihood at theta = \(-?\d", done.stderr),
                  f"too flat: {done.stderr}")
        done = outside.run("sample", folder / "config.toml", "--set", "model.family=logistic",
                           "--output", folder / "twice")
        check(done.returncode == USAGE and "two families" in done.stderr, f"twice: {done.stderr}")
    check.finish()


if __name__ == "__main__":
    main()
