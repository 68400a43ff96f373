"""Runs that are killed at random moments and resumed on another number of ranks end with the bytes of
the run that was left alone. kills.py PROGRAM [--long] [--seed N]

A run is killed again and again, any rank of it, by signal 9, until it has had its share; then it may
finish. A kill that leaves a partial file hit the writing of a checkpoint. Catches: anything that a
run depends on and a checkpoint does not hold, checkpoints that are not whole, ranks that stay behind.
"""
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.program import ENVIRONMENT, Checks, Program, scratch, write_config

CHECKPOINTS = "[checkpoint]\ninterval = {interval}\n"
FIREFLY = "[sampler]\nwarmup = 200\ndraws = 6000\nchains = 2\n"
LADDER = FIREFLY.replace("6000", "1500") + '[tempering]\nmethod = "parallel"\nrungs = 3\n'
FULL = ('[sampler]\nmethod = "full"\nwarmup = 100\ndraws = 700\nchains = 2\n'
        '[tempering]\nmethod = "subsampled_parallel"\nrungs = 3\n')
TRANSITIONS = ('[sampler]\nmethod = "full"\nwarmup = 100\ndraws = 400\nchains = 2\n'
               '[tempering]\nmethod = "subsampled_transitions"\nrungs = 3\n')
KINDS = {"firefly": FIREFLY, "firefly ladder": LADDER, "full, subsampled": FULL,
         "transitions": TRANSITIONS}


def children(pid):
    out = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(pid)], stdout=subprocess.PIPE,
                         text=True).stdout
    return [int(line.split()[0]) for line in out.splitlines() if "photinus" in line]


class Killer:
    def __init__(self, program, check, chance):
        self.program, self.check, self.chance = program, check, chance
        self.hits = self.writing = 0

    def start(self, ranks, *arguments):
        return subprocess.Popen(self.program.command(ranks, *arguments), env=ENVIRONMENT,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL)

    def kill_once(self, directory, length, arguments):
        """True where the kill hit the run before its end."""
        ranks = self.chance.choice([1, 2, 3])
        run = self.start(ranks, *arguments)
        time.sleep(self.chance.uniform(0.05, length))
        victims = children(run.pid) if ranks > 1 else [run.pid]
        running = run.poll() is None and bool(victims)
        if running:
            subprocess.run(["kill", "-9", str(self.chance.choice(victims))],
                           stderr=subprocess.DEVNULL)
        try:
            run.wait(timeout=90)
        except subprocess.TimeoutExpired:
            self.check(False, f"{directory.name}: a rank was killed and the job hangs")
            run.kill()
        if running:
            self.hits += 1
            self.writing += bool(list(directory.glob("*.partial")))
        return running

    def run_kind(self, name, where, text, kills):
        config, straight = where / f"{name}.toml".replace(" ", "_"), where / (name + " straight")
        write_config(config, where / "data.h5", text + CHECKPOINTS.format(interval=0.01))
        begun = time.monotonic()
        done = self.program.run("sample", config, "--unconverged-ok", "--output", straight,
                                "--set", "checkpoint.interval=60")
        length = time.monotonic() - begun
        self.check(done.returncode == 0, f"{name}: {done.stderr[-300:]}")
        directory = where / name
        arguments = ["sample", config, "--unconverged-ok", "--output", directory, "--resume"]
        for _ in range(kills):
            if not self.kill_once(directory, length, arguments):
                break
        ranks = self.chance.choice([1, 2, 3])
        done = self.program.run(*arguments, ranks=ranks)
        self.check(done.returncode == 0, f"{name}: resumed on {ranks}: {done.stderr[-300:]}")
        same = (directory / "draws.nc").read_bytes() == (straight / "draws.nc").read_bytes()
        self.check(same, f"{name}: other draws than those of the run that was left alone")


def main():
    long = "--long" in sys.argv
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
    check = Checks()
    program = Program(sys.argv[1])
    killer = Killer(program, check, random.Random(seed))
    wanted = 200 if long else 8
    print(f"seed {seed}, {wanted} kills")
    with scratch() as name:
        where = pathlib.Path(name)
        program.simulate(where / "data.h5", 3000, 5)
        round_number = 0
        while killer.hits < wanted:
            kind = list(KINDS)[round_number % len(KINDS)]
            round_number += 1
            place = where / str(round_number)
            place.mkdir()
            (place / "data.h5").symlink_to(where / "data.h5")
            killer.run_kind(kind, place, KINDS[kind], 8 if long else 2)
            if round_number > 4 * wanted:
                break
    print(f"{killer.hits} kills hit a running job, {killer.writing} the writing of a checkpoint")
    check(killer.hits >= wanted, "too few kills hit a running job")
    if long:
        check(killer.writing >= 20, "too few kills hit the writing of a checkpoint")
    check.finish()


main()
