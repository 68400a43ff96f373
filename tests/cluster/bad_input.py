"""Every bad input ends the run on all ranks within seconds: exit code, a message with the place, and
no result left behind.

usage: bad_input.py PROGRAM
"""
import pathlib
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import SLOWNESS, Checks, Program, scratch, write_config  # noqa: E402

ROWS, COLUMNS = 640, 4
USAGE, BAD_DATA, INPUT_OUTPUT = 2, 3, 5
# mpirun sleeps a second between asking what is left to end and killing it: here, eighty times.
AT_ONCE = {"OMPI_MCA_odls_base_sigkill_timeout": "0"}


def good():
    random = np.random.default_rng(1)
    x = random.normal(size=(ROWS, COLUMNS)).astype("f4")
    y = (random.random(ROWS) < 1 / (1 + np.exp(-x.sum(1)))).astype("i4")
    return x, y


def write(path, x=None, y=None, **attributes):
    with h5py.File(path, "w") as file:
        if x is not None:
            file["X"] = x
        if y is not None:
            file["y"] = y
        for name, value in attributes.items():
            file.attrs[name] = value


def with_value(place, value):
    x, y = good()
    (x if len(place) == 2 else y)[place if len(place) == 2 else place[0]] = value
    return x, y


def data_cases(folder):
    """Name, maker of the file, exit code, and words that the message must hold."""
    x, y = good()
    names = [f"column{j}" for j in range(COLUMNS)]
    y64 = y.astype("f8")
    mixed, outside, broken = y.copy(), y.copy(), y64.copy()
    y_first_zero = int(np.argmax(y == 0))
    mixed[np.argmax(y == 1)] = -1
    outside[321] = 2
    broken[637] = np.nan
    yield "NaN", (*with_value((600, 2), np.nan), dict(column_names=names)), BAD_DATA, ["data.h5", "row 600", "column 2", "column2", "NaN"]
    yield "infinity", with_value((3, 0), np.inf), BAD_DATA, ["row 3,", "column 0", "infinity"]
    yield "NaN in y", (x, broken), BAD_DATA, ["row 637", "/y", "NaN"]
    yield "label 2", (x, outside), BAD_DATA, ["row 321", "2", "logistic"]
    yield "labels 0 and -1", (x, mixed), BAD_DATA, ["-1", f"row {y_first_zero} "]
    yield "no X", (None, y), BAD_DATA, ["/X"]
    yield "no y", (x, None), BAD_DATA, ["/y"]
    yield "short y", (x, y[:-1]), BAD_DATA, ["/y", str(ROWS)]
    yield "flat X", (x[:, 0], y), BAD_DATA, ["/X", "rows x columns"]
    yield "integer X", (x.astype("i4"), y), BAD_DATA, ["float32"]
    yield "no rows", (x[:0], y[:0]), BAD_DATA, ["empty"]
    yield "names", (x, y, dict(column_names=names[:-1])), BAD_DATA, ["column_names"]


def separable():
    x, _ = good()
    return x, (x[:, 0] > 0).astype("i4")


def model_cases():
    x, y = good()
    flat = ["--set", "model.prior={family='flat'}"]
    flat_intercept = ["--set", "model.intercept_prior={family='flat'}"]
    constant = np.hstack([x, np.ones((ROWS, 2), "f4")])
    twice = np.hstack([x, x[:, :1]])
    yield "separable", separable(), flat, BAD_DATA, ["separable", "prior"]
    yield "collinear", (twice, y), flat, BAD_DATA, ["collinear"]
    yield "two constants", (constant, y), [], BAD_DATA, ["columns 4 and 5", "constant"]
    yield "one class", (x, np.ones_like(y)), flat_intercept, BAD_DATA, ["prior"]
    yield "scales", (x, y), ["--set", "model.prior.scale=[1.0,2.0]"], USAGE, ["model.prior.scale", "5"]


