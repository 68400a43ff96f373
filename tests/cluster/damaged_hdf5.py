"""HDF5 files of unusual or impossible structure: read where they hold what is asked for, else exit 3
with a message that names file and dataset; no crash, no endless memory. What bits flipped at random do
is tested in tests/data.

usage: damaged_hdf5.py PROGRAM
"""
import pathlib
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import Checks, Program, scratch, write_config  # noqa: E402

GOOD, BAD_DATA = 0, 3
ROWS, COLUMNS = 640, 3


def rows():
    random = np.random.default_rng(1)
    x = random.normal(size=(ROWS, COLUMNS)).astype("f4")
    return x, (random.random(ROWS) < 0.5).astype("i4")


X, Y = rows()


def never_written(file, **shape):
    file.create_dataset("X", dtype="f4", **shape)


def some_chunks(file):
    file.create_dataset("X", shape=X.shape, dtype="f4", chunks=(64, COLUMNS))[:320] = X[:320]


def outside(file):
    """Values in another file."""
    elsewhere = pathlib.Path(file.filename).with_suffix(".raw")
    elsewhere.write_bytes(X.tobytes())
    file.create_dataset("X", shape=X.shape, dtype="f4", external=[(str(elsewhere), 0, X.nbytes)])


def put_together(file):
    layout = h5py.VirtualLayout(shape=X.shape, dtype="f4")
    layout[:] = h5py.VirtualSource("nowhere.h5", "X", shape=X.shape)
    file.create_virtual_dataset("X", layout)


def references(file):
    file["other"] = X
    data = file.create_dataset("X", shape=X.shape, dtype=h5py.ref_dtype)
    data[:] = np.full(X.shape, file["other"].ref, dtype=object)


def loop(file):
    file["X"] = h5py.SoftLink("/X")


def link_to_nowhere(file):
    file["X"] = h5py.ExternalLink("nowhere.h5", "X")


def compound(file):
    file["X"] = np.zeros(ROWS, dtype=[("a", "f4"), ("b", "f4")])


def empty(file):
    file["X"] = h5py.Empty("f4")


def compressed(**options):
    return lambda file: file.create_dataset("X", data=X, chunks=(64, COLUMNS), **options)


def unlimited(file):
    file.create_dataset("X", data=X, maxshape=(None, None))


def linked(file):
    file["elsewhere/X"] = X
    file["X"] = h5py.SoftLink("/elsewhere/X")


def of_type(kind):
    return lambda file: file.create_dataset("X", data=X.astype(kind))


def features():
    """Name, maker of /X, exit code, and words that the message must hold."""
    huge = 2**62
    yield "compressed", compressed(compression="gzip"), GOOD, []
    yield "shuffled, with checksums", compressed(compression="gzip", shuffle=True, fletcher32=True), GOOD, []
    yield "a filter that is not there", compressed(compression="lzf"), BAD_DATA, ["/X", "lzf", "h5repack"]
    yield "unlimited", unlimited, GOOD, []
    yield "linked", linked, GOOD, []
    yield "big-endian", of_type(">f8"), GOOD, []
    yield "float16", of_type("f2"), BAD_DATA, ["/X", "float32"]
    yield "integers", of_type("i8"), BAD_DATA, ["/X", "float32"]
    yield "complex", of_type("c8"), BAD_DATA, ["/X", "float32"]
    yield "strings", of_type("S8"), BAD_DATA, ["/X", "float32"]
    yield "compound", compound, BAD_DATA, ["/X", "rows x columns"]
    yield "references", references, BAD_DATA, ["/X", "float32"]
    yield "a group", lambda file: file.create_group("X"), BAD_DATA, ["/X"]
    yield "a loop of links", loop, BAD_DATA, ["/X"]
    yield "a link to nowhere", link_to_nowhere, BAD_DATA, ["/X"]
    yield "values outside", outside, BAD_DATA, ["/X", "other files", "h5repack"]
    yield "put together", put_together, BAD_DATA, ["/X", "other files", "h5repack"]
    yield "empty", empty, BAD_DATA, ["/X", "no shape"]
    yield "no columns", lambda file: never_written(file, shape=(ROWS, 0)), BAD_DATA, ["/X", "empty"]
    yield "scalar", lambda file: file.create_dataset("X", data=1.5), BAD_DATA, ["/X", "scalar"]
    yield "never written", lambda file: never_written(file, shape=X.shape), BAD_DATA, ["/X", "never written"]
    yield "chunks never written", some_chunks, BAD_DATA, ["/X", "5 of its 10 chunks", "never written"]
    yield "huge", lambda file: never_written(file, shape=(huge, COLUMNS), chunks=(64, COLUMNS)), BAD_DATA, ["/X"]
    yield "a terabyte", lambda file: never_written(file, shape=(2**26, 2**12), chunks=(64, 64)), BAD_DATA, ["/X", "never written"]
    yield "too many columns", lambda file: never_written(file, shape=(1, 2**33), chunks=(1, 64)), BAD_DATA, ["/X", str(2**33), "columns"]
    yield "numbers of rows that overflow", lambda file: never_written(file, shape=(2**32, 2**30), chunks=(64, 64)), BAD_DATA, ["/X", "larger than any file"]


