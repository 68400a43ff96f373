"""Runs that are killed at random moments and resumed on another number of ranks end with the bytes of
the run that was left alone.

usage: kills.py PROGRAM [--kills N] [--seed N] [--kind NAME]

Every sampler and estimator is killed again and again, any rank of it, by signal 9, until it has had
its share; then it may finish. One kill in three is aimed: it waits for the writing of a checkpoint. A
kill that leaves a partial file hit it. Work lost is what was done since the last whole checkpoint.
Catches: anything that a run depends on and a checkpoint does not hold, checkpoints that are not whole,
ranks that stay behind, and seconds of work lost.
"""
import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, results, scratch, write_reals  # noqa: E402

INTERVAL = 0.1  # seconds between checkpoints
# Seconds that a crowded machine may add to it: twenty writings of half a second, which hold back the next.
SLACK = 10.0
MOST_WAIT = 90  # seconds until a job is over whose rank was killed
FIREFLY = ["sampler.chains=2", "sampler.warmup=200", "sampler.draws=30000"]
FULL = ["sampler.method=full", "sampler.chains=2", "sampler.warmup=100"]
EVIDENCE = ["model.sigma=0.7", "evidence.chains=2", "evidence.warmup=100"]
CHAINS = ["evidence.chains=2", "evidence.warmup=100", "evidence.draws=3000", "evidence.rungs=4"]

# Name: command, family, data, settings; each takes a second or more.
KINDS = {
    "firefly": ("sample", "logistic", "labels", FIREFLY),
    "pseudo-marginal": ("sample", "logistic", "labels", FIREFLY + ["firefly.update=pseudo_marginal", "sampler.kernel=random_walk"]),
    "sweeps": ("sample", "logistic", "labels", FIREFLY + ["firefly.update=sweep", "sampler.kernel=nuts"]),
    "sampled sigma": ("sample", "linear", "reals", FIREFLY),
    "firefly ladder": ("sample", "logistic", "labels", FIREFLY[:2] + ["sampler.draws=8000",
                       "tempering.method=parallel", "tempering.rungs=3"]),
    "full": ("sample", "logistic", "labels", FULL + ["sampler.draws=10000"]),
    "PT": ("sample", "mixture", "few", FULL + ["sampler.draws=6000", "tempering.method=parallel",
           "model.components=2"]),
    "SPT": ("sample", "mvn", "reals", FULL + ["sampler.draws=5000", "tempering.method=subsampled_parallel"]),
    "TT": ("sample", "mvn", "reals", FULL + ["sampler.draws=2500", "tempering.method=transitions"]),
    "STT": ("sample", "gp", "few", FULL + ["sampler.draws=500", "tempering.method=subsampled_transitions",
            "sampler.leapfrogs=3"]),
    "evidence by fireflies": ("evidence", "logistic", "labels", ["evidence.method=firefly",
                              "evidence.chains=2", "evidence.warmup=200", "evidence.draws=20000"]),
    "sequential": ("evidence", "linear", "reals", EVIDENCE + ["evidence.method=sequential", "evidence.walkers=600"]),
    "hybrid": ("evidence", "linear", "reals", EVIDENCE + ["evidence.method=hybrid", "evidence.walkers=600"]),
    "nested": ("evidence", "linear", "reals", EVIDENCE + ["evidence.method=nested", "evidence.particles=60"]),
    "nested by rejection": ("evidence", "linear", "few", EVIDENCE + ["evidence.method=nested_rejection",
                            "evidence.particles=6"]),
    "smc": ("evidence", "linear", "reals", EVIDENCE + ["evidence.method=smc", "evidence.particles=1024"]),
    "annealed": ("evidence", "linear", "reals", EVIDENCE + ["evidence.method=annealed",
                 "evidence.particles=64"]),
    "bridge": ("evidence", "logistic", "labels", ["evidence.method=bridge"] + CHAINS),
    "stepping stones": ("evidence", "logistic", "labels", ["evidence.method=stepping_stone"] + CHAINS),
    "thermodynamic": ("evidence", "logistic", "labels", ["evidence.method=thermodynamic"] + CHAINS),
}


def children(pid):
    """Process ids of the program's ranks, rank 0 first, that mpirun has started."""
    out = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(pid)], stdout=subprocess.PIPE,
                         text=True).stdout
    return sorted(int(line.split()[0]) for line in out.splitlines() if "photinus" in line)


def age_of_checkpoint(directory):
    times = [path.stat().st_mtime for path in directory.glob("checkpoint-?.bin")]
    return time.time() - max(times) if times else None


