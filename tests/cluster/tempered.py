"""Ladders of twelve rungs: draws.nc and summary.json of 1, 2, 3, 5 and 8 ranks are the same bytes,
and four ranks share the likelihood evaluations; and every ladder that is none ends the run with exit
code 2 and a message that names the key.

usage: tempered.py PROGRAM
"""
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, results, scratch, write_reals  # noqa: E402

# PHOTINUS_TEST_RANKS="3" for builds that are too slow for more.
RANKS = tuple(map(int, os.environ.get("PHOTINUS_TEST_RANKS", "2 3 5 8").split()))
RUNGS, CHAINS = 12, 2
USAGE = 2


def cases():
    """Name, family, data and settings. Warm-up is long enough to adapt ladders and metrics."""
    yield "SPT", "mvn", "reals.h5", ["tempering.method=subsampled_parallel"]
    yield "STT", "linear", "reals.h5", ["tempering.method=subsampled_transitions", "model.sigma=0.7"]
    yield "PT", "logistic", "labels.h5", ["tempering.method=parallel", "sampler.method=full"]
    yield "GP", "gp", "few.h5", ["tempering.method=subsampled_parallel", "sampler.leapfrogs=3"]
    yield "sweep", "mvn", "reals.h5", ["tempering.method=subsampled_parallel", "tempering.subsets=independent",
                                       "tempering.schedule=sweep", "sampler.kernel=slice_coordinate"]
    yield "TT", "mixture", "few.h5", ["tempering.method=transitions", "model.components=2", "sampler.leapfrogs=3",
                                      "tempering.posterior_updates=2"]


def refused():
    """Name, family, settings, and words that the message must hold."""
    def ladder(text, method="parallel"):
        return [f"tempering.ladder={text}", f"tempering.method={method}"]

    subsets = "subsampled_parallel"
    yield "not decreasing", "mvn", ladder("[1.0,0.5,0.5]"), ["tempering.ladder", "rung 2", "decrease"]
    yield "increasing", "mvn", ladder("[1.0,0.5,0.7]"), ["tempering.ladder", "rung 2", "decrease"]
    yield "first below 1", "mvn", ladder("[0.9,0.5]"), ["tempering.ladder", "rung 0", "beta = 1"]
    yield "beta 0", "mvn", ladder("[1.0,0.0]"), ["tempering.ladder", "rung 1", "above 0"]
    yield "beta below 0", "mvn", ladder("[1.0,-0.5]"), ["tempering.ladder", "rung 1", "above 0"]
    yield "beta above 1", "mvn", ladder("[1.5,1.0]"), ["tempering.ladder", "rung 0", "at most 1"]
    yield "least beta", "mvn", ["tempering.method=parallel", "tempering.least_beta=1.5"], ["tempering.least_beta"]
    yield "no rows", "mvn", ladder("[1.0,0.0005]", subsets), ["tempering.ladder", "rung 1", "0 rows"]
    yield "few rows", "mvn", ladder("[1.0,0.005]", subsets), ["tempering.ladder", "3 rows", "4 parameters"]
    yield "few rows of linear", "linear", ladder("[1.0,0.5,0.005]", "subsampled_transitions"), ["rung 2", "6 parameters"]
    yield "same rows", "mvn", ladder("[1.0,0.5,0.4995]", subsets), ["tempering.ladder", "as many"]
    yield "schedule", "mvn", ["tempering.method=parallel", "tempering.schedule=odd_even"], ["tempering.schedule", "even_then_odd", "sweep"]
    yield "method", "mvn", ["tempering.method=serial"], ["tempering.method", "transitions"]
    for method in ("transitions", "subsampled_transitions"):
        yield f"nuts with {method}", "mvn", [f"tempering.method={method}", "sampler.kernel=nuts"], ["sampler.kernel", "nuts", "reversal"]
    yield "independent", "mvn", ["tempering.method=subsampled_transitions", "tempering.subsets=independent"], ["tempering.subsets", "independent"]
    yield "fireflies of gp", "gp", ["sampler.method=firefly"], ["sampler.method", "firefly", "gp"]
    yield "Hessian of gp", "gp", ["sampler.metric=hessian"], ["sampler.metric", "hessian", "gp"]
    yield "mode of gp", "gp", ["sampler.start=mode"], ["sampler.start", "mode", "gp"]


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder

    def config(self, family, data):
        path = self.folder / f"{family}.toml"
        path.write_text(f'[data]\npath = "{self.folder / data}"\n[model]\nfamily = "{family}"\n'
                        f"[sampler]\nchains = {CHAINS}\nwarmup = 160\ndraws = 20\n")
        return path

    def run(self, name, family, data, settings, ranks):
        sets = [word for s in settings for word in ("--set", s)]
        output = self.folder / f"{name.replace(' ', '_')}-{ranks}"
        done = self.program.run("sample", self.config(family, data), *sets, "--output", output,
                                "--unconverged-ok", ranks=ranks)
        return done, output

    def same_bytes(self):
        for name, family, data, settings in cases():
            settings = [*settings, f"tempering.rungs={RUNGS}"]
            reference = None
            for ranks in (1, *RANKS):
                done, output = self.run(name, family, data, settings, ranks)
                if not self.check(done.returncode == 0, f"{name}, {ranks} ranks: {done.stderr}"):
                    continue
                now = results(output)
                reference = reference or now
                self.check(now[0] == reference[0], f"{name}: draws.nc differs on {ranks} ranks")
                self.check(now[1] == reference[1], f"{name}: summary.json differs on {ranks} ranks")
            betas = json.loads(reference[1])["tempering"]["betas"]
            self.check(len(betas) == RUNGS, f"{name}: {len(betas)} rungs")

    def shares(self):
        for name, family, data, settings in cases():
            # A chain of transitions is one replica: two chains employ two ranks. And nearly all of a
            # process's work is done at its two coldest rungs, which few replicas visit in a short run.
            if "transitions" in settings[0] or family == "gp":
                continue
            done, output = self.run(f"{name} shares", family, data, [*settings, f"tempering.rungs={RUNGS}"], 4)
            if not self.check(done.returncode == 0, f"{name}: {done.stderr}"):
                continue
            shares = json.loads((output / "summary.json").read_text())["rank_shares"]
            evaluations = [share["evaluations"] for share in shares]
            self.check(len(evaluations) == 4, f"{name}: {len(evaluations)} ranks")
            parts = [count / sum(evaluations) for count in evaluations]
            self.check(all(0.15 <= part <= 0.35 for part in parts), f"{name}: shares {parts}")

    def bad_input(self):
        for number, (name, family, settings, words) in enumerate(refused()):
            ranks = 1 if number % 4 else 3
            done, output = self.run(name, family, "reals.h5", settings, ranks)
            where = f"{name} on {ranks} ranks"
            self.check(done.returncode == USAGE, f"{where}: exit {done.returncode}: {done.stderr}")
            for word in words:
                self.check(word in done.stderr, f"{where}: no {word!r} in {done.stderr}")
            left = list(output.iterdir()) if output.exists() else []
            self.check(not left, f"{where}: left {left}")


def main():
    check = Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program = Program(sys.argv[1])
        write_reals(folder / "reals.h5", 600, 4)
        write_reals(folder / "few.h5", 96, 2)
        program.simulate(folder / "labels.h5", 600, 4)
        test = Test(program, check, folder)
        for part in (test.same_bytes, test.shares, test.bad_input):
            part()
    check.finish()


if __name__ == "__main__":
    main()
