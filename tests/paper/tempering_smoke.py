"""photinus-paper tempering on the smallest data: cells are kept and not run again, kernels are asked
for as many evaluations as theory says, a planted count shows in the table, and cells that are damaged
or were run with other settings are refused by name.

usage: tempering_smoke.py PHOTINUS_PAPER
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
ROWS = 64
METHODS = ("plain", "stt", "tt", "spt", "pt")
MODELS = {"mvn-64-50": 1, "gp-64-20": 3}  # and the exponent of their cost
BETAS = [2 ** (-m / 2) for m in range(7)]


def arguments(folder, parts="figure1", seed=1, largest=ROWS):
    return ["tempering", "--output", folder / "out", "--budget", 0.03, "--parts", parts, "--seed", seed,
            "--largest", largest]


def cells(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "out").glob("*.json"))}


def theory(method, exponent):
    """Kernel evaluations of a draw relative to the kernel alone."""
    ratios = [(round(beta * ROWS) / ROWS) ** exponent for beta in BETAS]
    hotter = sum(ratios[1:])
    return {"plain": 1, "stt": 2 * hotter + 1, "tt": 13, "spt": hotter + 1, "pt": 7}[method]


def evaluations_are_those_of_theory(folder, check):
    for model, exponent in MODELS.items():
        cell = {m: json.loads(cells(folder)[f"seconds-{model}-hmc-{m}.json"]) for m in METHODS}
        for method in METHODS:
            ratio = cell[method]["kernel_evaluations"] / cell["plain"]["kernel_evaluations"]
            wanted = theory(method, exponent)
            check(abs(ratio - wanted) < 1e-9 * wanted, f"{model} {method}: {ratio}, not {wanted}")
            # Powers of one likelihood are known at all rungs; only the starting point is new,
            # its value and its gradient.
            others = cell[method]["other_evaluations"] * cell[method]["draws"] / ROWS**exponent
            known = method in ("plain", "tt")
            check(others < 2.001 if known else others > 2.1, f"{model} {method}: {others}")
        check(cell["plain"]["chains"] == 1 and cell["plain"]["draws"] >= 3, f"{model}: draws")


def lines_of(folder):
    """What the first column says -> cells, of the table of the normal alone."""
    table = (folder / "out" / "tempering-figure1.md").read_text().split("Gaussian process")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {row[0]: row[1:5] for row in rows if len(row) == 6}


def counts_agree(folder):
    lines = lines_of(folder)
    return lines[f"N {ROWS}: kernel evaluations"] == lines[f"N {ROWS}: theory"]


def table_and_figure(folder, check):
    lines = lines_of(folder)
    stt, tt, spt, pt = (float(number) for number in lines[f"N {ROWS}: kernel evaluations"])
    check(counts_agree(folder) and (tt, pt) == (13, 7), lines)
    check(abs(stt - 5.22) < 0.02 and abs(spt - 3.11) < 0.01, lines)
    check(lines["the paper: measured"] == ["5.65", "12.94", "3.51", "7.48"], lines)
    figure = xml.parse(folder / "out" / "tempering-figure1.svg").getroot()
    drawn = [line.get("points").split() for line in figure.iter(SVG + "polyline")]
    check(len(drawn) == 2 * (5 + 4 + 4), f"{len(drawn)} curves")
    check(sum(len(points) == 2 for points in drawn) == 2 * 4, "theory's lines")


def runs_and_resumes(paper, folder, check):
    done = paper.run(*arguments(folder))
    before = cells(folder)
    check(done.returncode == 0 and "# Figure 1" in done.stdout, done.stdout + done.stderr)
    check(set(before) == {f"seconds-{model}-hmc-{m}.json" for model in MODELS for m in METHODS},
          before.keys())
    done = paper.run(*arguments(folder))
    check(done.returncode == 0 and "10 cells kept" in done.stdout, done.stdout + done.stderr)
    check(cells(folder) == before, "a finished cell was run again")


def a_planted_count_is_seen(paper, folder, check):
    path = folder / "out" / "seconds-mvn-64-50-hmc-stt.json"
    good = path.read_text()
    planted = json.loads(good)
    planted["kernel_evaluations"] *= 1.01
    path.write_text(json.dumps(planted))
    done = paper.run(*arguments(folder))
    check(done.returncode == 0 and not counts_agree(folder),
          "the planted fault passes: the table does not show what the cells say")
    path.write_text(good)


def refused(paper, folder, check):
    path = folder / "out" / "seconds-gp-64-20-hmc-tt.json"
    good = path.read_text()
    for damage in (good[: len(good) // 2], "{}", good.replace('"draws":', '"draw":')):
        path.write_text(damage)
        done = paper.run(*arguments(folder))
        check(done.returncode == 3 and path.name in done.stderr, done.stderr)
    path.write_text(good)
    done = paper.run(*arguments(folder, seed=2))
    check(done.returncode == 2 and ".json" in done.stderr and "--output" in done.stderr, done.stderr)
    check(paper.run(*arguments(folder, parts="table3")).returncode == 2, "an unknown part")


def chains_have_diagnostics(paper, folder, check):
    """Three chains for each cell, and its rate beside what the paper printed."""
    done = paper.run(*arguments(folder, parts="figure3"))
    check(done.returncode == 0, done.stderr)
    done = paper.run(*arguments(folder, parts="table2", largest=256))
    check(done.returncode == 0, done.stderr)
    table = (folder / "out" / "tempering-table2.md").read_text()
    check("0.0008*" in table and "| HMC inside" not in table, table)
    small = json.loads(cells(folder)["mvn-256-5-mh-plain.json"])
    line = next(line for line in table.splitlines() if line.startswith("| 5, measured"))
    rate = float(line.split("|")[2].strip(" *"))
    check(abs(rate - small["ess"] / small["seconds"]) <= 0.006 * rate, f"{rate}, {small['ess']}")
    measured = {name: json.loads(text) for name, text in cells(folder).items()
                if not name.startswith("seconds-")}
    check("mvn-64-50-hmc-plain.json" in measured and "gp-64-20-mh-plain.json" in measured,
          sorted(measured))
    for name, cell in measured.items():
        check(cell["chains"] == 3 and cell["draws"] >= 40 and cell["warmup"] == 0, name)
        check(cell["ess"] >= 3 * 0.999 and cell["r_hat"] > 0.9, f"{name}: ESS {cell['ess']}")
        points = cell["convergence_draws"]
        check(points == sorted(points) and points[-1] == cell["draws"], name)


def main():
    paper, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        runs_and_resumes(paper, folder, check)
        evaluations_are_those_of_theory(folder, check)
        table_and_figure(folder, check)
        a_planted_count_is_seen(paper, folder, check)
        refused(paper, folder, check)
        chains_have_diagnostics(paper, folder, check)
    check.finish()


if __name__ == "__main__":
    main()
