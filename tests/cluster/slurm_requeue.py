"""A job that is stopped returns to the queue and ends with the draws of the run that nobody stopped: when its
time is up, when it is told to by hand, after a node has failed or is drained. One that is cancelled can be
resumed from its last checkpoint; one that was meant to stop stays where it is.

usage: slurm_requeue.py PHOTINUS_FAULTY
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from local_slurm import LocalSlurm  # noqa: E402
from program import Checks, Program, results, scratch, within  # noqa: E402

MODEL = """[data]
path = "data.h5"
[model]
family = "faulty"
[sampler]
method = "full"
warmup = 100
draws = 2000
[checkpoint]
interval = 1.0
"""
STOPPED = 75


class Test:
    def __init__(self, slurm, check, folder):
        self.slurm, self.check, self.folder = slurm, check, folder
        self.oracle = results(folder / "one")

    def submit(self, name, *options, arguments=(), **environment):
        """A job that goes on slowly until `hurry` is told its name."""
        held = {"PHOTINUS_FAULT": "slow", "PHOTINUS_FAULT_RANK": "0",
                "PHOTINUS_FAULT_UNTIL": str(self.folder / f"{name}.hurry")}
        return self.slurm.submit("job-requeue.sbatch", "model.toml", "--unconverged-ok", "--output", name, *arguments,
                                 options=["--nodes=2", "--ntasks=2", *options], **held, **environment)

    def hurry(self, name):
        (self.folder / f"{name}.hurry").touch()

    def at_work(self, number, restarts):
        """Runs after so many restarts, and makes draws."""

        def runs():
            job = self.slurm.job(number)
            return job["JobState"] == "RUNNING" and int(job["Restarts"]) >= restarts

        seen = self.slurm.log(number).count("it/s")
        good = within(100, runs) and within(60, lambda: self.slurm.log(number).count("it/s") > seen)
        self.check(good, f"not at work after {restarts} restarts: {self.slurm.job(number)} {self.slurm.log(number)}")

    def finished(self, number, name):
        self.hurry(name)
        job = self.slurm.ended(number, 240)
        print(f"{name}: {job['JobState']}, {job['Restarts']} restarts", flush=True)
        self.check(job["JobState"] == "COMPLETED", f"{name}: {job} {self.slurm.log(number)}")
        self.check(int(job["Restarts"]) >= 1, f"{name}: was not started again")
        self.check("resumed at iteration" in self.slurm.log(number), f"{name}: began anew: {self.slurm.log(number)}")
        self.check(results(self.folder / name) == self.oracle, f"{name}: not the draws of the run without a stop")

    def ranks_ended_together(self, number, name):
        """None was gone while another still wrote to it, which Open MPI warns of."""
        log = self.slurm.log(number)
        self.check("failed to TCP connect" not in log, f"{name}: a rank left before the others: {log}")

    def stays(self, number, name):
        job = self.slurm.ended(number, 60)
        self.ranks_ended_together(number, name)
        self.check((job["JobState"], job["ExitCode"], job["Restarts"]) == ("FAILED", f"{STOPPED}:0", "0"),
                   f"{name}: {job} {self.slurm.log(number)}")

    def signalled(self, name, launch):
        """What SLURM does when time is nearly up, twice."""
        number = self.submit(name, PHOTINUS_LAUNCH=launch)
        for restarts in (0, 1):
            self.at_work(number, restarts)
            self.slurm.run("scancel", "--batch", "--signal=USR1", number)
        self.at_work(number, 2)
        self.finished(number, name)
        self.ranks_ended_together(number, name)

    def out_of_time(self):
        """SLURM's own signal, a minute before a limit of two minutes."""
        number = self.submit("limit", "--time=2")
        self.at_work(number, 1)
        self.finished(number, "limit")

    def meant_to_stop(self):
        """By a file and by --max-time; and with no restarts left."""
        number = self.submit("file")
        self.at_work(number, 0)
        (self.folder / "file" / "stop").touch()
        self.stays(number, "file")
        self.stays(self.submit("time", arguments=["--max-time", "3s"]), "--max-time")
        number = self.submit("last", PHOTINUS_RESTARTS="0")
        self.at_work(number, 0)
        self.slurm.run("scancel", "--batch", "--signal=USR1", number)
        self.stays(number, "no restarts left")

    def node_failure(self):
        number = self.submit("down")
        self.at_work(number, 0)
        self.slurm.run("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=test")
        self.at_work(number, 1)
        self.finished(number, "down")
        self.slurm.run("scontrol", "update", "NodeName=n2", "State=RESUME")

    def drained(self):
        """The job goes on there until it is sent back to the queue; then it runs elsewhere."""
        number = self.submit("drained")
        self.at_work(number, 0)
        self.check(self.slurm.job(number)["NodeList"] == "n[1-2]", f"drained: {self.slurm.job(number)}")
        self.slurm.run("scontrol", "update", "NodeName=n1", "State=DRAIN", "Reason=test")
        self.at_work(number, 0)
        self.slurm.run("scontrol", "requeue", number)
        self.at_work(number, 1)
        nodes = self.slurm.job(number)["NodeList"]
        self.check(nodes == "n[2-3]", f"drained: runs on {nodes}")
        self.finished(number, "drained")
        self.slurm.run("scontrol", "update", "NodeName=n1", "State=RESUME")

    def cancelled(self):
        number = self.submit("cancelled")
        self.at_work(number, 0)
        self.slurm.run("scancel", number)
        job = self.slurm.ended(number, 30)
        self.check(job["JobState"] == "CANCELLED" and job["Restarts"] == "0", f"scancel: {job}")
        resumed = self.slurm.program.run("sample", "model.toml", "--unconverged-ok", "--output", "cancelled",
                                         "--resume", cwd=self.folder)
        self.check("resumed at iteration" in resumed.stderr, f"cancelled: {resumed.stderr}")
        self.check(results(self.folder / "cancelled") == self.oracle, "cancelled and resumed: other draws")


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 5000, 5)
        (folder / "model.toml").write_text(MODEL)
        done = program.run("sample", "model.toml", "--unconverged-ok", "--output", "one", cwd=folder)
        check(done.returncode == 0, done.stderr)
        with LocalSlurm(program, folder) as slurm:
            test = Test(slurm, check, folder)
            parts = (lambda: test.signalled("srun", "srun --mpi=pmix --wait=30"),
                     lambda: test.signalled("mpirun", "mpirun"), test.meant_to_stop, test.cancelled,
                     test.node_failure, test.drained, test.out_of_time)
            for part in parts:
                part()
    check.finish()


if __name__ == "__main__":
    main()