def companions():
    """Name, datasets beside /X, exit code, and words that the message must hold."""
    yield "y of strings", dict(y=np.full(ROWS, b"yes")), BAD_DATA, ["/y", "numbers"]
    yield "y of bytes", dict(y=Y.astype("u1")), GOOD, []
    yield "y of halves", dict(y=Y.astype("f2")), GOOD, []
    yield "y empty", dict(y=h5py.Empty("f4")), BAD_DATA, ["/y", "no shape"]
    yield "weights a scalar", dict(y=Y, weights=1.0), BAD_DATA, ["/weights", "scalar"]


class Test:
    def __init__(self, program, check, folder):
        self.program, self.check, self.folder = program, check, folder
        self.path = folder / "data.h5"
        write_config(folder / "config.toml", self.path, "[sampler]\nwarmup = 5\ndraws = 5\nchains = 1\n")

    def expect(self, what, code, words):
        done = self.program.run("check", self.path, timeout=60)
        self.expect_from(done, f"{what}, check", code, words)
        if code != GOOD:
            words = [self.path.name, *words]
        done = self.program.run("sample", self.folder / "config.toml", "--unconverged-ok", "--force",
                                "--output", self.folder / "results", timeout=60)
        self.expect_from(done, f"{what}, sample", code, words)

    def expect_from(self, done, what, code, words):
        self.check(done.returncode == code, f"{what}: exit {done.returncode}: {done.stderr}")
        for word in words:
            self.check(word in done.stderr, f"{what}: no {word!r} in {done.stderr}")

    def features(self):
        for what, make, code, words in features():
            with h5py.File(self.path, "w") as file:
                make(file)
                file["y"] = Y
            self.expect(what, code, words)

    def companions(self):
        for what, datasets, code, words in companions():
            with h5py.File(self.path, "w") as file:
                file["X"] = X
                for name, values in datasets.items():
                    file[name] = values
            self.expect(what, code, words)

    def versions(self):
        """Of the format, and of where it begins in the file."""
        for what, options in (("newest", dict(libver="latest")), ("user block", dict(userblock_size=512))):
            with h5py.File(self.path, "w", **options) as file:
                file["X"], file["y"] = X, Y
            self.expect(what, GOOD, [])
            whole = self.path.read_bytes()
            self.path.write_bytes(whole[: len(whole) * 2 // 3])
            self.expect(f"{what}, cut off", BAD_DATA, [])

    def on_three_ranks(self):
        self.path.write_bytes(self.path.read_bytes()[:5000])
        done = self.program.run("sample", self.folder / "config.toml", "--force", "--output",
                                self.folder / "results", ranks=3, timeout=60)
        self.expect_from(done, "cut off, on three ranks", BAD_DATA, ["data.h5"])


def main():
    check = Checks()
    with scratch() as folder:
        test = Test(Program(sys.argv[1]), check, pathlib.Path(folder))
        for part in (test.features, test.companions, test.versions, test.on_three_ranks):
            part()
    check.finish()


if __name__ == "__main__":
    main()
