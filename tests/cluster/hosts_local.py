"""On three hosts, which are network namespaces here, draws are those of one process; a host whose cable
is pulled and one that dies end the run everywhere.

usage: hosts_local.py PROGRAM
"""
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, results, scratch, within, write_config  # noqa: E402

SCRIPT = pathlib.Path(__file__).parents[2] / "cluster" / "hosts-local.sh"
# The deadline must be longer than it takes mpirun to miss a host, 8 s: once mpirun waits for that host's
# answer to "end your ranks", it waits until TCP gives up, a quarter of an hour.
SHORT = "[sampler]\nwarmup = 50\ndraws = 50\n[ranks]\ndeadline = 30.0\n"
RUNS = {  # settings, and numbers of ranks
    "firefly": ([], (3, 5)),
    "full": (["--set", "sampler.method=full"], (3,)),
    "tempered": (["--set", "tempering.method=parallel", "--set", "tempering.rungs=4"], (3,)),
}


class Hosts:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = dict(ENVIRONMENT, PHOTINUS_HOSTS=str(folder / "hosts"))

    def command(self, *words):
        return ["bash", str(SCRIPT), *map(str, words)]

    def run(self, *words):
        return subprocess.run(self.command(*words), env=self.environment, cwd=self.folder, timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def sample(self, ranks, name, *arguments):
        return ["mpirun", "-n", ranks, self.program.executable, "sample", "model.toml",
                "--unconverged-ok", "--output", name, *arguments]

    def idle(self):
        return self.run("status").stdout.count(", 0 processes") == 3

    def __enter__(self):
        done = self.run("start")
        if done.returncode == 77:
            print("skipped:", done.stderr)
            sys.exit(77)
        assert done.returncode == 0, done.stderr
        return self

    def __exit__(self, *_):
        self.run("stop")


def same_draws(hosts, check):
    names = hosts.run("mpirun", "-n", 3, "hostname")
    check(sorted(names.stdout.split()) == ["h1", "h2", "h3"], f"{names.stdout} {names.stderr}")
    for run, (arguments, numbers) in RUNS.items():
        one = hosts.program.run("sample", "model.toml", "--unconverged-ok", "--output", f"{run}-1", *arguments,
                                cwd=hosts.folder)
        check(one.returncode == 0, one.stderr)
        for ranks in numbers:
            done = hosts.run(*hosts.sample(ranks, f"{run}-{ranks}", *arguments))
            check(done.returncode == 0, f"{run} on {ranks} ranks: {done.stderr}")
            check(results(hosts.folder / f"{run}-{ranks}") == results(hosts.folder / f"{run}-1"),
                  f"{run} on {ranks} ranks: not the draws of one process")


def lost(hosts, check, verb, host, line=None):
    """What a host's end does to a run: it ends too, on all hosts, and says whom it lost."""
    log = hosts.folder / f"{verb}-{host}.log"
    endless = ["--set", "sampler.method=full", "--set", "sampler.draws=1000000"]
    with log.open("w") as out:
        run = subprocess.Popen(hosts.command(*hosts.sample(3, verb, *endless)), env=hosts.environment,
                               cwd=hosts.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    end = time.monotonic() + 30
    while "it/s" not in log.read_text() and time.monotonic() < end:
        time.sleep(0.2)
    check("it/s" in log.read_text(), f"{verb}: does not start: {log.read_text()}")
    time.sleep(2.0)  # signs of life come once a second
    hosts.run(verb, host)
    begun = time.monotonic()
    try:
        run.wait(timeout=60)
    except subprocess.TimeoutExpired:
        hosts.run("off", "h1")
        run.wait()
    seconds = time.monotonic() - begun
    check(seconds < 60, f"{verb}: took {seconds:.0f} s")
    print(f"{verb} {host}: exit {run.returncode} after {seconds:.1f} s", flush=True)
    check(not line or re.search(line, log.read_text()), f"{verb} {host}: no {line!r} in {log.read_text()}")
    check(run.returncode != 0, f"{verb}: exit 0")
    check(not (hosts.folder / verb / "summary.json").exists(), f"{verb}: a summary")
    check(within(60, hosts.idle), f"{verb}: ranks go on: {hosts.run('status').stdout}")
    print(f"{verb} {host}: no process anywhere after {time.monotonic() - begun:.1f} s", flush=True)


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 5000, 5)
        write_config(folder / "model.toml", folder / "data.h5", SHORT)
        with Hosts(program, folder) as hosts:
            same_draws(hosts, check)
            gone = r"rank \d on host {} (has died|does not answer|has given no sign of life).*last seen: \w"
            # mpirun and the coordinator are on h1: it is the others that they miss.
            for host, missed in (("h3", "h3"), ("h1", "h[23]")):
                lost(hosts, check, "cut", host, gone.format(missed))
                hosts.run("stop")  # a mended link needs a while until all hosts see it
                hosts.run("start")
            lost(hosts, check, "off", "h2", gone.format("h2"))
            check(hosts.run("stop").returncode == 0 and not (folder / "hosts").exists(), "stop")
        left = subprocess.run(["pgrep", "-f", "^photinus-host "], capture_output=True, text=True).stdout
        check(not left, f"stop leaves {left}")
    check.finish()


if __name__ == "__main__":
    main()
