"""Running the program as a user would, for the tests that see it from outside."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ENVIRONMENT = dict(
    os.environ,
    OMPI_ALLOW_RUN_AS_ROOT="1",
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
    OMPI_MCA_mpi_yield_when_idle="1",
    OMPI_MCA_rmaps_base_oversubscribe="1",
    OMPI_MCA_hwloc_base_binding_policy="none",
    OMPI_MCA_pml="ob1",  # chosen without InfiniBand anyway, but 0.2 s later at every start
)

# By how much a build is slower than the one that limits of time are meant for: sanitizers.
SLOWNESS = float(os.environ.get("PHOTINUS_TEST_SLOWNESS", "1"))

# Everything in summary.json that may depend on clocks, hosts and ranks.
RANK_KEYS = ("seconds", "ranks", "rank_shares")


class Program:
    def __init__(self, executable):
        self.executable = os.path.abspath(executable)

    def command(self, ranks, *arguments):
        launcher = ["mpirun", "-n", str(ranks)] if ranks > 1 else []
        return launcher + [self.executable, *map(str, arguments)]

    def run(self, *arguments, ranks=1, cwd=None, environment=None, timeout=300):
        start = time.monotonic()
        done = subprocess.run(
            self.command(ranks, *arguments),
            cwd=cwd,
            env={**ENVIRONMENT, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=timeout * SLOWNESS,
        )
        done.seconds = time.monotonic() - start
        return done

    def simulate(self, path, rows, columns, **options):
        extra = [f"--{k}={v}" for k, v in options.items()]
        done = self.run("simulate", "--rows", rows, "--columns", columns, "--output", path, *extra)
        assert done.returncode == 0, done.stderr


def write_config(path, data, text=""):
    path.write_text(f'[data]\npath = "{data}"\n[model]\nfamily = "logistic"\n{text}')


def write_reals(path, rows, columns, seed=1):
    """Features and real responses, some far off: data for student_t and linear."""
    import h5py
    import numpy as np

    random = np.random.default_rng(seed)
    x = random.normal(size=(rows, columns)).astype("f4")
    noise = random.normal(size=rows) * np.where(np.arange(rows) % 10 == 3, 3.0, 0.3)
    with h5py.File(path, "w") as file:
        file["X"] = x
        file["y"] = x @ (1.0 / np.arange(1, columns + 1)) + 0.5 + noise


def write_terms(path, rows, columns, classes=0, seed=1):
    """Rows with weights and offsets: labels 0 and 1, or of several classes."""
    import h5py
    import numpy as np

    random = np.random.default_rng(seed)
    predictors = max(classes, 1)
    x = random.normal(size=(rows, columns)).astype("f4")
    offset = 0.5 * random.normal(size=(rows, predictors))
    eta = x @ random.normal(size=(columns, predictors)) + offset
    if classes:
        y = np.argmax(eta + random.gumbel(size=eta.shape), axis=1)
    else:
        y = random.random(rows) < 1.0 / (1.0 + np.exp(-eta[:, 0]))
    with h5py.File(path, "w") as file:
        file["X"], file["y"] = x, y.astype("i4")
        file["weights"] = random.integers(0, 4, size=rows) / 2.0
        file["offset"] = offset if classes else offset[:, 0]


def results(directory):
    """The bytes of a run that must not depend on ranks: draws, and the summary without RANK_KEYS."""
    directory = pathlib.Path(directory)
    summary = json.loads((directory / "summary.json").read_text())
    for key in RANK_KEYS:
        summary.pop(key)
    return (directory / "draws.nc").read_bytes(), json.dumps(summary)


def within(seconds, condition):
    """Waits until condition() holds; its last value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.2)


def processes(**wanted):
    """Numbers and names of the processes whose environment has these values, this one apart."""
    found = {}
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            environment = dict(entry.split("=", 1) for entry in
                               (process / "environ").read_text(errors="replace").split("\0")
                               if "=" in entry)
            if all(environment.get(key) == value for key, value in wanted.items()):
                found[int(process.name)] = (process / "comm").read_text().strip()
        except OSError:
            pass  # ended meanwhile, or another user's
    found.pop(os.getpid(), None)
    return found


class Checks:
    """Counts what was checked; a failed check is printed and remembered."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def __call__(self, condition, what):
        if condition:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}", flush=True)
        return condition

    def finish(self):
        print(f"{self.passed} checks passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)


def scratch():
    return tempfile.TemporaryDirectory(prefix="photinus-test-")
