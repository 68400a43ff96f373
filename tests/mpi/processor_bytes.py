"""The same bytes on processors with and without FMA, AVX2 and AVX-512 in the C library, and with
other cache sizes, which Eigen's products follow unless told otherwise.

The C library's choices are varied by GLIBC_TUNABLES, and the test first shows that this changes the
library's own exp or log; where it does not, it says so. The cache sizes are set by a second program.

usage: processor_bytes.py PROGRAM PROGRAM_WITH_OTHER_CACHE_SIZES PROBE
"""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "support"))
from program import (ENVIRONMENT, Checks, Program, results, scratch, write_config,  # noqa: E402
                     write_reals)

WITHOUT = {
    "no AVX-512": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD",
    "no FMA, AVX2, AVX-512": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-FMA,-FMA4",
}


CASES = {
    "firefly": [],
    "full": ["sampler.method=full"],
    "escapes": ["firefly.radius=1.5", "sampler.kernel=nuts"],
    "student_t sampled": ["data.path=reals.h5", "model.family=student_t"],
    "student_t given": ["data.path=reals.h5", "model.family=student_t", "model.sigma=0.4",
                        "model.nu=2.5", "sampler.kernel=slice_random"],
    "poisson": ["model.family=poisson"],  # labels 0 and 1 are counts as well
    "probit": ["model.family=probit"],
    "laplace": ["model.prior={family='laplace',scale=0.3}", "sampler.metric=pseudo_prior"],
}


def probe(path, tunables=None):
    environment = {**ENVIRONMENT, **({"GLIBC_TUNABLES": tunables} if tunables else {})}
    return subprocess.run([path], env=environment, capture_output=True, text=True, check=True).stdout


def main():
    program, other, check = Program(sys.argv[1]), Program(sys.argv[2]), Checks()
    library = {name: probe(sys.argv[3], tunables) for name, tunables in WITHOUT.items()}
    if all(bits == probe(sys.argv[3]) for bits in library.values()):
        print("note: the C library's exp and log are the same with all tunables on this machine")
    else:
        print("the C library's own exp and log do change with the tunables")
    with scratch() as folder:
        folder = pathlib.Path(folder)
        program.simulate(folder / "data.h5", 3000, 101)
        write_config(folder / "config.toml", folder / "data.h5",
                     "[sampler]\nwarmup = 30\ndraws = 30\nchains = 2\n")
        write_reals(folder / "reals.h5", 2000, 30)
        for name, settings in CASES.items():
            sets = [word for s in settings for word in ("--set", s)]
            arguments = ["sample", folder / "config.toml", "--unconverged-ok", "--force", *sets,
                         "--output", folder / "results"]
            done = program.run(*arguments, cwd=folder)
            check(done.returncode == 0, done.stderr)
            reference = results(folder / "results")
            for where, tunables in WITHOUT.items():
                program.run(*arguments, cwd=folder, environment={"GLIBC_TUNABLES": tunables})
                check(results(folder / "results") == reference, f"{name}: other bytes with {where}")
            other.run(*arguments, cwd=folder)
            check(results(folder / "results") == reference,
                  f"{name}: other bytes with other cache sizes")
    check.finish()


if __name__ == "__main__":
    main()