class Killer:
    def __init__(self, program, check, chance):
        self.program, self.check, self.chance = program, check, chance
        self.kills = self.running = self.writing = self.resumed = 0
        self.lost = []

    def start(self, ranks, arguments):
        return subprocess.Popen(self.program.command(ranks, *arguments), env=ENVIRONMENT,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL)

    def wait_for_writing(self, run, directory):
        until = time.monotonic() + 2.0
        while time.monotonic() < until and run.poll() is None:
            if any(name.startswith("checkpoint") and name.endswith("partial") for name in os.listdir(directory)):
                return

    def kill_once(self, directory, length, arguments):
        """True where the kill hit the run before its end."""
        ranks = self.chance.choice([1, 2, 3])
        aimed = self.chance.random() < 1.0 / 3.0
        begun = time.monotonic()
        run = self.start(ranks, arguments)
        start = 0.05 if ranks == 1 else 0.5
        time.sleep(self.chance.uniform(0.0, start + length))
        victims = children(run.pid) if ranks > 1 else [run.pid]
        victim = victims[0] if aimed and victims else self.chance.choice(victims or [0])
        if aimed and directory.exists():
            self.wait_for_writing(run, directory)
        running = run.poll() is None and victim != 0
        if running:
            age = age_of_checkpoint(directory)
            if age is not None and age < time.monotonic() - begun:
                self.lost.append(age)
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                running = False
        try:
            run.wait(timeout=MOST_WAIT)
        except subprocess.TimeoutExpired:
            self.check(False, f"{directory.name}: a rank was killed and the job hangs")
            run.kill()
        self.kills += 1
        self.running += running
        self.writing += running and bool(list(directory.glob("checkpoint*partial")))
        return running

    def run_kind(self, name, where, kills):
        command, family, data, settings = KINDS[name]
        config = where.parent / f"{family}-{data}.toml"
        config.write_text(f'[data]\npath = "{where.parent / data}.h5"\n[model]\nfamily = "{family}"\n')
        common = [command, config] + [word for setting in settings for word in ("--set", setting)]
        common += ["--unconverged-ok"] if command == "sample" else []
        straight, directory = where / "straight", where / "killed"
        begun = time.monotonic()
        done = self.program.run(*common, "--output", straight)
        length = time.monotonic() - begun
        if not self.check(done.returncode == 0, f"{name}: {done.stderr[-300:]}"):
            return
        arguments = common + ["--output", directory, "--resume", "--set", f"checkpoint.interval={INTERVAL}"]
        before = self.running
        for _ in range(kills):
            if not self.kill_once(directory, length, arguments):
                break
        ranks = self.chance.choice([1, 2, 3])
        done = self.program.run(*arguments, ranks=ranks)
        self.check(done.returncode == 0, f"{name}: resumed on {ranks} ranks: {done.stderr[-300:]}")
        self.resumed += "resumed at" in done.stderr
        same = done.returncode == 0 and results(directory) == results(straight)
        self.check(same, f"{name}: other results than those of the run that was left alone")
        print(f"{name}: {length:.1f} s, {self.running - before} kills hit it", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    given = parser.parse_args()
    long = given.kills >= 200
    check = Checks()
    killer = Killer(Program(given.program), check, random.Random(given.seed))
    kinds = given.kind or list(KINDS)
    # The short form takes as many kinds as it has pairs of kills, other ones with other seeds.
    share = max(2, -(-given.kills // len(kinds)))
    print(f"seed {given.seed}, {given.kills} kills")
    with scratch() as name:
        where = pathlib.Path(name)
        killer.program.simulate(where / "labels.h5", 3000, 5)
        write_reals(where / "reals.h5", 2000, 3)
        write_reals(where / "few.h5", 60, 2)
        turn = 0
        while killer.running < given.kills and turn < len(kinds) + given.kills and not check.failed:
            place = where / str(turn)
            place.mkdir()
            killer.run_kind(kinds[(turn + given.seed * 7) % len(kinds)], place, share)
            turn += 1
    lost = max(killer.lost, default=0.0)
    print(f"{killer.running} of {killer.kills} kills hit a running job, {killer.writing} the writing of "
          f"a checkpoint; at most {lost:.2f} s of work lost")
    check(killer.running >= min(given.kills, 190), "too few kills hit a running job")
    check(lost < INTERVAL + SLACK, f"{lost} s of work lost")
    if long:
        check(killer.writing >= 20, "too few kills hit the writing of a checkpoint")
    check.finish()


main()
