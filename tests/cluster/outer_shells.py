"""Chains that leave the innermost trust ellipsoid are named: summary.json against the shells of all
draws in draws.nc, at radii where all chains leave, some do and none does.

usage: outer_shells.py PROGRAM
"""
import json
import pathlib
import sys

import h5py

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402

CHAINS, DRAWS = 4, 150
OUTERMOST = 3  # of the ellipsoids 0, 1, 2, 3; beyond lies shell 4


def expected(shells):
    """By chain: None, or what its warning says."""
    says = []
    for chain in shells:
        outside = (chain > 0).mean()
        if (chain >= OUTERMOST).any():
            says.append("presses on the outermost shell")
        else:
            says.append("leaves the innermost shell" if outside > 0.01 else None)
    return says


def main():
    program, check, seen, mixed = Program(sys.argv[1]), Checks(), set(), 0
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 500, 3)
        write_config(folder / "config.toml", folder / "data.h5",
                     f"[sampler]\nwarmup = 100\ndraws = {DRAWS}\nchains = {CHAINS}\n")
        for radius in ("0.1", "0.8", "0.9", "1.0", "2.6", "3.2", "auto"):
            done = program.run("sample", folder / "config.toml", "--output", folder / radius,
                               "--unconverged-ok", "--set", f"firefly.radius={radius}")
            check(done.returncode == 0, done.stderr)
            summary = json.loads((folder / radius / "summary.json").read_text())
            with h5py.File(folder / radius / "draws.nc") as file:
                shells = file["firefly/shell"][:]
            check(shells.shape == (CHAINS, DRAWS), f"{radius}: shells of {shells.shape}")
            says = expected(shells)
            seen.update(says)
            mixed += len(set(says)) > 1
            named = [w for w in summary["warnings"] if w.startswith("chain ")]
            check(len(named) == sum(s is not None for s in says), f"{radius}: {named}, not {says}")
            for chain, what in enumerate(says):
                mine = [w for w in named if w.startswith(f"chain {chain} ")]
                check(what is None or (len(mine) == 1 and what in mine[0]), f"{radius}: {mine}")
            if radius != "auto":
                check(summary["radius"] == float(radius), f"{radius}: {summary['radius']}")
                check(all(f"radius {float(radius):.3g}" in w for w in named), f"{radius}: {named}")
            check(summary["outside"] == [(chain > 0).mean() for chain in shells],
                  f"{radius}: {summary['outside']}")
            check(summary["escape_attempts"] >= summary["escapes"], f"{radius}: attempts")
            check((summary["escapes"] > 0) == (radius != "auto"), f"{radius}: escapes")
            shown = " ".join(done.stdout.split())
            check(all(" ".join(w.split()) in shown for w in named), f"{radius}: not shown: {named}")
    check(len(seen) == 3, f"not all happened: {seen}")
    check(mixed > 1, "no run with chains named and chains not named")
    check.finish()


if __name__ == "__main__":
    main()
