"""draws.nc opens in xarray and ncdump, `photinus summary` shows the table within 80 columns.

usage: quick_look.py PROGRAM
"""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402

OPENS = pathlib.Path(__file__).parents[1] / "output" / "opens_in_xarray.py"


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 5000, 5)
        write_config(folder / "config.toml", folder / "data.h5")
        done = program.run("sample", folder / "config.toml", "--output", folder / "r", ranks=3)
        check(done.returncode == 0, done.stderr)
        draws = folder / "r" / "draws.nc"
        opened = subprocess.run(["/usr/bin/python3", OPENS, draws], capture_output=True, text=True)
        check(opened.returncode in (0, 77), f"xarray: {opened.stdout}{opened.stderr}")
        if opened.returncode == 77:
            print("skipped:", opened.stdout.strip())
        if shutil.which("ncdump"):
            header = subprocess.run(["ncdump", "-h", draws], capture_output=True, text=True).stdout
            check("group: posterior" in header and "double x1(chain, draw)" in header, header)
        shown = program.run("summary", folder / "r")
        check(shown.returncode == 0 and shown.stdout in done.stdout, "summary differs from sample's")
        check(max(map(len, shown.stdout.splitlines())) <= 80, "wider than 80 columns")
        check('"parameters"' in program.run("summary", folder / "r", "--json").stdout, "--json")
        mode = program.run("map", folder / "config.toml", "--output", folder / "m", ranks=2)
        check(mode.returncode == 0 and "log-likelihood" in mode.stdout, f"map: {mode.stderr}")
        good = program.run("check", folder / "config.toml", ranks=2)
        check(good.returncode == 0 and "5000 rows" in good.stdout, f"check: {good.stderr}")
        plan = program.run("sample", folder / "config.toml", "--dry-run", ranks=2)
        check(plan.returncode == 0 and "rank 1 " in plan.stdout, f"--dry-run: {plan.stderr}")
    check.finish()


if __name__ == "__main__":
    main()
