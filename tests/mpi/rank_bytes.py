"""draws.nc and summary.json of 1, 2, 3, 5 and 8 ranks are the same bytes: for every kernel, each
brightness update and both plans, moves between shells, families of residuals, other priors and the
full-data method; and for every method of photinus evidence.

usage: rank_bytes.py PROGRAM
"""
import itertools
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, results, scratch, write_config, write_reals, write_terms  # noqa: E402

UPDATES = ("implicit", "explicit_with_replacement", "explicit_without_replacement", "sweep")
KERNELS = ("hmc", "random_walk")
REALS = ("data.path=reals.h5",)  # relative to the scratch directory
CLASSES = ("data.path=classes.h5", "model.family=softmax")
# PHOTINUS_TEST_RANKS="3" for builds that are too slow for more.
RANKS = tuple(map(int, os.environ.get("PHOTINUS_TEST_RANKS", "2 3 5 8").split()))


def cases():
    for kernel, update, plan in itertools.product(KERNELS, UPDATES, ("home", "shards")):
        yield f"{kernel} {update} {plan}", [f"sampler.kernel={kernel}", f"firefly.update={update}",
                                            f"firefly.plan={plan}"]
    for kernel in KERNELS:
        yield f"{kernel} full", ["sampler.method=full", f"sampler.kernel={kernel}"]
    # A capacity that replicas cross again and again: the plan changes during the run.
    yield "moving home", ["firefly.home_capacity=550", "firefly.anchor=untuned", "firefly.q=0.3"]
    yield "idle coordinator", ["ranks.coordinator_holds_rows=false"]
    for plan in ("home", "shards"):
        plans = [f"firefly.plan={plan}"]
        yield f"escapes {plan}", ["firefly.radius=0.6", "firefly.q_dark=0.7", *plans]
        yield f"nuts {plan}", ["sampler.kernel=nuts", *plans]
        yield f"slice_random {plan}", ["sampler.kernel=slice_random", *plans]
        yield f"student_t sampled {plan}", [*REALS, "model.family=student_t", *plans]
    yield "laplace", ["model.prior={family='laplace',scale=0.3}", "sampler.metric=pseudo_prior"]
    yield "student_t given", [*REALS, "model.family=student_t", "model.sigma=0.4"]
    yield "linear sampled", [*REALS, "model.family=linear", "sampler.kernel=slice_coordinate"]
    yield "mala", ["sampler.kernel=mala"]
    for plan in ("home", "shards"):
        plans = [f"firefly.plan={plan}"]
        yield f"softmax escapes {plan}", [*CLASSES, "firefly.radius=1.5", *plans]
        yield f"softmax boehning {plan}", [*CLASSES, "firefly.bound=boehning", "firefly.update=sweep", *plans]
        yield f"weights and offsets escapes {plan}", ["data.path=terms.h5", "firefly.radius=0.6", *plans]
        yield f"sparse rows {plan}", ["data.path=sparse.svm", *plans]
    yield "softmax full", [*CLASSES, "sampler.method=full"]
    yield "poisson full", ["data.path=terms.h5", "model.family=poisson", "sampler.method=full"]
    for plan in ("home", "shards"):  # labels 0 and 1 are counts as well
        yield f"poisson escapes {plan}", ["model.family=poisson", "firefly.radius=0.4", f"firefly.plan={plan}"]
    yield "probit", ["model.family=probit"]
    yield "probit everywhere", ["model.family=probit", "firefly.bound=unit_curvature", "firefly.anchor=untuned"]


def evidence_cases():
    short = ["evidence.particles=32", "evidence.walkers=8", "evidence.prior_draws=64", "evidence.steps=4"]
    mixture = ["data.path=mix.h5", "model.family=mixture", "model.components=2"]
    for method in ("sequential", "hybrid", "smc"):
        yield method, [f"evidence.method={method}", "evidence.first_rows=20", *short]
    for method in ("nested", "nested_rejection", "annealed"):
        yield method, [f"evidence.method={method}", "data.path=few.h5", *short]
    for method in ("bridge", "thermodynamic"):
        yield method, [f"evidence.method={method}", "evidence.warmup=10", "evidence.draws=10", "evidence.rungs=4"]
    yield "firefly", ["evidence.warmup=20", "evidence.draws=20"]
    yield "published", [*CLASSES, "evidence.method=sequential", "evidence.constants=published"]
    yield "mixture", [*mixture, "evidence.method=sequential", *short]
    yield "idle coordinator", ["evidence.method=smc", "ranks.coordinator_holds_rows=false", *short]


def compare_ranks(check, name, run, output, others=RANKS):
    """`run(output, ranks)` on other numbers of ranks has the bytes of one rank, which are returned."""
    reference = None
    for ranks in (1, *others):
        place = f"{output}-{ranks}"
        done = run(place, ranks)
        if not check(done.returncode == 0, f"{name}, {ranks} ranks: {done.stderr}"):
            continue
        bytes_now = results(place)
        if ranks == 1:
            reference = bytes_now
            continue
        check(bytes_now[0] == reference[0], f"{name}: draws.nc differs on {ranks} ranks")
        check(bytes_now[1] == reference[1], f"{name}: summary.json differs on {ranks} ranks")
    return reference


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 997, 7)
        write_reals(folder / "reals.h5", 797, 4)
        write_terms(folder / "terms.h5", 601, 3)
        write_terms(folder / "classes.h5", 401, 3, classes=3)
        program.simulate(folder / "few.h5", 21, 2)
        program.simulate(folder / "mix.h5", 301, 2, family="mixture", components=2)
        program.simulate(folder / "sparse.svm", 797, 12, filled=0.2, format="libsvm")
        write_config(folder / "config.toml", folder / "data.h5",
                     "[sampler]\nwarmup = 30\ndraws = 30\nchains = 3\n")
        for name, settings in cases():
            sets = [word for s in settings for word in ("--set", s)]
            reference = compare_ranks(
                check, name, lambda output, ranks: program.run(
                    "sample", folder / "config.toml", *sets, "--output", output, "--unconverged-ok",
                    ranks=ranks, cwd=folder), folder / name.replace(" ", "_"))
            check("escapes" not in name or json.loads(reference[1])["escapes"] > 0, f"{name}: no chain escaped")
        for name, settings in evidence_cases():
            sets = [word for s in settings for word in ("--set", s)]
            compare_ranks(
                check, f"evidence {name}", lambda output, ranks: program.run(
                    "evidence", folder / "config.toml", *sets, "--output", output, ranks=ranks, cwd=folder),
                folder / f"evidence_{name.replace(' ', '_')}", RANKS[:3])
    check.finish()


if __name__ == "__main__":
    main()
