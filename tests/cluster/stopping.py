"""Runs that are asked to stop, and go on: on USR1 and USR2, after --max-time, by a file `stop`, by TERM;
while they are set up and behind. Resumed on another number of ranks they end with the bytes of the run
that was left alone; a finished run that is resumed with more draws ends with those of the longer run.

usage: stopping.py PROGRAM
"""
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, results, scratch, write_config  # noqa: E402

USAGE, BAD_DATA, STOPPED = 2, 3, 75
# Long enough not to end before it is stopped, whatever the machine: the straight run is shorter.
LONG, SHORT = 2_000_000, 3_000
SAMPLER = '[sampler]\nwarmup = 100\ndraws = {draws}\nchains = 2\n{more}[checkpoint]\ninterval = 0.1\n'
KINDS = {"firefly": "", "tempered": 'method = "full"\n[tempering]\nmethod = "subsampled_parallel"\nrungs = 3\n'}


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        program.simulate(folder / "data.h5", 2000, 4)
        for kind, more in KINDS.items():
            write_config(folder / f"{kind}.toml", folder / "data.h5", SAMPLER.format(draws=SHORT, more=more))

    def arguments(self, kind, directory, *more):
        return ["sample", self.folder / f"{kind}.toml", "--unconverged-ok", "--output", directory, *more]

    def run(self, kind, directory, *more, ranks=1):
        return self.program.run(*self.arguments(kind, directory, *more), ranks=ranks)

    def good(self, kind, directory, *more, ranks=1):
        done = self.run(kind, directory, *more, ranks=ranks)
        self.check(done.returncode == 0, f"{kind}: exit {done.returncode}: {done.stderr[-300:]}")
        return done

    def endless(self, kind, directory, ranks):
        """A run that has left a checkpoint, and goes on."""
        run = subprocess.Popen(
            self.program.command(ranks, *self.arguments(kind, directory, "--set", f"sampler.draws={LONG}")),
            env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 100.0
        while not list(directory.glob("checkpoint-?.bin")) and time.monotonic() < until:
            time.sleep(0.02)
        return run

    def stopped_by(self, kind, way, ranks, ask, stops=True):
        directory = self.folder / f"{kind} {way}"
        run = self.endless(kind, directory, ranks)
        ask(run, directory)
        said = run.communicate(timeout=100)[1]
        ends = run.returncode == STOPPED if stops else run.returncode not in (0, STOPPED)
        self.check(ends, f"{kind}, {way}: exit {run.returncode}: {said}")
        if stops:
            self.check("--resume" in said and str(directory) in said, f"{kind}, {way}: {said}")
        self.check(not (directory / "summary.json").exists(), f"{kind}, {way}: results of half a run")
        reached = self.run(kind, directory, "--resume", "--set", f"sampler.draws={LONG}", "--max-time", "2s")
        self.check(reached.returncode == STOPPED and "resumed at iteration" in reached.stderr,
                   f"{kind}, {way}: {reached.stderr}")

    def ways(self):
        def send(number):
            return lambda run, directory: run.send_signal(number)

        def leave_file(run, directory):
            (directory / "stop").touch()

        for kind in KINDS:
            self.stopped_by(kind, "file", 3, leave_file)
            self.check(not (self.folder / f"{kind} file" / "stop").exists(), "the file stop is left")
        self.stopped_by("firefly", "USR1", 1, send(signal.SIGUSR1))
        self.stopped_by("tempered", "USR1", 2, send(signal.SIGUSR1))
        self.stopped_by("firefly", "USR2", 3, send(signal.SIGUSR2))
        self.stopped_by("firefly", "TERM", 2, send(signal.SIGTERM), stops=False)
        self.stopped_by("tempered", "TERM", 1, send(signal.SIGTERM), stops=False)

    def resumed(self):
        for kind in KINDS:
            straight, stopped = self.folder / f"{kind} straight", self.folder / f"{kind} stopped"
            self.good(kind, straight)
            first = self.run(kind, stopped, "--max-time", "0.000001s")
            self.check(first.returncode == STOPPED and "while it was set up" in first.stderr, f"{kind}: {first.stderr}")
            ranks, code, goes = 1, STOPPED, 0
            while code == STOPPED and goes < 100:
                ranks, goes = ranks % 3 + 1, goes + 1
                code = self.run(kind, stopped, "--resume", "--max-time", f"{0.05 * goes}s", ranks=ranks).returncode
            self.check(code == 0 and goes > 1, f"{kind}: {goes} goes, exit {code}")
            self.check(results(straight) == results(stopped), f"{kind}: the resumed run is not the straight one")

    def extended(self):
        for kind in KINDS:
            longer, extended = self.folder / f"{kind} longer", self.folder / f"{kind} straight"
            more = ["--set", f"sampler.draws={SHORT + 500}"]
            self.good(kind, longer, *more, ranks=2)
            self.good(kind, extended, "--resume", *more, ranks=3)
            self.check(results(longer) == results(extended), f"{kind}: the extended run is not the longer one")
            shorter = self.run(kind, extended, "--resume")
            self.check(shorter.returncode == USAGE and "set more draws" in shorter.stderr, shorter.stderr)

    def refused(self):
        directory = self.folder / "firefly straight"
        for key, value, words in (("sampler.seed", 7, "sampler.seed was 1, and now is 7"),
                                  ("model.prior.scale", 3, "model.prior.scale")):
            done = self.run("firefly", directory, "--resume", "--set", f"{key}={value}")
            self.check(done.returncode == USAGE and words in done.stderr, f"{key}: {done.stderr}")
        self.program.simulate(self.folder / "other.h5", 2000, 4, seed=5)
        done = self.run("firefly", directory, "--resume", "--set", f"data.path={self.folder / 'other.h5'}")
        self.check(done.returncode == USAGE and "both ends of the data" in done.stderr, done.stderr)
        fresh = self.good("firefly", self.folder / "fresh", "--resume")
        self.check("starts afresh" in fresh.stderr, fresh.stderr)

    def damaged(self):
        directory = self.folder / "damaged"
        shutil.copytree(self.folder / "firefly stopped", directory)
        files = sorted(directory.glob("checkpoint-?.bin"), key=lambda path: path.stat().st_mtime)
        files[-1].write_bytes(files[-1].read_bytes()[:-1])
        done = self.good("firefly", directory, "--resume", ranks=2)
        self.check("damaged" in done.stderr and "resumed at" in done.stderr, done.stderr)
        self.check(results(directory) == results(self.folder / "firefly stopped"), "from the older checkpoint")
        for path in directory.glob("checkpoint-?.bin"):
            path.write_bytes(b"nothing")
        done = self.run("firefly", directory, "--resume")
        self.check(done.returncode == BAD_DATA and "--force" in done.stderr, done.stderr)


def main():
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        for part in (test.ways, test.resumed, test.damaged, test.extended, test.refused):
            part()
    check.finish()


if __name__ == "__main__":
    main()
