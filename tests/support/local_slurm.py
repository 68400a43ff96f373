"""A private SLURM for a test: cluster/slurm-local.sh in a directory of its own."""
import pathlib
import subprocess
import sys

from program import ENVIRONMENT, processes, within

CLUSTER = pathlib.Path(__file__).parents[2] / "cluster"
SCRIPT = CLUSTER / "slurm-local.sh"


class LocalSlurm:
    """Started on entry, ended on exit; exit 77 where SLURM is not to be had."""

    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)
        self.directory = self.folder / "slurm"
        self.environment = dict(ENVIRONMENT, PHOTINUS_SLURM=str(self.directory),
                                SLURM_CONF=str(self.directory / "slurm.conf"),
                                OMPI_MCA_btl="tcp,self", PHOTINUS=program.executable)

    def __enter__(self):
        if self.script("start").returncode == 77:
            print("skipped: no SLURM here")
            sys.exit(77)
        return self

    def __exit__(self, *_):
        self.script("stop")

    def script(self, verb):
        done = self.run("bash", SCRIPT, verb)
        if done.returncode:
            print(done.stdout + done.stderr)
        return done

    def run(self, *command, environment=None):
        return subprocess.run([*map(str, command)], cwd=self.folder, stdin=subprocess.DEVNULL,
                              env={**self.environment, **(environment or {})},
                              capture_output=True, text=True, timeout=300)

    def submit(self, template, *arguments, options=(), **environment):
        """The number of the job, of a template in cluster/."""
        done = self.run("sbatch", "--parsable", *options, CLUSTER / template, *arguments,
                        environment=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def job(self, number):
        """What scontrol says of a job: JobState, ExitCode, Restarts, ..."""
        shown = self.run("scontrol", "--oneliner", "show", "job", number).stdout
        return dict(word.split("=", 1) for word in shown.split() if "=" in word)

    def ended(self, number, seconds=60):
        """The job's last words to scontrol, once it is over."""
        def over():
            job = self.job(number)
            return job.get("JobState") not in ("PENDING", "RUNNING", "COMPLETING", "REQUEUED") and job
        return within(seconds, over) or self.job(number)

    def log(self, number):
        return "".join(path.read_text() for path in self.folder.glob(f"*-{number}.log"))

    def processes(self, **wanted):
        """The processes that this SLURM started, by name and environment."""
        return processes(SLURM_CONF=self.environment["SLURM_CONF"], **wanted)
