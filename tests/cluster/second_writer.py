"""Two runs never write in one directory at the same time: the second is refused with a message that
says who writes there; what a dead run has left is taken over at once.

usage: second_writer.py PROGRAM
"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, scratch, write_config  # noqa: E402

USAGE, STOPPED = 2, 75
ENDLESS = "[sampler]\ndraws = 10000000\nchains = 1\n[checkpoint]\ninterval = 0.05\n"
MARK = """host = far
system = another boot
process = 4711
started = 5
job = {job}
restarts = {restarts}
since = 2026-11-22 04:10:13 UTC
"""


def within(seconds, condition):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.output = folder / "results"
        self.mark = self.output / "running"
        write_config(folder / "config.toml", folder / "data.h5", ENDLESS)
        program.simulate(folder / "data.h5", 200, 2)

    def command(self, *more):
        return ["sample", self.folder / "config.toml", "--output", self.output, *more]

    def start(self, *more, ranks=1):
        return subprocess.Popen(self.program.command(ranks, *self.command(*more)), env=ENVIRONMENT,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)

    def at_work(self, *more, ranks=1):
        run = self.start(*more, ranks=ranks)
        there = lambda: self.mark.exists() and list(self.output.glob("checkpoint-*.bin"))
        self.check(within(60, there), "the first run writes no checkpoint")
        return run

    def writer(self):
        return int(self.mark.read_text().split("process = ")[1].split()[0])

    def refused(self, what, words, command, ranks=1, environment=None):
        done = self.program.run(*command, ranks=ranks, environment=environment, timeout=120)
        self.check(done.returncode == USAGE, f"{what}: exit {done.returncode}: {done.stderr}")
        for word in (*words, "remove", str(self.mark)):
            self.check(word in done.stderr, f"{what}: no {word!r} in {done.stderr}")

    def goes_on(self, what, ranks=1, environment=None):
        done = self.program.run(*self.command("--resume", "--max-time", "0.2"), ranks=ranks,
                                environment=environment, timeout=120)
        self.check(done.returncode == STOPPED, f"{what}: exit {done.returncode}: {done.stderr}")
        self.check(not self.mark.exists(), f"{what}: its mark is left")

    def second_run(self):
        run = self.at_work()
        words = [f"process {run.pid}", f"host {socket.gethostname()}", "since 20"]
        for more in ([], ["--resume"], ["--force"]):
            self.refused(f"second run {more}", words, self.command(*more))
        self.refused("second run of two ranks", words, self.command("--resume"), ranks=2)
        for command in ("evidence", "map"):
            self.refused(command, words, [command, *self.command("--force")[1:]])
        self.check(run.poll() is None and self.mark.exists(), "the first run has ended")
        run.send_signal(signal.SIGUSR1)
        _, error = run.communicate(timeout=60)
        self.check(run.returncode == STOPPED, f"the first run: exit {run.returncode}: {error}")
        self.goes_on("after a stop")

    def killed(self):
        for ranks, then in ((1, 2), (2, 1), (3, 3)):
            run = self.at_work("--resume", ranks=ranks)
            os.kill(self.writer(), signal.SIGKILL)
            run.communicate(timeout=60)
            self.check(self.mark.exists(), f"killed on {ranks} ranks: no mark is left to be tested")
            self.goes_on(f"killed on {ranks} ranks, resumed on {then}", ranks=then)

    def at_once(self):
        for _ in range(3):
            runs = [self.start("--force") for _ in range(3)]
            within(60, lambda: sum(run.poll() is not None for run in runs) >= 2)
            ended = [run for run in runs if run.poll() is not None]
            self.check([run.returncode for run in ended] == [USAGE, USAGE],
                       f"at once: {[run.returncode for run in runs]}")
            for run in runs:
                run.kill()
                run.communicate()

    def put_mark(self, job="", restarts=0, age=0):
        self.mark.write_text(MARK.format(job=job, restarts=restarts))
        then = time.time() - age
        os.utime(self.mark, (then, then))

    def elsewhere(self):
        words = ["process 4711", "host far", "2026-11-22 04:10:13 UTC"]
        self.put_mark(age=60)
        self.refused("at work elsewhere", words, self.command("--resume"))
        self.put_mark(age=200)
        self.goes_on("dead elsewhere")
        self.put_mark(job="17")
        self.refused("another job", ["SLURM job 17"], self.command("--resume"), environment={"SLURM_JOB_ID": "18", "SLURM_RESTART_COUNT": "1"})
        self.refused("another step", words, self.command("--resume"), environment={"SLURM_JOB_ID": "17"})
        self.goes_on("a job put back", environment={"SLURM_JOB_ID": "17", "SLURM_RESTART_COUNT": "1"})

    def several_models(self):
        """None is begun where the directory of another is taken."""
        other = self.folder / "other.toml"
        other.write_text((self.folder / "config.toml").read_text())
        self.output = self.folder / "both"
        self.mark = self.output / "other" / "running"
        self.mark.parent.mkdir(parents=True)
        self.put_mark()
        command = ["evidence", self.folder / "config.toml", other, "--output", self.output]
        self.refused("the second of two models", ["host far"], command)
        self.check(not list((self.output / "config").iterdir()), "the first model was begun, or left its mark")


def main():
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        for part in (test.second_run, test.killed, test.at_once, test.elsewhere, test.several_models):
            part()
    check.finish()


if __name__ == "__main__":
    main()