def residual_cases():
    """Files of real responses, settings, exit code, and words that the message must hold."""
    x, _ = good()
    y = x.sum(1).astype("f8")
    for family in ("student_t", "linear"):
        model = ["--set", f"model.family={family}"]
        for value, word in ((np.nan, "NaN"), (np.inf, "infinity")):
            bad = y.copy()
            bad[637] = value
            yield f"{word} in y of {family}", (x, bad), model, BAD_DATA, ["data.h5", "row 637", "/y", word]
    model = ["--set", "model.family=student_t"]
    yield "labels' bound", (x, y), [*model, "--set", "firefly.bound=jaakkola_jordan"], USAGE, ["firefly.bound", "jaakkola_jordan", "student_t", "tangent"]
    yield "ellipsoid, sampled scale", (x, y), [*model, "--set", "firefly.bound=ellipsoid"], USAGE, ["firefly.bound", "ellipsoid", "model.sigma"]
    counts = np.random.default_rng(2).poisson(3.0, size=ROWS).astype("f8")
    model = ["--set", "model.family=poisson"]
    for value, word in ((-1.0, "-1"), (2.5, "2.5"), (np.nan, "NaN")):
        bad = counts.copy()
        bad[637] = value
        yield f"{word} in y of poisson", (x, bad), model, BAD_DATA, ["data.h5", "row 637", "y", word]
    yield "poisson, untuned", (x, counts), [*model, "--set", "firefly.anchor=untuned"], USAGE, ["firefly.anchor", "untuned", "poisson", "mode"]
    yield "poisson, a bound everywhere", (x, counts), [*model, "--set", "firefly.bound=tangent"], USAGE, ["firefly.bound", "tangent", "poisson", "auto, ellipsoid"]
    yield "probit, label 3", (x, counts), ["--set", "model.family=probit"], BAD_DATA, ["row", "probit"]
    model = ["--set", "model.family=student_t"]
    constant = np.hstack([x, np.ones((ROWS, 2), "f4")])
    yield "two constants for student_t", (constant, y), model, BAD_DATA, ["columns 4 and 5", "constant"]


def term_cases():
    """Datasets beside /X and /y, settings, exit code, and words that the message must hold."""
    x, y = good()
    weights, offset = np.ones(ROWS), np.zeros(ROWS)
    for value, word in ((-0.5, "-0.5"), (np.nan, "NaN")):
        bad = weights.copy()
        bad[637] = value
        yield f"weight {word}", dict(X=x, y=y, weights=bad), [], BAD_DATA, ["row 637", "weights", word]
    bad = offset.copy()
    bad[12] = np.inf
    yield "infinite offset", dict(X=x, y=y, offset=bad), [], BAD_DATA, ["row 12", "offset", "infinity"]
    yield "short weights", dict(X=x, y=y, weights=weights[1:]), [], BAD_DATA, ["weights", str(ROWS)]
    softmax = ["--set", "model.family=softmax"]
    classes = np.arange(ROWS) % 3
    yield "one offset for three classes", dict(X=x, y=classes, offset=offset), softmax, BAD_DATA, ["/offset", "1 number", "3 linear predictor"]
    yield "a class without rows", dict(X=x, y=np.where(classes == 1, 3, classes)), softmax, BAD_DATA, ["class 1 has no row", "class 3"]
    yield "label 1.5", dict(X=x, y=np.where(np.arange(ROWS) == 321, 1.5, classes)), softmax, BAD_DATA, ["row 321", "1.5", "softmax"]
    yield "softmax, flat prior", dict(X=x, y=classes), [*softmax, "--set", "model.prior={family='flat'}"], BAD_DATA, ["prior"]
    yield "softmax, another's bound", dict(X=x, y=classes), [*softmax, "--set", "firefly.bound=tangent"], USAGE, ["firefly.bound", "boehning", "jebara_choromanska"]


def sparse_cases():
    """LIBSVM text, exit code, and words that the message must hold."""
    rows = [f"{n % 2} {1 + n % 3}:0.5 {5 + n % 2}:{n / ROWS}" for n in range(ROWS)]

    def with_line(line):
        return "\n".join([*rows[:300], line, *rows[301:]]) + "\n"

    yield "indices out of order", with_line("1 5:1 2:1"), BAD_DATA, ["data.svm", "line 301", "2"]
    yield "index twice", with_line("1 5:1 5:1"), BAD_DATA, ["line 301", "5"]
    yield "index 0", with_line("1 0:1"), BAD_DATA, ["line 301", "0"]
    yield "not a number", with_line("1 2:much"), BAD_DATA, ["line 301", "much"]
    yield "no label", with_line("2:1 3:1"), BAD_DATA, ["line 301"]
    yield "NaN", with_line("1 2:nan"), BAD_DATA, ["line 301", "nan"]
    yield "label 7", with_line("7 2:1"), BAD_DATA, ["row 300", "7", "logistic"]
    yield "an index mistyped", with_line("1 20000001:1"), BAD_DATA, ["20000001 columns", "mistyped"]


