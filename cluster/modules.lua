-- Module file (Lmod) of a Photinus that was installed with `cmake --install build --prefix PREFIX`:
--   mkdir -p ~/modulefiles/photinus && cp cluster/modules.lua ~/modulefiles/photinus/0.1.0.lua
--   module use ~/modulefiles && module load photinus
-- PREFIX is PHOTINUS_PREFIX, or photinus in the home directory.
local prefix = os.getenv("PHOTINUS_PREFIX") or pathJoin(os.getenv("HOME"), "photinus")

whatis("Name: Photinus")
whatis("Description: exact posteriors of models with more rows than one machine holds")
help([[photinus sample model.toml; sbatch templates are in the source, cluster/job*.sbatch]])

-- The modules that it was built with, by the names they have here:
-- depends_on("gcc", "openmpi", "hdf5", "netcdf-c", "boost")

prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("CMAKE_PREFIX_PATH", prefix)       -- find_package(photinus)
