"""A rank that hangs is named, and the job ends; so it does when a rank is killed.

usage: silent_rank.py PROGRAM
"""
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, scratch, write_config  # noqa: E402


def worker_pids(mpirun):
    listing = subprocess.run(["ps", "-o", "pid=", "--ppid", str(mpirun)], capture_output=True, text=True)
    return [int(pid) for pid in listing.stdout.split()]


def start(program, folder):
    run = subprocess.Popen(
        program.command(3, "sample", folder / "config.toml", "--output", folder / "r", "--force"),
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while len(worker_pids(run.pid)) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2.0)
    return run, worker_pids(run.pid)


def rank_of(pid):
    environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return next(int(e.split(b"=")[1]) for e in environment if e.startswith(b"OMPI_COMM_WORLD_RANK="))


def hang(program, check, folder, send, rank, words):
    run, pids = start(program, folder)
    victim = next(pid for pid in pids if rank_of(pid) == rank)
    os.kill(victim, send)
    begun = time.monotonic()
    try:
        _, error = run.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        run.kill()
        error = "(still running)"
    seconds = time.monotonic() - begun
    check(run.returncode not in (0, None), f"{send}: exit {run.returncode}")
    check(seconds < 30, f"{send}: took {seconds:.0f} s")
    for word in words:
        check(word in error, f"{send}: no {word!r} in: {error}")
    if pathlib.Path(f"/proc/{victim}").exists():
        os.kill(victim, signal.SIGKILL)


def main():
    program, check = Program(sys.argv[1]), Checks()
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 20000, 10)
        write_config(folder / "config.toml", folder / "data.h5",
                     "[sampler]\nmethod = 'full'\ndraws = 100000\n[ranks]\ndeadline = 5.0\n")
        hang(program, check, folder, signal.SIGSTOP, 2, ["rank 2", "no sign of life", "ranks.deadline"])
        hang(program, check, folder, signal.SIGSTOP, 1, ["rank 1", "no sign of life"])
        hang(program, check, folder, signal.SIGKILL, 1, [])
        check(not (folder / "r" / "summary.json").exists(), "a killed run left a summary")
    check.finish()


if __name__ == "__main__":
    main()
