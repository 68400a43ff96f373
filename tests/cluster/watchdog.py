"""A rank that dies, is stopped, hangs, throws or exits early ends the job: with a code that is not 0, within
the deadline, with a line that names rank, host and what was being done, and with no process left.

usage: watchdog.py PHOTINUS_FAULTY
"""
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, processes, scratch, within  # noqa: E402

DEADLINE = 4.0
ENOUGH = 60.0  # on a crowded machine too
MODEL = """[data]
path = "data.h5"
[model]
family = "faulty"
[sampler]
method = "full"
draws = 100000
[ranks]
deadline = {}
"""
SILENT = r"has given no sign of life for \d+ s: its process is stopped"
DIED = r"(has died|does not answer)"
STUCK = r"has been at the same place for \d+ s"
SIGNALS = (  # sent to which rank, and what is said of it
    (signal.SIGSTOP, 2, SILENT), (signal.SIGSTOP, 0, SILENT), (signal.SIGKILL, 1, DIED), (signal.SIGKILL, 0, DIED))
FAULTS = (  # of tests/cluster/faulty.cpp
    ("throw", 1, "planted"), ("throw", 0, "planted"), ("throw 7", 2, "int was thrown"), ("exit 0", 1, DIED),
    ("exit 3", 2, DIED), ("abort", 1, DIED), ("hang", 1, STUCK), ("hang", 0, STUCK))


class Runs:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.host = socket.gethostname()

    def start(self, **more):
        """A run of three ranks without end, its log, and the mark in its processes' environment."""
        mark, log = uuid.uuid4().hex, self.folder / "log"
        command = self.program.command(3, "sample", "config.toml", "--output", "r", "--force")
        with log.open("w") as out:
            run = subprocess.Popen(command, env={**ENVIRONMENT, **more, "PHOTINUS_TEST_RUN": mark},
                                   cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        return run, log, mark

    def ended(self, name, run, log, mark, rank, words):
        begun = time.monotonic()
        try:
            run.wait(ENOUGH)
        except subprocess.TimeoutExpired:
            for pid in processes(PHOTINUS_TEST_RUN=mark):
                os.kill(pid, signal.SIGKILL)
        seconds = time.monotonic() - begun
        print(f"{name}, rank {rank}: exit {run.returncode} after {seconds:.1f} s", flush=True)
        text = log.read_text()
        self.check(run.returncode not in (0, None) and seconds < ENOUGH, f"{name}: {run.returncode} {text}")
        line = rf"photinus: rank {rank} on host {self.host}:? {words}.*\((last seen:|in)? ?[a-z]"
        self.check(re.search(line, text), f"{name}, rank {rank}: no line {line!r} in: {text}")
        left = within(10, lambda: not processes(PHOTINUS_TEST_RUN=mark))
        self.check(left, f"{name} leaves {processes(PHOTINUS_TEST_RUN=mark)}")
        self.check(not (self.folder / "r" / "summary.json").exists(), f"{name}: a summary")

    def signalled(self, send, rank, words):
        run, log, mark = self.start()
        if not self.check(within(60, lambda: "mode:" in log.read_text()), "does not start"):
            return run.kill()
        os.kill(next(iter(processes(PHOTINUS_TEST_RUN=mark, OMPI_COMM_WORLD_RANK=str(rank)))), send)
        self.ended(send.name, run, log, mark, rank, words)

    def planted(self, fault, rank, words):
        self.ended(fault, *self.start(PHOTINUS_FAULT=fault, PHOTINUS_FAULT_RANK=str(rank)), rank, words)


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 20000, 10)
        (folder / "config.toml").write_text(MODEL.format(DEADLINE))
        runs = Runs(program, check, folder)
        for case in SIGNALS:
            runs.signalled(*case)
        for case in FAULTS:
            runs.planted(*case)
    check.finish()


if __name__ == "__main__":
    main()
