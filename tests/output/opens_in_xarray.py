"""Opens a draws.nc with xarray as users do. Exit status: 0 fine, 77 skipped, 1 wrong."""

import sys

try:
    import h5netcdf  # noqa: F401
    import netCDF4  # noqa: F401
    import xarray
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)


def check(path, engine):
    with xarray.open_dataset(path, group="posterior", engine=engine) as posterior:
        sizes = posterior.sizes
        assert set(sizes) >= {"chain", "draw"}, f"{engine}: dimensions {dict(sizes)}"
        for name in ("chain", "draw"):
            coordinate = posterior.coords[name].values.tolist()
            assert coordinate == list(range(sizes[name])), f"{engine}: coordinate {name}"
        assert posterior.data_vars, f"{engine}: no variables"
        for name, variable in posterior.data_vars.items():
            assert variable.dims[:2] == ("chain", "draw"), f"{engine}: {name} {variable.dims}"
            assert variable.notnull().all(), f"{engine}: {name} has missing values"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: opens_in_xarray.py draws.nc")
    for engine in ("netcdf4", "h5netcdf"):
        check(sys.argv[1], engine)


main()
