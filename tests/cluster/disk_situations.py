"""Directories that are read-only, full, gone or no directories: exit 5 and a message that names the
place, on 1 and 3 ranks; with room again, a run that met a full disk ends with the bytes of one that
did not.

usage: disk_situations.py PROGRAM
"""
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import ENVIRONMENT, Checks, Program, results, scratch, write_config  # noqa: E402

USAGE, INPUT_OUTPUT = 2, 5
INSIDE = "PHOTINUS_TEST_OWN_MOUNTS"
EVERY_STEP = "[sampler]\nwarmup = 20\ndraws = {draws}\nchains = 2\n[checkpoint]\ninterval = 1e-9\n"


def own_mounts():
    """Goes on in a namespace where mounts are nobody else's, if there may be one."""
    if INSIDE in os.environ:
        return os.environ[INSIDE] == "yes"
    allowed = subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"],
                             stderr=subprocess.DEVNULL).returncode == 0
    os.environ[INSIDE] = "yes" if allowed else "no"
    if allowed:
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    print("no mounts are allowed here: without file systems that are read-only or full")
    return False


def mount(options, place):
    """Tried again while a file is open for writing there."""
    for _ in range(200):
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place],
                              stderr=subprocess.PIPE, text=True)
        if done.returncode == 0:
            return
        time.sleep(0.01)
    raise RuntimeError(done.stderr)


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        program.simulate(folder / "data.h5", 200, 2)
        for name, draws in (("short", 150), ("endless", 10000000)):
            write_config(folder / f"{name}.toml", folder / "data.h5", EVERY_STEP.format(draws=draws))
        self.disk = folder / "disk"
        self.disk.mkdir()

    def command(self, output, *more, config="short"):
        return ["sample", self.folder / f"{config}.toml", "--unconverged-ok", "--output", output, *more]

    def expect(self, what, code, words, done):
        self.check(done.returncode == code, f"{what}: exit {done.returncode}: {done.stderr}")
        for word in words:
            self.check(word in done.stderr, f"{what}: no {word!r} in {done.stderr}")

    def refused(self, what, code, words, output, *more):
        for ranks in (1, 3):
            done = self.program.run(*self.command(output, *more), ranks=ranks, timeout=120)
            self.expect(f"{what} on {ranks}", code, [str(output)[:200], *words], done)

    def places(self):
        (self.folder / "file").write_text("mine")
        (self.folder / "link").symlink_to(self.folder / "nowhere")
        self.refused("a file", USAGE, ["not a directory"], self.folder / "file", "--force")
        self.refused("below a file", INPUT_OUTPUT, ["Not a directory"], self.folder / "file" / "below")
        self.refused("a dangling link", INPUT_OUTPUT, ["cannot create"], self.folder / "link")
        self.refused("a long name", INPUT_OUTPUT, ["name too long"], self.folder / ("n" * 300))
        self.check((self.folder / "file").read_text() == "mine", "the file was changed")

    def interrupted(self, what, ranks, act, words):
        """A run that writes checkpoints until `act` keeps it from it."""
        output = self.disk / "results"
        run = subprocess.Popen(self.program.command(ranks, *self.command(output, config="endless")),
                               env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 60
        while not (output / "checkpoint-1.bin").exists() and time.monotonic() < end:
            time.sleep(0.02)
        act(output)
        try:
            _, run.stderr = run.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            run.kill()
            _, run.stderr = run.communicate()
            self.check(False, f"{what} on {ranks}: hangs")
        self.expect(f"{what} on {ranks}", INPUT_OUTPUT, [str(output), *words], run)
        return output

    def gone(self):
        def remove(output):
            while output.exists():
                shutil.rmtree(output, ignore_errors=True)

        for ranks in (1, 3):
            self.interrupted("gone", ranks, remove, ["No such file or directory"])

    def read_only(self):
        mount("ro", self.disk)
        self.refused("read-only", INPUT_OUTPUT, ["Read-only file system"], self.disk / "new")
        subprocess.run(["umount", self.disk], check=True)
        for ranks in (1, 3):
            mount("size=10m", self.disk)
            output = self.interrupted("made read-only", ranks, lambda output: mount("remount,ro", self.disk),
                                      ["Read-only file system", "checkpoint-"])
            self.refused("stays read-only", INPUT_OUTPUT, ["Read-only file system"], output, "--resume")
            mount("remount,rw", self.disk)
            done = self.program.run(*self.command(output, "--resume", "--max-time", "0.1", config="endless"))
            self.check(done.returncode == 75, f"writable again: exit {done.returncode}: {done.stderr}")
            subprocess.run(["umount", self.disk], check=True)

    def asked_to_stop(self):
        """The file `stop` stands where nothing can be removed."""
        mount("size=500m", self.disk)

        def ask(output):
            # As one step: the run must not remove it in between.
            (output / "stop").mkdir()
            (output / "stop" / "there").touch()

        self.interrupted("stop", 1, ask, ["cannot remove", "stop"])
        subprocess.run(["umount", self.disk], check=True)

    def full(self):
        straight = self.folder / "straight"
        done = self.program.run(*self.command(straight))
        self.check(done.returncode == 0, done.stderr)
        for ranks in (1, 3):
            mount("size=64k", self.disk)
            output = self.disk / "results"
            done = self.program.run(*self.command(output), ranks=ranks, timeout=120)
            self.expect(f"full on {ranks}", INPUT_OUTPUT, [str(output), "No space left on device"], done)
            self.check((output / "checkpoint-0.bin").exists(), f"full on {ranks}: no checkpoint is left")
            self.check(not list(output.glob("*.partial")), f"full on {ranks}: a partial file is left")
            mount("remount,size=10m", self.disk)
            done = self.program.run(*self.command(output, "--resume"), ranks=4 - ranks, timeout=120)
            self.check(done.returncode == 0, f"room again: exit {done.returncode}: {done.stderr}")
            self.check(results(output) == results(straight), "room again: other bytes")
            subprocess.run(["umount", self.disk], check=True)

    def full_of_data(self):
        for form in ("hdf5", "libsvm"):
            mount("size=64k", self.disk)
            file = self.disk / "data"
            done = self.program.run("simulate", "--rows", 5000, "--columns", 10, "--format", form, "--output", file)
            self.expect(f"simulate {form}", INPUT_OUTPUT, [str(file), "No space left on device"], done)
            self.check(not list(self.disk.iterdir()), f"simulate {form}: half a file is left")
            subprocess.run(["umount", self.disk], check=True)


def main():
    mounts = own_mounts()
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        parts = [test.places, test.gone]
        if mounts:
            parts += [test.read_only, test.asked_to_stop, test.full, test.full_of_data]
        for part in parts:
            part()
    check.finish()


if __name__ == "__main__":
    main()
