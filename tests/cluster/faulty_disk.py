"""Every write, fsync, rename, ... that a run does fails once: on a full disk, with an input/output
error, or short. The run ends with exit 5, one line that names the file and what the system said, and
without results that only look whole; gone on with or run again it ends with the bytes of the run
that nothing happened to. Writes that are only short change nothing.

usage: faulty_disk.py PROGRAM LIBRARY [NAME]   (all calls of all runs with PHOTINUS_LONG=1)
"""
import errno
import os
import pathlib
import shutil
import sys

import h5py

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, results, scratch, write_config  # noqa: E402

INPUT_OUTPUT = 5
LONG = "PHOTINUS_LONG" in os.environ

SHORT = dict(error=0)
FAULTS = {
    "full": dict(error=errno.ENOSPC),
    "broken": dict(error=errno.EIO),
    "full for good": dict(error=errno.ENOSPC, stays=1),
    "short": SHORT,
    "short, then full": dict(error=0, next=errno.ENOSPC),
}


class FaultyDisk:
    """Runs the program over a directory whose n-th change fails."""

    def __init__(self, program, library, directory):
        self.program, self.library, self.directory = program, os.path.abspath(library), directory
        self.log = directory.with_suffix(".log")

    def run(self, arguments, call=0, ranks=1, **fault):
        self.log.unlink(missing_ok=True)
        told = {f"FAULTY_DISK_{key.upper()}": str(value) for key, value in fault.items()}
        environment = dict(LD_PRELOAD=self.library, FAULTY_DISK=str(self.directory),
                           FAULTY_DISK_LOG=str(self.log), FAULTY_DISK_CALL=str(call), **told)
        return self.program.run(*arguments, ranks=ranks, environment=environment, timeout=120)

    def calls(self):
        """Number, call, path and verdict of every change."""
        return [line.split(" ") for line in self.log.read_text().splitlines()]


def bytes_of(directory):
    return results(directory) if (directory / "summary.json").exists() else None


def content(path):
    """Of a data file, without the times in it."""
    if path.suffix == ".libsvm":
        return path.read_bytes()
    with h5py.File(path) as file:
        return {name: file[name][:].tobytes() for name in file}, list(file.attrs["column_names"])


def reference(path):
    return content(path) if path.is_file() else bytes_of(path)


class Case:
    """A command that writes at `output`, and how to repeat it after a failure."""

    def __init__(self, name, command, output, again=(), before=None, ranks=1, every=1):
        self.name, self.command, self.output, self.again = name, command, output, again
        self.before, self.ranks, self.every = before, ranks, every


