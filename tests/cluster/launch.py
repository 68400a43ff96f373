"""What a launcher meant and MPI did not understand is an error, said once; more ranks than cores are warned
of. What launchers set is set by hand here; tests/cluster/slurm_local.py has the real srun.

usage: launch.py PROGRAM
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402

USAGE = 2
JOB = {"SLURM_JOB_ID": "7", "SLURM_NTASKS": "3", "SLURM_PROCID": "0"}
STEP = {**JOB, "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "3"}


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 300, 3)
        write_config(folder / "model.toml", folder / "data.h5", "[sampler]\nwarmup = 20\ndraws = 20\n")

        def sample(ranks=1, **environment):
            return program.run("sample", "model.toml", "--unconverged-ok", "--force", ranks=ranks, cwd=folder,
                               environment=environment)

        for rank, lines in (("0", 1), ("1", 0), ("2", 0)):
            done = sample(**{**STEP, "SLURM_PROCID": rank})
            check(done.returncode == USAGE, f"copy {rank}: exit {done.returncode}")
            check(len(done.stderr.splitlines()) == lines, f"copy {rank}: {done.stderr}")
            check(not lines or "--mpi=pmix" in done.stderr, done.stderr)
        check(not (folder / "results").exists(), "a copy wrote results")

        done = sample(**STEP, PHOTINUS_INDEPENDENT="1")
        check(done.returncode == 0 and "warning" not in done.stderr, f"meant so: {done.stderr}")
        done = sample(**JOB)
        check(done.returncode == 0 and done.stderr.count("has 3 tasks") == 1, f"batch script: {done.stderr}")
        done = sample()
        check(done.returncode == 0 and "warning" not in done.stderr, f"alone: {done.stderr}")

        cores = len(os.sched_getaffinity(0))
        done = sample(ranks=cores + 1)
        words = f"{cores + 1} ranks of 1 thread share {cores} core"
        check(done.returncode == 0 and done.stderr.count(words) == 1, f"crowded: {done.stderr}")
        if cores > 1:
            done = sample(ranks=2)
            check(done.returncode == 0 and "ranks of 1 thread" not in done.stderr, f"two ranks: {done.stderr}")
    check.finish()


if __name__ == "__main__":
    main()
