"""Packages that are missing are named all at once, with what to do: by a build of the source, and by
find_package(photinus) of an installed copy, where neither builds anything.

usage: missing_packages.py SOURCE BUILD COMPILER
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, scratch  # noqa: E402

MISSING = {"fmt": "libfmt-dev", "CLI11": "libcli11-dev", "Eigen3": "libeigen3-dev"}
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(outside LANGUAGES CXX)
find_package(photinus REQUIRED)
"""


def configure(source, build, *settings):
    hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON" for package in MISSING]
    return subprocess.run(["cmake", "-S", source, "-B", build, *hidden, *settings],
                          capture_output=True, text=True, timeout=300)


def main():
    source, build, compiler = sys.argv[1:]
    check = Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        subprocess.run(["cmake", "--install", build, "--prefix", folder / "installed"], check=True,
                       stdout=subprocess.DEVNULL)
        (folder / "outside").mkdir()
        (folder / "outside" / "CMakeLists.txt").write_text(PROJECT)
        of_compiler = f"-DCMAKE_CXX_COMPILER={compiler}"
        for done in (configure(source, folder / "a", of_compiler, "-DPHOTINUS_TESTS=OFF"),
                     configure(folder / "outside", folder / "b", of_compiler,
                               f"-DCMAKE_PREFIX_PATH={folder / 'installed'}")):
            check(done.returncode != 0, f"configured without {', '.join(MISSING)}: {done.stdout}")
            for package in MISSING.values():
                check(done.stderr.count(package) == 1, f"{package} is not named once: {done.stderr}")
            check("CMAKE_PREFIX_PATH" in done.stderr, f"no way out is named: {done.stderr}")
            check("libopenmpi-dev" not in done.stderr, f"more is named than is missing: {done.stderr}")
    check.finish()


if __name__ == "__main__":
    main()
