"""The work is shared: on 4 ranks each holds 15 to 35 % of the rows and of the shards' evaluations.
With --long, a data set of 2 GB: peak memory of every rank below 0.35 of one rank's.

usage: shares.py PROGRAM [--long]
"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402


def shares(program, folder, ranks, draws):
    done = program.run("sample", folder / "config.toml", "--output", folder / "r", "--force",
                       "--unconverged-ok", "--set", f"sampler.draws={draws}", "--set",
                       f"sampler.warmup={draws}", ranks=ranks, timeout=3000)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "r" / "summary.json").read_text())["rank_shares"]


def check_shares(check, parts):
    for quantity in ("rows", "evaluations"):
        total = sum(part[quantity] for part in parts)
        portions = [part[quantity] / total for part in parts]
        print(quantity, [f"{portion:.3f}" for portion in portions])
        check(all(0.15 <= portion <= 0.35 for portion in portions), f"{quantity}: {portions}")
    ends = [part["first_row"] + part["rows"] for part in parts]
    check([part["first_row"] for part in parts[1:]] == ends[:-1], "shares are not consecutive")


def main():
    program, check = Program(sys.argv[1]), Checks()
    long = "--long" in sys.argv
    with scratch() as folder:
        folder = pathlib.Path(folder)
        rows, columns = (8_000_000, 64) if long else (100_000, 10)
        program.simulate(folder / "data.h5", rows, columns)
        write_config(folder / "config.toml", folder / "data.h5")
        four = shares(program, folder, 4, 100)
        check_shares(check, four)
        if long:
            one = shares(program, folder, 1, 100)[0]["peak_memory_bytes"]
            most = max(part["peak_memory_bytes"] for part in four)
            print(f"peak memory: one rank {one / 1e9:.2f} GB, largest of four {most / 1e9:.2f} GB, "
                  f"ratio {most / one:.3f}")
            check(most < 0.35 * one, "a rank of four takes too much memory")
    check.finish()


if __name__ == "__main__":
    main()
