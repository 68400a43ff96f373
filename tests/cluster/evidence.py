"""photinus evidence as a user sees it: tables of several models, runs that new rows extend, and what is
refused.

usage: evidence.py PROGRAM
"""
import json
import pathlib
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, results, scratch  # noqa: E402

USAGE, BAD_DATA, STOPPED = 2, 3, 75
ROWS, FIRST, COLUMNS = 900, 500, 3
SEQUENTIAL = """[evidence]
method = "sequential"
walkers = 20
prior_draws = 500
"""
MODEL = """[data]
path = "{data}"
[model]
family = "linear"
sigma = 0.5
"""


def simulate_rows():
    random = np.random.default_rng(3)
    x = random.normal(size=(ROWS, COLUMNS))
    return x, x @ [1.0, -0.5, 0.2] + 0.5 * random.normal(size=ROWS)


def write(path, x, y, **datasets):
    with h5py.File(path, "w") as file:
        file["X"], file["y"] = x, y
        for name, values in datasets.items():
            file[name] = values


def exact_log_evidence(x, y, sigma=0.5):
    """Of linear regression with intercept, coefficients N(0, 1)."""
    a = np.hstack([x, np.ones((len(x), 1))])
    covariance = sigma**2 * np.eye(len(y)) + a @ a.T
    sign, log_determinant = np.linalg.slogdet(covariance)
    return -0.5 * (y @ np.linalg.solve(covariance, y) + log_determinant + len(y) * np.log(2 * np.pi))


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.x, self.y = simulate_rows()
        write(folder / "all.h5", self.x, self.y)
        write(folder / "old.h5", self.x[:FIRST], self.y[:FIRST])
        write(folder / "new.h5", self.x[FIRST:], self.y[FIRST:])
        for name in ("all", "old"):
            (folder / f"{name}.toml").write_text(MODEL.format(data=f"{name}.h5") + SEQUENTIAL)

    def run(self, *arguments, ranks=1):
        return self.program.run("evidence", *arguments, ranks=ranks, cwd=self.folder, timeout=100)

    def good(self, *arguments, ranks=1):
        done = self.run(*arguments, ranks=ranks)
        self.check(done.returncode == 0, f"{arguments}: exit {done.returncode}: {done.stderr}")
        return done

    def refused(self, code, words, *arguments):
        done = self.run(*arguments)
        self.check(done.returncode == code, f"{arguments}: exit {done.returncode}: {done.stderr}")
        for word in words:
            self.check(word in done.stderr, f"{arguments}: no {word!r} in {done.stderr}")

    def extended_runs_are_straight_runs(self):
        for name, settings in (("sequential", []), ("hybrid", ["--set", "evidence.method=hybrid"]),
                               ("fixed", ["--set", "evidence.chunk=150"]),
                               ("published", ["--set", "evidence.constants=published",
                                              "--set", "evidence.walkers=auto", "--set", "evidence.prior_draws=auto"])):
            self.good("all.toml", *settings, "--output", f"{name}-all", ranks=2)
            self.good("old.toml", *settings, "--output", f"{name}-old")
            self.good("--extend", f"{name}-old", "new.h5", "--output", f"{name}-new", ranks=3)
            self.check(results(self.folder / f"{name}-all") == results(self.folder / f"{name}-new"),
                       f"{name}: the extended run is not the straight one")
            self.good("--extend", f"{name}-old", "new.h5")
            self.check(results(self.folder / f"{name}-all") == results(self.folder / f"{name}-old"),
                       f"{name}: extended in place is not the straight one")
        # Twice in a row, from where the first extension stands.
        third = FIRST + 150
        write(self.folder / "second.h5", self.x[FIRST:third], self.y[FIRST:third])
        write(self.folder / "third.h5", self.x[third:], self.y[third:])
        self.good("old.toml", "--output", "twice")
        self.good("--extend", "twice", "second.h5")
        self.good("--extend", "twice", "third.h5")
        self.check(results(self.folder / "sequential-all") == results(self.folder / "twice"), "extended twice")
        with h5py.File(self.folder / "twice" / "draws.nc") as file:
            rows = file["evidence/trace_rows"][:]
            self.check(rows[-1] == ROWS and np.all(np.diff(rows) > 0), f"trace of rows: {rows}")

    def values(self):
        truth = exact_log_evidence(self.x, self.y)
        for method in ("smc", "sequential", "annealed"):
            self.good("all.toml", "--set", f"evidence.method={method}", "--set", "evidence.particles=128",
                      "--output", method)
            evidence = json.loads((self.folder / method / "summary.json").read_text())["evidence"]
            error = abs(evidence["log_z"] - truth)
            self.check(error < 5 * evidence["standard_error"] + 0.2, f"{method}: {error} off, {evidence}")
            passes = evidence["evaluations"] / ROWS
            self.check(abs(evidence["data_passes"] - passes) < 1e-9 * passes, f"{method}: passes")

    def comparison(self):
        (self.folder / "wide.toml").write_text(MODEL.format(data="all.h5") + "prior = {scale = 100.0}\n" + SEQUENTIAL)
        done = self.good("all.toml", "wide.toml", "--output", "compared")
        table = done.stdout.split("log BF")[-1].splitlines()
        self.check([line.split()[0] for line in table[2:4]] == ["all", "wide"], done.stdout)
        shares = [float(line.split()[5]) for line in table[2:4]]
        self.check(abs(sum(shares) - 1) < 1e-3 and shares[0] > 0.99, done.stdout)
        self.check(max(map(len, done.stdout.splitlines())) <= 80, "lines of 80 columns")
        self.check((self.folder / "compared" / "wide" / "summary.json").exists(), "a directory for each")
        done = self.program.run("summary", "compared/wide", cwd=self.folder)
        self.check(done.returncode == 0 and "Log evidence" in done.stdout, done.stdout + done.stderr)

    def resumed(self):
        models = ["all.toml", "wide.toml", "--set", "evidence.walkers=300"]
        straight = self.good(*models, "--output", "straight")
        stopped = self.run(*models, "--output", "stopped", "--max-time", "0.3s", ranks=2)
        self.check(stopped.returncode == STOPPED and "--max-time is over" in stopped.stderr, f"stopped: {stopped.stderr}")
        self.check(not (self.folder / "stopped/wide/summary.json").exists(), "results of a run that was stopped")
        self.refused(USAGE, ["model.sigma was 0.5, and now is 0.6"], *models, "--output", "stopped", "--resume",
                     "--set", "model.sigma=0.6")
        whole = self.good(*models, "--output", "stopped", "--resume", ranks=3)
        table = [done.stdout.split("log BF")[-1] for done in (straight, whole)]
        self.check(table[0] == table[1], f"resumed: {table}")
        for name in ("all", "wide"):
            self.check(results(self.folder / "straight" / name) == results(self.folder / "stopped" / name),
                       f"{name}: the resumed run is not the straight one")
        # An extension, from the state that it extends.
        self.good("old.toml", "--output", "first")
        extension = ["--extend", "first", "new.h5", "--output", "second"]
        stopped = self.run(*extension, "--max-time", "0.000001s")
        self.check(stopped.returncode == STOPPED, f"extension: {stopped.stderr}")
        self.good(*extension, "--resume")
        self.check(results(self.folder / "sequential-all") == results(self.folder / "second"), "extension resumed")

    def refusals(self):
        never = ["--output", "never"]
        self.refused(USAGE, ["other data", "all", "old"], "all.toml", "old.toml", *never)
        self.refused(USAGE, ["same results directory"], "all.toml", "wide.toml")
        self.refused(USAGE, ["model.prior", "no evidence exists"], "all.toml", "--set", "model.prior.family=flat", *never)
        self.refused(USAGE, ["intercept_prior", "no evidence exists"], "all.toml", "--set", "model.intercept_prior={family='flat'}", *never)
        self.refused(USAGE, ["evidence.particles", "at least 2"], "all.toml", "--set", "evidence.particles=1", *never)
        self.refused(USAGE, ["evidence.method", "stepping_stone"], "all.toml", "--set", "evidence.method=magic", *never)
        self.refused(USAGE, ["larger than the data", "1000"], "all.toml", "--set", "evidence.chunk=1000", *never)
        self.refused(USAGE, ["evidence.first_rows", "901", "900"], "all.toml", "--set", "evidence.method=hybrid", "--set", "evidence.first_rows=901", *never)
        self.refused(USAGE, ["not independent"], "all.toml", "--set", "model.family=gp", *never)

    def refused_extensions(self):
        self.good("old.toml", "--output", "before")
        never = ["--output", "never"]
        self.refused(USAGE, ["config.toml"], "--extend", "nowhere", "new.h5", *never)
        self.refused(USAGE, ["sequential.state"], "--extend", "smc", "new.h5", *never)
        self.refused(USAGE, ["model.sigma was 0.5, and now is 0.6"], "--extend", "before", "new.h5", "--set", "model.sigma=0.6", *never)
        write(self.folder / "narrow.h5", self.x[FIRST:, 1:], self.y[FIRST:])
        self.refused(BAD_DATA, ["narrow.h5", "number of columns: 2", "3"], "--extend", "before", "narrow.h5", *never)
        write(self.folder / "heavy.h5", self.x[FIRST:], self.y[FIRST:], weights=np.ones(ROWS - FIRST))
        self.refused(BAD_DATA, ["heavy.h5", "/weights"], "--extend", "before", "heavy.h5", *never)
        # A column that was the intercept is none with the new rows.
        constant = np.hstack([self.x, np.ones((ROWS, 1))])
        write(self.folder / "old.h5", constant[:FIRST], self.y[:FIRST])
        self.refused(BAD_DATA, ["old.h5", "number of columns"], "--extend", "before", "new.h5", *never)
        self.good("old.toml", "--output", "constant")
        constant[-1, -1] = 2.0
        write(self.folder / "varied.h5", constant[FIRST:], self.y[FIRST:])
        self.refused(USAGE, ["the model is another", "intercept"], "--extend", "constant", "varied.h5", *never)
        write(self.folder / "old.h5", constant[: FIRST - 1], self.y[: FIRST - 1])
        self.refused(BAD_DATA, ["old.h5", "499 rows", "500"], "--extend", "constant", "varied.h5", *never)
        write(self.folder / "old.h5", constant[:FIRST], self.y[:FIRST])
        state = self.folder / "constant" / "sequential.state"
        state.write_bytes(state.read_bytes()[:-3] + b"abc")
        self.refused(5, ["sequential.state", "damaged"], "--extend", "constant", "varied.h5", *never)
        (self.folder / "constant" / "config.toml").unlink()
        self.refused(USAGE, ["did not finish"], "--extend", "constant", "varied.h5", *never)
        self.check(not (self.folder / "never" / "summary.json").exists(), "results were left")


def main():
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        for part in (test.extended_runs_are_straight_runs, test.values, test.comparison, test.resumed, test.refusals,
                     test.refused_extensions):
            part()
    check.finish()


if __name__ == "__main__":
    main()
