"""photinus-paper firefly on a tiny data set: an interrupted run loses no finished cell and is resumed
from them, regular Metropolis asks for every row once per iteration, the table and the figures are
whole, and cells that are damaged or of other data are refused by name.

usage: smoke.py PHOTINUS_PAPER
"""
import json
import pathlib
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
ROWS, SEEDS = 211, 2
VARIANTS = ("regular", "untuned", "tuned", "ours")


def write_data(path, rows=ROWS):
    import h5py
    import numpy as np

    random = np.random.default_rng(5)
    x = random.normal(size=(rows, 3)).astype("f4")
    with h5py.File(path, "w") as file:
        file["X"] = x
        file["y"] = (random.random(rows) < 1 / (1 + np.exp(-x @ [1.0, -0.5, 0.2]))).astype("i4")


def arguments(folder, data="tiny.h5"):
    return ["firefly", "--mnist", folder / data, "--output", folder / "out", "--budget", 0.5,
            "--seeds", SEEDS]


def cells(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "out").glob("*.json"))}


def interrupt_after_two_cells(paper, folder):
    """Ctrl-C as soon as two cells are there; its return code."""
    running = subprocess.Popen(paper.command(1, *arguments(folder)), stdout=subprocess.DEVNULL)
    give_up = time.monotonic() + 120
    while running.poll() is None and time.monotonic() < give_up and len(cells(folder)) < 2:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    return running.wait(60)


def lines_of(table):
    """Variant -> cells of its line, from the first table."""
    found = {}
    for line in table.splitlines():
        line = [cell.strip() for cell in line.strip("|").split("|")]
        if line[0].strip("*") in VARIANTS:
            found.setdefault(line[0].strip("*"), line)
    return found


def asks_for_every_row(table):
    return lines_of(table)["regular"][1] == f"{ROWS} ± 0"


def interrupted_and_resumed(paper, folder, check):
    code = interrupt_after_two_cells(paper, folder)
    before = cells(folder)
    check(code == -signal.SIGINT, f"the interrupted run ends with {code}")
    check(2 <= len(before) < SEEDS * len(VARIANTS), f"cells after the interrupt: {sorted(before)}")
    check(not (folder / "out" / "table1.md").exists(), "a table without all cells")
    done = paper.run(*arguments(folder))
    after = cells(folder)
    check(done.returncode == 0 and "cells kept" in done.stdout, done.stdout + done.stderr)
    check(set(after) == {f"mnist-{v}-{s + 1}.json" for v in VARIANTS for s in range(SEEDS)}, after.keys())
    check(all(after[name] == text for name, text in before.items()), "a finished cell was run again")
    for name, text in after.items():
        cell = json.loads(text)
        if cell["variant"] == "regular":
            check(cell["queries"] == ROWS, f"{name}: {cell['queries']} queries")
        check(cell["queries"] > 0 and cell["ess"] > 0, name)


def table_and_figures(folder, check):
    table = (folder / "out" / "table1.md").read_text()
    lines = lines_of(table)
    check(set(lines) == set(VARIANTS), table)
    check("--budget 0.5" in table and asks_for_every_row(table), table)
    speedup = float(lines["ours"][3].split()[0].replace(",", ""))
    check(speedup > 10, f"ours: speedup {speedup}")
    for name, curves in (("figure1", 7), ("figure2", 6), ("figure4-mnist", 6)):
        figure = xml.parse(folder / "out" / f"{name}.svg").getroot()
        drawn = list(figure.iter(SVG + "polyline"))
        check(len(drawn) == curves, f"{name}: {len(drawn)} curves")
        for line in drawn:
            points = [tuple(map(float, p.split(","))) for p in line.get("points").split()]
            check(len(points) >= 2, f"{name}: an empty curve")
            check(all(80 <= x <= 680 and 30 <= y <= 1200 for x, y in points), f"{name}: off the axes")


def a_lost_cell_comes_back(paper, folder, check):
    before = cells(folder)
    (folder / "out" / "mnist-tuned-2.json").unlink()
    done = paper.run(*arguments(folder))
    check(done.returncode == 0 and cells(folder) == before, "a cell run again differs: " + done.stderr)


def a_planted_count_is_seen(paper, folder, check):
    path = folder / "out" / "mnist-regular-1.json"
    good = path.read_text()
    planted, changes = re.subn(r'"queries":[0-9.e+]+', f'"queries":{ROWS + 1}', good, count=1)
    path.write_text(planted)
    done = paper.run(*arguments(folder))
    table = (folder / "out" / "table1.md").read_text()
    check(changes == 1 and done.returncode == 0 and not asks_for_every_row(table),
          "the planted fault passes: the table does not show what the cells say")
    path.write_text(good)


def refused(paper, folder, check):
    path = folder / "out" / "mnist-ours-2.json"
    good = path.read_text()
    for damage in (good[: len(good) // 2], "{}", good.replace('"mean":[', '"mean":[0.5,', 1)):
        path.write_text(damage)
        done = paper.run(*arguments(folder))
        check(done.returncode == 3 and path.name in done.stderr, done.stderr)
    path.write_text(good)
    write_data(folder / "other.h5", rows=50)
    done = paper.run(*arguments(folder, "other.h5"))
    check(done.returncode == 2 and "mnist-regular-1.json" in done.stderr and "--output" in done.stderr,
          done.stderr)
    check(paper.run("firefly").returncode == 2, "no data")
    missing = paper.run(*arguments(folder, "missing.h5"))
    check(missing.returncode == 5 and "missing.h5" in missing.stderr, missing.stderr)


def scales(paper, folder, check):
    done = paper.run("firefly", "--mnist", folder / "tiny.h5", "--choose-scales")
    scores = [float(word) for word in re.findall(r"-\d+\.\d+", done.stdout)]
    check(done.returncode == 0 and len(scores) == 7, done.stdout + done.stderr)
    check(all(-1.0 < score < -0.3 for score in scores), scores)


def main():
    paper, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        write_data(folder / "tiny.h5")
        interrupted_and_resumed(paper, folder, check)
        table_and_figures(folder, check)
        a_lost_cell_comes_back(paper, folder, check)
        a_planted_count_is_seen(paper, folder, check)
        refused(paper, folder, check)
        scales(paper, folder, check)
    check.finish()


if __name__ == "__main__":
    main()
