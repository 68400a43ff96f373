"""A job that is stopped returns to the queue and ends with the draws of the run that nobody stopped:
told to by signals and by a file, and after a node has failed. With --long SLURM itself sends the signal
before the time is up, which takes a minute more.

usage: slurm_requeue.py PROGRAM [--long]
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from local_slurm import LocalSlurm  # noqa: E402
from program import Checks, Program, results, scratch, within, write_config  # noqa: E402

MODEL = "[sampler]\nmethod = 'full'\nwarmup = 100\ndraws = 400\n[checkpoint]\ninterval = 1.0\n"
STOPPED = 75


class Test:
    def __init__(self, slurm, check, folder):
        self.slurm, self.check, self.folder = slurm, check, folder
        self.oracle = results(folder / "one")

    def submit(self, name, *options, draws=400, **environment):
        return self.slurm.submit("job-requeue.sbatch", "model.toml", "--unconverged-ok", "--output", name,
                                 "--set", f"sampler.draws={draws}",
                                 options=["--nodes=2", "--ntasks=2", *options], **environment)

    def at_work(self, number, restarts):
        """Runs after so many restarts, and makes draws."""

        def runs():
            job = self.slurm.job(number)
            return job["JobState"] == "RUNNING" and int(job["Restarts"]) == restarts

        seen = self.slurm.log(number).count("it/s")
        good = within(40, runs) and within(30, lambda: self.slurm.log(number).count("it/s") > seen)
        self.check(good, f"not at work after {restarts} restarts: {self.slurm.job(number)} {self.slurm.log(number)}")

    def finished(self, number, name):
        job = self.slurm.ended(number, 120)
        self.check(job["JobState"] == "COMPLETED", f"{name}: {job} {self.slurm.log(number)}")
        self.check(int(job["Restarts"]) >= 1, f"{name}: was not started again")
        self.check(results(self.folder / name) == self.oracle, f"{name}: draws of the run without a stop")

    def signalled(self, name, launch):
        """What SLURM does when time is nearly up; twice, if the run lasts so long."""
        number = self.submit(name, PHOTINUS_LAUNCH=launch)
        self.at_work(number, 0)
        self.slurm.run("scancel", "--batch", "--signal=USR1", number)
        self.at_work(number, 1)
        self.slurm.run("scancel", "--batch", "--signal=USR1", number)
        self.finished(number, name)

    def out_of_time(self):
        """SLURM's own signal, a minute before a limit of one minute: it comes within half a minute."""
        number = self.submit("limit", "--time=1", draws=1000000, PHOTINUS_RESTARTS="0")
        job = self.slurm.ended(number, 80)
        self.check((job["JobState"], job["ExitCode"], job["Restarts"]) == ("FAILED", f"{STOPPED}:0", "0"),
                   f"limit: {job} {self.slurm.log(number)}")

    def stop_file(self):
        number = self.submit("file")
        self.at_work(number, 0)
        (self.folder / "file" / "stop").touch()
        job = self.slurm.ended(number, 30)
        self.check((job["JobState"], job["ExitCode"], job["Restarts"]) == ("FAILED", f"{STOPPED}:0", "0"),
                   f"stop file: {job} {self.slurm.log(number)}")

    def node_failure(self):
        number = self.submit("node")
        self.at_work(number, 0)
        self.slurm.run("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=test")
        self.at_work(number, 1)
        self.finished(number, "node")


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 5000, 5)
        write_config(folder / "model.toml", folder / "data.h5", MODEL)
        done = program.run("sample", folder / "model.toml", "--unconverged-ok", "--output", folder / "one")
        check(done.returncode == 0, done.stderr)
        with LocalSlurm(program, folder) as slurm:
            test = Test(slurm, check, folder)
            test.signalled("srun", "srun --mpi=pmix --wait=30")
            test.signalled("mpirun", "mpirun")
            test.stop_file()
            test.node_failure()
            if "--long" in sys.argv:
                test.out_of_time()
    check.finish()


if __name__ == "__main__":
    main()
