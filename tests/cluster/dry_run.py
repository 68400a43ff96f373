"""What --dry-run foretells is what the run takes then: rows of every rank exactly, peak memory of every
rank and messages of an iteration within 20 %. Short data leave the program itself, 24 to 33 MB of
libraries by the machine, a large part of the memory: 8 MB more are let pass there. With --long the
data are 1 GB and more.

usage: dry_run.py PROGRAM [--long]
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_reals  # noqa: E402

USAGE = 2
TOLERANCE, PROGRAM_MB = 0.20, 8.0
LINE = re.compile(r"^rank (\d+) +(\d+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+|-) +([\d.]+|-)$", re.M)
DISK = re.compile(r"^disk +draws ([\d.]+) (\wB), checkpoints ([\d.]+) (\wB)$", re.M)
UNITS = {"kB": 1e3, "MB": 1e6, "GB": 1e9}


def forecast(text):
    """Of every rank: rows, peak memory in MB, messages; and the bytes of draws and checkpoints."""
    ranks = [(int(line[1]), float(line[4]), None if line[5] == "-" else float(line[5]))
             for line in LINE.findall(text)]
    disk = DISK.search(text).groups()
    return ranks, [float(disk[i]) * UNITS[disk[i + 1]] for i in (0, 2)]


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.worst = {}

    def config(self, family, data):
        path = self.folder / f"{family}-{pathlib.Path(data).stem}.toml"
        path.write_text(f'[data]\npath = "{self.folder / data}"\n[model]\nfamily = "{family}"\n')
        return path

    def near(self, name, quantity, foretold, found, allowance=0.0):
        ratio = foretold / found
        self.worst.setdefault(quantity, []).append(ratio)
        self.check(abs(foretold - found) <= TOLERANCE * found + allowance,
                   f"{name}: {quantity} foretold {foretold:.4g}, found {found:.4g}, ratio {ratio:.3f}")
        return f"{ratio:.3f}"

    def disk(self, name, foretold, output):
        """Small files are mostly headers. Of the two checkpoints the last is as large as they get."""
        for kind, pattern, copies, expected in (("draws", "draws.nc", 1, foretold[0]),
                                                ("checkpoints", "checkpoint-*.bin", 2, foretold[1])):
            sizes = [file.stat().st_size for file in output.glob(pattern)]
            if sizes and expected:
                self.near(name, kind, expected, copies * max(sizes), 50e3)

    def compare(self, name, family, data, settings, ranks, command="sample", allowance=PROGRAM_MB):
        config, output = self.config(family, data), self.folder / "out"
        sets = [word for setting in settings for word in ("--set", setting)]
        plan = self.program.run(command, config, *sets, "--output", output, "--dry-run", "--for-ranks", ranks)
        name = f"{name}, {ranks} ranks"
        if not self.check(plan.returncode == 0, f"{name}: {plan.stderr}"):
            return
        foretold, disk = forecast(plan.stdout)
        extra = ["--unconverged-ok"] if command == "sample" else []
        done = self.program.run(command, config, *sets, "--output", output, "--force", *extra, ranks=ranks,
                                timeout=3000)
        if not self.check(done.returncode == 0, f"{name}: {done.stderr}"):
            return
        shares = json.loads((output / "summary.json").read_text())["rank_shares"]
        self.check([rank[0] for rank in foretold] == [share["rows"] for share in shares],
                   f"{name}: rows foretold {foretold}, found {shares}")
        memory = [self.near(name, "memory", rank[1], share["peak_memory_bytes"] / 1e6, allowance)
                  for rank, share in zip(foretold, shares)]
        messages = []
        for rank, share in zip(foretold, shares):
            found = share["messages_per_iteration"]
            if rank[2] is not None and found:
                messages.append(self.near(name, "messages", rank[2], found))
        self.check(command == "evidence" or ranks == 1 or len(messages) == ranks, f"{name}: no messages")
        self.disk(name, disk, output)
        print(f"{name}: foretold over found: memory {' '.join(memory)}; messages {' '.join(messages)}",
              flush=True)


def few(draws, chains=4):
    return [f"sampler.warmup={draws}", f"sampler.draws={draws}", f"sampler.chains={chains}"]


def short_cases(test):
    test.program.simulate(test.folder / "rows.h5", 300_000, 50)
    test.compare("fireflies", "logistic", "rows.h5", few(150), 3)
    test.compare("fireflies", "logistic", "rows.h5", few(50), 1)
    test.compare("spared coordinator", "logistic", "rows.h5", [*few(50), "ranks.coordinator_holds_rows=false"], 3)
    subsets = ["tempering.method=subsampled_parallel", "tempering.rungs=3", "sampler.leapfrogs=1"]
    test.compare("subset ladder", "logistic", "rows.h5", [*few(2, 2), *subsets], 2)
    test.program.simulate(test.folder / "few.h5", 20_000, 10)
    full = ["sampler.method=full"]
    for name, settings in (("full data", full), ("nuts", [*full, "sampler.kernel=nuts"]),
                           ("bright rows at the shards", ["firefly.plan=shards"]),
                           ("firefly ladder", ["tempering.method=parallel", "tempering.rungs=4"])):
        test.compare(name, "logistic", "few.h5", [*few(150, 2), *settings], 3)
    test.program.simulate(test.folder / "text.svm", 20_000, 60, filled=0.2, format="libsvm")
    test.compare("sparse text", "logistic", "text.svm", few(50), 2)
    write_reals(test.folder / "reals.h5", 20_000, 6)
    for method in ("parallel", "transitions", "subsampled_transitions"):
        test.compare(method, "mvn", "reals.h5", [*few(20, 2), f"tempering.method={method}"], 3)
    evidence = ["evidence.warmup=40", "evidence.draws=40"]
    test.compare("evidence", "logistic", "few.h5", evidence, 3, "evidence")
    test.compare("evidence by rungs", "logistic", "few.h5",
                 [*evidence, "evidence.method=bridge", "evidence.rungs=6", "sampler.leapfrogs=2"], 2, "evidence")


def long_cases(test):
    test.program.simulate(test.folder / "dense.h5", 6_000_000, 50)
    ladder = ["tempering.method=subsampled_parallel", "tempering.rungs=2", "sampler.leapfrogs=1",
              "sampler.step_size=0.01"]  # all steps are accepted: swaps ask what is not known
    for ranks in (1, 2, 3):
        test.compare("logistic", "logistic", "dense.h5", few(50), ranks, allowance=0.0)
        test.compare("ladder", "logistic", "dense.h5", [*few(2, 1), *ladder], ranks, allowance=0.0)
    (test.folder / "dense.h5").unlink()
    test.program.simulate(test.folder / "classes.h5", 5_000_000, 50, family="softmax", classes=4)
    for ranks in (1, 2, 3):
        test.compare("softmax", "softmax", "classes.h5", few(50), ranks, allowance=0.0)
    (test.folder / "classes.h5").unlink()
    test.program.simulate(test.folder / "text.svm", 3_500_000, 60, filled=0.4, format="libsvm")
    for ranks in (1, 2, 3):
        test.compare("sparse text", "logistic", "text.svm", few(50), ranks, allowance=0.0)


def larger_than_memory(test):
    """2 TB that were never written: whoever read more than a few rows would not come back."""
    import h5py

    # Its place is taken, and nothing is in it: a hole of 2 TB.
    place = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    place.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    place.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    with h5py.File(test.folder / "huge.h5", "w") as file:
        for name, shape, scalar in ((b"X", (10_000_000_000, 50), h5py.h5t.IEEE_F32LE),
                                    (b"y", (10_000_000_000,), h5py.h5t.STD_I8LE)):
            h5py.h5d.create(file.id, name, scalar, h5py.h5s.create_simple(shape), dcpl=place)
    done = test.program.run("sample", test.config("logistic", "huge.h5"), "--dry-run", "--for-ranks", 600,
                            cwd=test.folder, timeout=60)
    test.check(done.returncode == 0, done.stderr)
    found = re.search(r"^most, rank \d+ +(\d+) +([\d.]+)", done.stdout, re.M)
    if test.check(found, f"no line of the ranks with most: {done.stdout}"):
        # 200 bytes of features, 8 of the response, 16 of the bound's facts and less for the rest.
        expected = int(found.group(1)) * 225e-6
        test.check(0.9 < float(found.group(2)) / expected < 1.1, f"a rank of 600: {found.group(0)}")
    test.check(not (test.folder / "results").exists(), "a dry run left a results directory")


def command_line(test):
    config = test.config("logistic", "few.h5")
    alone = test.program.run("sample", config, "--dry-run", "--for-ranks", 3)
    team = test.program.run("sample", config, "--dry-run", ranks=3)
    test.check(alone.stdout == team.stdout and team.stdout, "--for-ranks 3 differs from 3 ranks")
    both = test.program.run("evidence", config, test.config("probit", "few.h5"), "--dry-run", "--output",
                            test.folder / "none")
    test.check(both.returncode == 0 and len(LINE.findall(both.stdout)) == 2, f"{both.stdout}{both.stderr}")
    for settings in (["--for-ranks", 3], ["--dry-run", "--for-ranks", 0]):
        done = test.program.run("sample", config, *settings)
        test.check(done.returncode == USAGE and "--for-ranks" in done.stderr, f"{settings}: {done.stderr}")


def main():
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        if "--long" in sys.argv:
            long_cases(test)
        else:
            short_cases(test)
            larger_than_memory(test)
            command_line(test)
        for quantity, ratios in test.worst.items():
            print(f"{quantity}: foretold over found from {min(ratios):.3f} to {max(ratios):.3f}")
    check.finish()


if __name__ == "__main__":
    main()
