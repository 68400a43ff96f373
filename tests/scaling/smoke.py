"""photinus-scaling's tables have their lines, every number in them is finite, and its figures are those
of `photinus sample`; its figure is well-formed and shows every line of the table.

usage: smoke.py PHOTINUS_SCALING PHOTINUS
"""
import json
import math
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def table_of(text):
    """The first Markdown table: its heading, and the cells of its lines."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    return cells[0], cells[2:]


def finite(cells):
    return all(math.isfinite(float(cell)) for cell in cells if cell != "-")


def fewest_rows(scaling, photinus, folder, check):
    done = scaling.run("table", "--most-rows", 10000, "--seeds", 1, cwd=folder,
                       environment={"TMPDIR": str(folder)})
    check(done.returncode == 0, done.stderr)
    heading, lines = table_of(done.stdout)
    named = {(line[0], line[1]): dict(zip(heading, line)) for line in lines}
    families = ("logistic", "student_t", "student_t, sigma sampled")
    check(set(named) == {(f, d) for f in families for d in ("20", "51")}, done.stdout)
    for line in lines:
        check(len(line) == len(heading) and finite(line[1:]), line)
        check(all(float(cell) > 0 for cell in line[3:7]), line)
    check(not list(folder.iterdir()), "a temporary directory stays")

    photinus.simulate(folder / "data.h5", 10000, 20)
    write_config(folder / "config.toml", folder / "data.h5")
    photinus.run("sample", folder / "config.toml", "--output", folder / "r", "--unconverged-ok")
    summary = json.loads((folder / "r" / "summary.json").read_text())
    for key, name in (("bright_mean", "bright"),
                      ("evaluations_per_effective_sample", "evals/ES")):
        shown = float(named["logistic", "20"][name])
        check(math.isclose(shown, summary[key], rel_tol=6e-3), f"{name}: {shown}, {summary[key]}")


def price(scaling, check):
    done = scaling.run("price", "--rows", 20000, "--columns", 5, "--family", "student_t")
    heading, lines = table_of(done.stdout)
    check(done.returncode == 0 and len(lines) == 14, done.stdout + done.stderr)
    ratios = [line for line in lines if line[0].startswith("ratio")]
    check(len(ratios) == 2, done.stdout)
    for line in lines:
        check(finite(line[1:]), line)
    for line in ratios:
        check(all(float(cell) > 0 for cell in line[1:]), line)


def mixing(scaling, folder, check):
    done = scaling.run("mixing", "--rows", 500, "--columns", 3, "--seeds", 1, "--output", folder / "figures")
    check(done.returncode == 0, done.stderr)
    heading, lines = table_of(done.stdout)
    check(len(lines) == 25 and all(finite(line[1:]) for line in lines), done.stdout)
    check(lines[0][0] == "none: full data" and lines[0][1] == "1", lines[0])
    shares = [float(line[1]) for line in lines[1:13]]
    check(shares == sorted(shares) and shares[-1] > 0.2, f"slack, shares {shares}")
    figure = xml.parse(folder / "figures" / "mixing.svg").getroot()
    drawn = [len(line.get("points").split()) for line in figure.iter(SVG + "polyline")]
    check(sum(drawn) == 2 * 24, f"points of the curves: {drawn}")
    for line in figure.iter(SVG + "polyline"):
        for point in line.get("points").split():
            x, y = map(float, point.split(","))
            check(80 <= x <= 680 and 30 <= y <= 640, f"point {point} is off the axes")


def main():
    scaling, photinus, check = Program(sys.argv[1]), Program(sys.argv[2]), Checks()
    with scratch() as folder:
        fewest_rows(scaling, photinus, pathlib.Path(folder), check)
        price(scaling, check)
        mixing(scaling, pathlib.Path(folder), check)
    with scratch() as folder:
        bad = scaling.run("price", "--family", "gamma", "--rows", 100, environment={"TMPDIR": folder})
        check(bad.returncode == 2 and "--family" in bad.stderr, bad.stderr)
        check(not list(pathlib.Path(folder).iterdir()), "a temporary directory stays")
    huge = scaling.run("price", "--rows", 10**13)
    check(huge.returncode == 5 and "GB" in huge.stderr, huge.stderr)
    check(scaling.run("table", "--seeds", 0).returncode == 2, "no seeds")
    missing = scaling.run("mixing", "--data", "missing.h5")
    check(missing.returncode == 5 and "missing.h5" in missing.stderr, missing.stderr)
    check.finish()


if __name__ == "__main__":
    main()
