# What Photinus is built with and what a program that links it needs, found by photinus_need(package
# ...): find_package or find_dependency. Libraries without a package become imported targets.
set(HDF5_PREFER_PARALLEL ON)
photinus_need(MPI COMPONENTS C CXX)
photinus_need(HDF5 COMPONENTS C HL)
if(NOT HDF5_IS_PARALLEL)
  message(FATAL_ERROR "Photinus needs HDF5 built with MPI (Debian: libhdf5-openmpi-dev)")
endif()
photinus_need(Boost 1.74 COMPONENTS mpi serialization)
photinus_need(Eigen3 3.4 NO_MODULE)
photinus_need(Threads)
photinus_need(fmt)
photinus_need(spdlog)
photinus_need(CLI11)
photinus_need(nlohmann_json)
# Debian compiles toml++ to a library; elsewhere it is headers alone.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
find_library(TOMLPLUSPLUS_LIBRARY tomlplusplus)
# Debian's netCDF with MPI has a name of its own; elsewhere a header tells how it was built.
find_library(NETCDF_LIBRARY NAMES netcdf_mpi netcdf NAMES_PER_DIR REQUIRED)
find_path(NETCDF_INCLUDE_DIR netcdf_meta.h
          HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/netcdf/mpi/include REQUIRED)
file(STRINGS ${NETCDF_INCLUDE_DIR}/netcdf_meta.h NETCDF_HAS_PARALLEL REGEX "NC_HAS_PARALLEL4 +1")
if(NOT NETCDF_HAS_PARALLEL)
  message(FATAL_ERROR "Photinus needs netCDF built with MPI (Debian: libnetcdf-mpi-dev)")
endif()
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)

# photinus_link_name(name libraries...): photinus::name stands for these libraries.
function(photinus_link_name name)
  if(TARGET photinus::${name})
    return()
  endif()
  add_library(photinus::${name} INTERFACE IMPORTED GLOBAL)
  set_target_properties(photinus::${name} PROPERTIES INTERFACE_LINK_LIBRARIES "${ARGN}")
endfunction()
photinus_link_name(hdf5 ${HDF5_C_LIBRARIES})
photinus_link_name(netcdf ${NETCDF_LIBRARY})
photinus_link_name(tomlplusplus)
if(TOMLPLUSPLUS_LIBRARY)
  set_target_properties(photinus::tomlplusplus PROPERTIES INTERFACE_LINK_LIBRARIES ${TOMLPLUSPLUS_LIBRARY})
endif()
set_target_properties(photinus::tomlplusplus PROPERTIES
                      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${TOMLPLUSPLUS_INCLUDE_DIR})
photinus_link_name(random123)
set_target_properties(photinus::random123 PROPERTIES
                      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${RANDOM123_INCLUDE_DIR})
