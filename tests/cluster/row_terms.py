"""Firefly runs of models with weights, offsets, sparse rows and classes against full-data HMC on the
same file, and against the same model written without them. Means differ by less than 5 standard
errors: 6e-7 each, 40 parameters. The planted fault: an exposure left out.

usage: row_terms.py PROGRAM
"""
import json
import pathlib
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config, write_terms  # noqa: E402

ROWS, COLUMNS = 4000, 3


def write_counts(path, exposure):
    """Counts whose mean is exposure x exp(x'theta)."""
    random = np.random.default_rng(3)
    x = random.normal(size=(ROWS, COLUMNS)).astype("f4")
    time = np.exp(random.normal(size=ROWS))
    y = random.poisson(time * np.exp(x @ [0.4, -0.3, 0.2] - 0.5))
    with h5py.File(path, "w") as file:
        file["X"], file["y"] = x, y
        if exposure:
            file["offset"] = np.log(time)


def write_svm(path, dense):
    with h5py.File(dense) as file, open(path, "w") as out:
        for x, y in zip(file["X"][:], file["y"][:]):
            out.write(f"{int(y)} " + " ".join(f"{j + 1}:{float(v)!r}" for j, v in enumerate(x) if v) + "\n")


def write_sparse_dense(path):
    random = np.random.default_rng(4)
    x = (random.normal(size=(ROWS, 8)) * (random.random((ROWS, 8)) < 0.3)).astype("f4")
    y = random.random(ROWS) < 1 / (1 + np.exp(-x.sum(1)))
    with h5py.File(path, "w") as file:
        file["X"], file["y"] = x, y.astype("i4")


class Runs:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        write_config(folder / "config.toml", folder / "terms.h5")

    def posterior(self, name, data, *settings):
        """Mean and its standard error of every parameter."""
        output = self.folder / name
        words = [w for s in (f"data.path={self.folder / data}", *settings) for w in ("--set", s)]
        done = self.program.run("sample", self.folder / "config.toml", *words, "--output", output)
        self.check(done.returncode == 0, f"{name}: exit {done.returncode}: {done.stderr}")
        listed = json.loads((output / "summary.json").read_text())["parameters"]
        return {p["name"]: (p["mean"], p["mcse"]) for p in listed if p["name"] not in ("lp",)}

    @staticmethod
    def distance(a, b):
        return max(abs(a[k][0] - b[k][0]) / np.hypot(a[k][1], b[k][1]) for k in a)

    def agree(self, name, a, b):
        off = self.distance(a, b)
        self.check(off < 5, f"{name}: {off:.1f} standard errors apart")


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        write_terms(folder / "terms.h5", ROWS, COLUMNS)
        write_terms(folder / "classes.h5", ROWS, COLUMNS, classes=3)
        write_counts(folder / "exposed.h5", True)
        write_counts(folder / "counts.h5", False)
        write_sparse_dense(folder / "dense.h5")
        write_svm(folder / "sparse.svm", folder / "dense.h5")
        runs = Runs(program, check, folder)
        full = "sampler.method=full"
        for family, data in (("logistic", "terms.h5"), ("softmax", "classes.h5"), ("poisson", "exposed.h5")):
            model = f"model.family={family}"
            firefly = runs.posterior(f"{family}_firefly", data, model)
            truth = runs.posterior(f"{family}_full", data, model, full)
            runs.agree(family, firefly, truth)
            if family == "poisson":
                bare = runs.posterior("poisson_bare", "counts.h5", model)
                check(runs.distance(bare, truth) > 20, "the exposure makes no difference")
        runs.agree("sparse", runs.posterior("sparse", "sparse.svm"),
                   runs.posterior("dense", "dense.h5", full))
    check.finish()


if __name__ == "__main__":
    main()