def setting_cases():
    """Settings that no data can go with: their place and what would be right."""
    yield "nu 0", ["model.nu=0"], ["--set", "model.nu", "above 0"]
    yield "nu below 0", ["model.nu=-1.5"], ["model.nu", "above 0"]
    yield "sigma 0", ["model.sigma=0"], ["model.sigma", "sampled"]
    yield "sigma below 0", ["model.sigma=-0.2"], ["model.sigma", "sampled"]
    yield "sigma a word", ["model.sigma=free"], ["model.sigma", "sampled"]
    yield "sigma's prior", ["model.sigma_prior={family='normal'}"], ["model.sigma_prior.family", "half_normal", "half_t"]
    yield "sigma's prior's scale", ["model.sigma_prior.scale=0"], ["model.sigma_prior.scale"]
    yield "prior's nu", ["model.prior={family='student_t',nu=0}"], ["model.prior.nu", "above 0"]
    yield "radius a word", ["firefly.radius=far"], ["firefly.radius", "auto"]
    yield "q a word", ["firefly.q=high"], ["firefly.q", "auto"]
    yield "radius 0", ["firefly.radius=0"], ["firefly.radius", "above 0"]
    yield "radius below 0", ["firefly.radius=-3"], ["firefly.radius", "above 0"]
    yield "slack below 0", ["firefly.slack=-0.1"], ["firefly.slack", "at least 0"]
    yield "q_dark 0", ["firefly.q_dark=0"], ["firefly.q_dark", "above 0"]
    yield "q_dark above 1", ["firefly.q_dark=1.1"], ["firefly.q_dark", "at most 1"]
    yield "kernel", ["sampler.kernel=gibbs"], ["sampler.kernel", "nuts", "slice_random"]
    yield "tangent of labels", ["firefly.bound=tangent"], ["firefly.bound", "tangent", "logistic", "jaakkola_jordan"]
    yield "untuned ellipsoid", ["firefly.bound=ellipsoid", "firefly.anchor=untuned"], ["firefly.bound", "ellipsoid", "firefly.anchor", "untuned"]
    yield "metric without bounds", ["sampler.metric=pseudo_prior", "sampler.method=full"], ["sampler.metric", "pseudo_prior", "sampler.method"]


def evidence_cases():
    """Settings of photinus evidence, exit code, and words that the message must hold."""
    sequential = "evidence.method=sequential"
    yield "flat prior", [sequential, "model.prior={family='flat'}"], USAGE, ["model.prior", "no evidence exists"]
    yield "chunk larger than the data", [sequential, f"evidence.chunk={ROWS + 1}"], USAGE, [str(ROWS + 1), "larger than the data"]
    yield "one particle", ["evidence.particles=1"], USAGE, ["evidence.particles", "at least 2"]
    yield "rows that depend", [sequential, "model.family=gp"], USAGE, ["gp", "not independent"]
    yield "no second file", [sequential, "data.more=absent.h5"], INPUT_OUTPUT, ["absent.h5"]


