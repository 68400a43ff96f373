"""Jobs from the templates in cluster/ run in a SLURM of three nodes: draws are those of one process,
however the ranks are started; copies that do not find each other refuse; scancel, a drained node and ranks
that fail do what they should; nothing is left behind.

usage: slurm_local.py PROGRAM PHOTINUS_FAULTY
"""
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from local_slurm import LocalSlurm  # noqa: E402
from program import Checks, Program, results, scratch, within, write_config  # noqa: E402
from watched_runs import WatchedRuns  # noqa: E402

SHORT = "[sampler]\nwarmup = 100\ndraws = 100\n"
ENDLESS = ["--set", "sampler.method=full", "--set", "sampler.draws=1000000"]


class Test:
    def __init__(self, slurm, check, folder):
        self.slurm, self.check, self.folder = slurm, check, folder

    def submit(self, template, name, *arguments, **more):
        return self.slurm.submit(template, "model.toml", "--unconverged-ok", "--output", name,
                                 *arguments, **more)

    def completed(self, number, what):
        job = self.slurm.ended(number)
        self.check(job["JobState"] == "COMPLETED", f"{what}: {job}\n{self.slurm.log(number)}")

    def same_draws(self):
        """srun with PMIx, mpirun, and an array of models."""
        oracle = results(self.folder / "one")
        jobs = {
            "srun": self.submit("job.sbatch", "srun", options=["--nodes=3", "--ntasks=3"]),
            "mpirun": self.submit("job-nodes.sbatch", "mpirun", PHOTINUS_LAUNCH="mpirun",
                                  options=["--nodes=3", "--ntasks-per-node=2"]),
        }
        for name, number in jobs.items():
            self.completed(number, name)
            self.check(results(self.folder / name) == oracle, f"{name}: not the draws of one process")
        array = self.slurm.submit("job-array.sbatch", "long.toml", "again.toml",
                                  options=["--array=0-1", "--ntasks=2"])
        for task, name in enumerate(("long", "again")):
            self.completed(f"{array}_{task}", f"task {task}")
            self.check((self.folder / "results" / name / "draws.nc").exists(), f"no results/{name}")

    def unjoined(self):
        """An srun that Open MPI does not understand; a batch script without any."""
        number = self.submit("job.sbatch", "unjoined", options=["--ntasks=3"], PHOTINUS_LAUNCH="srun --mpi=none")
        job, log = self.slurm.ended(number), self.slurm.log(number)
        self.check((job["JobState"], job["ExitCode"]) == ("FAILED", "2:0"), f"unjoined: {job}")
        self.check(log.count("srun started 3 processes") == 1 and "--mpi=pmix" in log, f"unjoined: {log}")
        number = self.submit("job.sbatch", "script", options=["--ntasks=3"], PHOTINUS_LAUNCH="env")
        self.completed(number, "a batch script")
        log = self.slurm.log(number)
        self.check(log.count("this SLURM job has 3 tasks") == 1, f"a batch script: {log}")

    def hurt(self, faulty):
        """What watchdog.py does, under srun."""
        WatchedRuns(faulty, self.check, self.folder, ["srun", "--nodes=3", "--ntasks=3", "--mpi=pmix", "--wait=30"],
                    "SLURM_PROCID", 6.0, {**self.slurm.environment, "SLURM_PMIX_FENCE": "tree"}).all()

    def running(self, name):
        """A job without end, once its ranks are at work."""
        number = self.submit("job.sbatch", name, *ENDLESS, options=["--nodes=3", "--ntasks=3"],
                             PHOTINUS_LAUNCH="srun --mpi=pmix --wait=2")
        log = within(30, lambda: len(self.ranks(number)) == 3 and "it/s" in self.slurm.log(number))
        self.check(log, f"{name}: does not start: {self.slurm.log(number)}")
        return number

    def ranks(self, number):
        name = os.path.basename(self.slurm.program.executable)[:15]
        return [pid for pid, command in self.slurm.processes(SLURM_JOB_ID=number).items() if command == name]

    def cancelled(self):
        number = self.running("cancelled")
        self.slurm.run("scancel", number)
        job = self.slurm.ended(number, 20)
        self.check(job["JobState"] == "CANCELLED", f"scancel: {job}")
        left = within(10, lambda: not self.slurm.processes(SLURM_JOB_ID=number))
        self.check(left, f"scancel leaves {self.slurm.processes(SLURM_JOB_ID=number)}")

    def killed_rank(self):
        number = self.running("killed")
        os.kill(max(self.ranks(number)), signal.SIGKILL)
        job = self.slurm.ended(number, 30)
        self.check(job["JobState"] == "FAILED", f"killed rank: {job}")
        self.check(not (self.folder / "killed" / "summary.json").exists(), "killed rank: a summary")

    def drained(self):
        """A job that needs the drained node waits, another runs; then the node is back."""
        update = ["scontrol", "update", "NodeName=n3"]
        self.slurm.run(*update, "State=DRAIN", "Reason=test")
        waits = self.submit("job.sbatch", "waits", options=["--nodes=3", "--ntasks=3"])
        runs = self.submit("job.sbatch", "runs", options=["--nodes=2", "--ntasks=2"])
        self.completed(runs, "on the other nodes")
        self.check(self.slurm.job(waits)["JobState"] == "PENDING", f"drained: {self.slurm.job(waits)}")
        self.slurm.run(*update, "State=RESUME")
        self.completed(waits, "after the drain")


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 5000, 5)
        for name, text in (("model", SHORT), ("long", ""), ("again", "")):
            write_config(folder / f"{name}.toml", folder / "data.h5", text)
        done = program.run("sample", folder / "model.toml", "--unconverged-ok", "--output", folder / "one")
        check(done.returncode == 0, done.stderr)
        with LocalSlurm(program, folder) as slurm:
            test = Test(slurm, check, folder)
            for part in (test.same_draws, test.unjoined, test.cancelled, test.killed_rank, test.drained):
                part()
            test.hurt(Program(sys.argv[2]))
            number = test.running("stopped")
            check(slurm.script("stop").returncode == 0, "stop")
            left = within(10, lambda: not slurm.processes())
            check(left, f"stop leaves {slurm.processes()}")
            check(not slurm.directory.exists(), "stop leaves its directory")
    check.finish()


if __name__ == "__main__":
    main()
