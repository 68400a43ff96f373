"""A rank that dies, is stopped, hangs, throws or exits early ends the job: with a code that is not 0, within
the deadline, with a line that names rank, host and what was being done, and with no process left. Under
mpirun; slurm_local.py does the same under srun.

usage: watchdog.py PHOTINUS_FAULTY
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch  # noqa: E402
from watched_runs import WatchedRuns  # noqa: E402


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        program.simulate(pathlib.Path(folder) / "data.h5", 20000, 10)
        WatchedRuns(program, check, folder, ["mpirun", "-n", "3"], "OMPI_COMM_WORLD_RANK", deadline=4.0).all()
    check.finish()


if __name__ == "__main__":
    main()