def config_cases(folder):
    yield "unknown key", "[sampler]\nchanis = 3\n", USAGE, ["config.toml:6:1", "sampler.chanis", "sampler.chains"]
    yield "wrong type", "[sampler]\nchains = 'four'\n", USAGE, ["config.toml:6:", "sampler.chains", "whole number"]
    yield "out of range", "[firefly]\nq = 1.5\n", USAGE, ["firefly.q", "0.999"]
    yield "radius 0 in the file", "[firefly]\nradius = 0.0\n", USAGE, ["config.toml:6:", "firefly.radius"]
    yield "slack in the file", "[firefly]\n\nslack = -1\n", USAGE, ["config.toml:7:", "firefly.slack"]
    yield "syntax", "[sampler\n", USAGE, ["config.toml:5"]


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder

    def expect(self, name, arguments, code, words, command="sample"):
        output = self.folder / "results"
        for ranks in (1, 3):
            done = self.program.run(command, self.folder / "config.toml", *arguments, "--output",
                                    output, ranks=ranks, timeout=60, environment=AT_ONCE)
            where = f"{name} on {ranks} ranks"
            self.check(done.returncode == code, f"{where}: exit {done.returncode}: {done.stderr}")
            for word in words:
                self.check(word in done.stderr, f"{where}: no {word!r} in {done.stderr}")
            self.check(done.seconds < 10 * SLOWNESS, f"{where}: took {done.seconds:.1f} s")
            left = list(output.iterdir()) if output.exists() else []
            self.check(not left, f"{where}: left {left}")

    def data(self):
        for name, made, code, words in data_cases(self.folder):
            write(self.folder / "data.h5", *made[:2], **(made[2] if len(made) > 2 else {}))
            self.expect(name, [], code, words)
        (self.folder / "data.h5").write_bytes(b"")
        self.expect("empty file", [], BAD_DATA, ["data.h5", "0 bytes"])
        (self.folder / "data.h5").write_bytes(b"not HDF5 at all" * 100)
        self.expect("other file", [], BAD_DATA, ["HDF5"])
        (self.folder / "data.h5").unlink()
        self.expect("no file", [], INPUT_OUTPUT, ["data.h5", "No such file"])

    def model(self):
        for name, (x, y), settings, code, words in model_cases():
            write(self.folder / "data.h5", x, y)
            self.expect(name, settings, code, words)

    def residuals(self):
        for name, (x, y), settings, code, words in residual_cases():
            write(self.folder / "data.h5", x, y)
            self.expect(name, settings, code, words)

    def terms(self):
        for name, datasets, settings, code, words in term_cases():
            with h5py.File(self.folder / "data.h5", "w") as file:
                for key, values in datasets.items():
                    file[key] = values
            self.expect(name, settings, code, words)

    def sparse(self):
        for name, text, code, words in sparse_cases():
            (self.folder / "data.svm").write_text(text)
            self.expect(name, ["--set", f"data.path={self.folder / 'data.svm'}"], code, words)

    def config(self):
        write(self.folder / "data.h5", *good())
        for name, settings, words in setting_cases():
            self.expect(name, [word for s in settings for word in ("--set", s)], USAGE, words)
        for name, text, code, words in config_cases(self.folder):
            write_config(self.folder / "config.toml", self.folder / "data.h5", text)
            self.expect(name, [], code, words)
        write_config(self.folder / "config.toml", self.folder / "data.h5")

    def evidence(self):
        for name, settings, code, words in evidence_cases():
            self.expect(name, [word for s in settings for word in ("--set", s)], code, words, "evidence")

    def directory(self):
        taken = self.folder / "taken"
        taken.mkdir()
        (taken / "note.txt").write_text("mine")
        done = self.program.run("sample", self.folder / "config.toml", "--output", taken)
        self.check(done.returncode == USAGE and "--force" in done.stderr, f"taken: {done.stderr}")
        done = self.program.run("sample", self.folder / "config.toml", "--output",
                                self.folder / "config.toml" / "below")
        self.check(done.returncode in (USAGE, INPUT_OUTPUT), f"unwritable: {done.returncode}")
        for arguments in (["smaple"], [], ["sample"], ["sample", "a", "--wrong"]):
            done = self.program.run(*arguments)
            self.check(done.returncode == USAGE, f"{arguments}: exit {done.returncode}")
        done = self.program.run("--help")
        self.check(done.returncode == 0 and "sample" in done.stdout, "--help")
        done = self.program.run("--version")
        self.check(done.returncode == 0 and done.stdout.startswith("photinus "), "--version")

    def unconverged(self):
        short = ["--set", "sampler.warmup=2", "--set", "sampler.draws=5", "--force"]
        arguments = ["sample", self.folder / "config.toml", "--output", self.folder / "short", *short]
        done = self.program.run(*arguments)
        self.check(done.returncode == 4, f"unconverged: exit {done.returncode}: {done.stderr}")
        done = self.program.run(*arguments, "--unconverged-ok")
        self.check(done.returncode == 0, f"--unconverged-ok: exit {done.returncode}")

    def labels(self):
        """0/1 and -1/+1 are the same data."""
        x, y = good()
        draws = []
        for labels in (y, 2 * y - 1):
            write(self.folder / "data.h5", x, labels)
            self.program.run("sample", self.folder / "config.toml", "--force", "--unconverged-ok",
                             "--set", "sampler.draws=20", "--output", self.folder / "labels")
            draws.append((self.folder / "labels" / "draws.nc").read_bytes())
        self.check(draws[0] == draws[1], "labels 0/1 and -1/+1 give other draws")


def main():
    check = Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        write_config(folder / "config.toml", folder / "data.h5")
        test = Test(Program(sys.argv[1]), check, folder)
        for part in (test.data, test.model, test.residuals, test.terms, test.sparse, test.config, test.evidence, test.directory, test.unconverged, test.labels):
            part()
    check.finish()


if __name__ == "__main__":
    main()