class Test:
    def __init__(self, program, library, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.disk_directory = folder / "disk"
        self.disk = FaultyDisk(program, library, self.disk_directory)
        self.faults = 0

    def reset(self, case):
        shutil.rmtree(self.disk_directory, ignore_errors=True)
        self.disk_directory.mkdir()
        if case.before:
            shutil.copytree(case.before, case.output)

    def run(self, case):
        self.reset(case)
        old = reference(case.output)
        done = self.disk.run(case.command, ranks=case.ranks)
        self.check(done.returncode == 0, f"{case.name}: exit {done.returncode}: {done.stderr}")
        new, calls = reference(case.output), self.disk.calls()
        self.check(new and len(calls) > 5, f"{case.name}: {len(calls)} calls")
        for number, call, path, *_ in calls:
            if int(number) % (1 if LONG else case.every):
                continue
            for fault in self.faults_of(call, int(number)):
                self.reset(case)
                self.one(case, f"{case.name}, {fault}: {number} {call} {pathlib.Path(path).name}",
                         int(number), FAULTS[fault], old, new)

    def faults_of(self, call, number):
        writes = ["short", "short, then full"] if call == "write" else []
        others = ["full", "broken", "full for good"]
        return (others if LONG else [others[number % 3]]) + writes

    def one(self, case, what, number, fault, old, new):
        self.faults += 1
        done = self.disk.run(case.command, call=number, ranks=case.ranks, **fault)
        calls = self.disk.calls()
        injected = [path for _, _, path, *verdict in calls if verdict]
        self.check(injected, f"{what}: nothing was injected")
        found = reference(case.output)
        if self.is_harmless(calls, fault):
            self.check(done.returncode == 0, f"{what}: exit {done.returncode}: {done.stderr}")
            self.check(found == new, f"{what}: other bytes")
            return
        self.expect_message(what, done, injected[0], fault)
        self.check(found in (None, old, new), f"{what}: results that only look whole")
        self.run_again(case, what, new)

    def is_harmless(self, calls, fault):
        """A short write is written to its end; what is only tidied up may stay."""
        verdicts = [(call, path) for _, call, path, *verdict in calls if verdict == ["failed"]]
        return all(call == "unlink" and path.endswith("/running") for call, path in verdicts)

    def expect_message(self, what, done, path, fault):
        self.check(done.returncode == INPUT_OUTPUT, f"{what}: exit {done.returncode}: {done.stderr}")
        lines = [line for line in done.stderr.splitlines() if "cannot " in line]
        said = os.strerror(fault["error"] or fault.get("next", 0))
        name = str(pathlib.Path(path)).removesuffix(".partial").removesuffix(".part")
        self.check(len(lines) == 1 and said in lines[0] and name in lines[0], f"{what}: {done.stderr}")

    def run_again(self, case, what, new):
        done = self.program.run(*case.command, *case.again, timeout=120)
        self.check(done.returncode == 0, f"{what}: again: exit {done.returncode}: {done.stderr}")
        self.check(reference(case.output) == new, f"{what}: again: other bytes")
        left = [path.name for path in self.disk_directory.rglob("*") if "part" in path.suffix]
        self.check(not left, f"{what}: left {left}")


SHORTEST = "[sampler]\nwarmup = 2\ndraws = 4\nchains = 1\nkernel = 'mala'\n[checkpoint]\ninterval = 1e-9\n"
LADDER = SHORTEST + "[tempering]\nmethod = 'parallel'\nrungs = 2\n"
FULL_LADDER = SHORTEST.replace("mala", "hmc").replace("[sampler]", "[sampler]\nmethod = 'full'") + (
    "[tempering]\nmethod = 'subsampled_parallel'\nrungs = 2\n")
EVIDENCE = "[evidence]\nmethod = '{method}'\nwalkers = 4\nprior_draws = 20\nparticles = 32\n"


def cases(program, folder):
    program.simulate(folder / "data.h5", 200, 2)
    program.simulate(folder / "more.h5", 100, 2, seed=2)
    for name, text in (("shortest", SHORTEST), ("ladder", LADDER), ("full", FULL_LADDER),
                       ("smc", EVIDENCE.format(method="smc")),
                       ("sequential", EVIDENCE.format(method="sequential"))):
        write_config(folder / f"{name}.toml", folder / "data.h5", text)
    output = folder / "disk" / "results"

    def evidence(*arguments, to=output):
        return ["evidence", *arguments, "--output", to]

    def sample(config, *more, to=output):
        return ["sample", folder / f"{config}.toml", "--unconverged-ok", "--output", to, *more]

    done = program.run(*sample("shortest", "--set", "sampler.seed=5", to=folder / "old"))
    assert done.returncode == 0, done.stderr
    done = program.run(*evidence(folder / "sequential.toml", to=folder / "sequential"))
    assert done.returncode == 0, done.stderr
    resume, force = ["--resume"], ["--force"]
    yield Case("sample", sample("shortest"), output, resume)
    yield Case("sample in two", sample("shortest"), output, resume, ranks=2, every=13)
    yield Case("sample over old results", sample("shortest", "--force"), output,
               before=folder / "old", every=5)
    yield Case("firefly ladder", sample("ladder"), output, resume, every=7)
    yield Case("full ladder", sample("full"), output, resume, every=7)
    yield Case("evidence", evidence(folder / "smc.toml"), output, force)
    yield Case("evidence over old results", evidence(folder / "smc.toml", "--force"), output,
               before=folder / "sequential", every=3)
    yield Case("sequential", evidence(folder / "sequential.toml"), output, force, every=3)
    yield Case("sequential in two", evidence(folder / "sequential.toml"), output, force, ranks=2,
               every=9)
    extend = ["--extend", folder / "sequential", folder / "more.h5"]
    yield Case("extension", evidence(*extend), output, force, every=3)
    extend_in_place = ["evidence", "--extend", output, folder / "more.h5"]
    yield Case("extension in place", extend_in_place, output, before=folder / "sequential")
    for form in ("hdf5", "libsvm"):
        file = folder / "disk" / f"data.{form}"
        yield Case(f"simulate {form}", ["simulate", "--rows", 300, "--columns", 3, "--format", form,
                                        "--output", file], file)


def main():
    check = Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        test = Test(Program(sys.argv[1]), sys.argv[2], check, folder)
        for case in cases(test.program, folder):
            if case.name.startswith("".join(sys.argv[3:])):
                test.run(case)
    print(f"{test.faults} faults")
    check.finish()


if __name__ == "__main__":
    main()
