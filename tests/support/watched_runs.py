"""Runs that are hurt while they are watched: how they end, how soon, and what they say. The program has the
family of tests/cluster/faulty.cpp."""
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import uuid

from program import ENVIRONMENT, processes, within

ENOUGH = 60.0
MODEL = """[data]
path = "data.h5"
[model]
family = "faulty"
[sampler]
method = "full"
draws = 1000000
[ranks]
deadline = {}
"""
SILENT = r"has given no sign of life for \d+ s: its process is stopped"
DIED = r"(has died|does not answer)"
STUCK = r"has been at the same place for \d+ s"
SIGNALS = (  # sent to which rank, and what is said of it
    (signal.SIGSTOP, 2, SILENT), (signal.SIGSTOP, 0, SILENT), (signal.SIGKILL, 1, DIED), (signal.SIGKILL, 0, DIED))
FAULTS = (
    ("throw", 1, "planted"), ("throw", 0, "planted"), ("throw 7", 2, "int was thrown"), ("exit 0", 1, DIED),
    ("exit 3", 2, DIED), ("abort", 1, DIED), ("hang", 1, STUCK), ("hang", 0, STUCK))


class WatchedRuns:
    def __init__(self, program, check, folder, launcher, rank_variable, deadline, environment=ENVIRONMENT):
        """A run of three ranks without end is started by the words of `launcher`."""
        self.check, self.folder, self.environment = check, pathlib.Path(folder), environment
        self.command = [*launcher, program.executable, "sample", "faulty.toml", "--output", "hurt", "--force"]
        self.rank_variable, self.host = rank_variable, socket.gethostname()
        (self.folder / "faulty.toml").write_text(MODEL.format(deadline))

    def start(self, **more):
        """The run, its log, and the mark in its processes' environment."""
        mark, log = uuid.uuid4().hex, self.folder / "hurt.log"
        with log.open("w") as out:
            run = subprocess.Popen(self.command, env={**self.environment, **more, "PHOTINUS_TEST_RUN": mark},
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
        line = rf"photinus: rank {rank} on host {self.host}:? {words}.*\((last seen:|in) \w"
        self.check(re.search(line, text), f"{name}, rank {rank}: no line {line!r} in: {text}")
        left = within(10, lambda: not processes(PHOTINUS_TEST_RUN=mark))
        self.check(left, f"{name} leaves {processes(PHOTINUS_TEST_RUN=mark)}")
        self.check(not (self.folder / "hurt" / "summary.json").exists(), f"{name}: a summary")

    def signalled(self, send, rank, words):
        run, log, mark = self.start()

        def victims():
            wanted = {"PHOTINUS_TEST_RUN": mark, self.rank_variable: str(rank)}
            return [pid for pid, name in processes(**wanted).items() if name.startswith("photinus")]

        if not self.check(within(60, lambda: "mode:" in log.read_text() and victims()), "does not start"):
            return run.kill()
        os.kill(victims()[0], send)
        self.ended(send.name, run, log, mark, rank, words)

    def planted(self, fault, rank, words):
        self.ended(fault, *self.start(PHOTINUS_FAULT=fault, PHOTINUS_FAULT_RANK=str(rank)), rank, words)

    def all(self):
        for case in SIGNALS:
            self.signalled(*case)
        for case in FAULTS:
            self.planted(*case)
