# What Photinus is built with and what a program that links it needs, found by photinus_need(package
# ...): find_package, quietly or not. Libraries without a package become imported targets. What was not
# found stands in PHOTINUS_MISSING, and in PHOTINUS_MISSING_TEXT for the user to read.
set(PHOTINUS_MISSING "")
# photinus_check(condition text): the text is of what is missing where the condition does not hold.
macro(photinus_check condition text)
  if(NOT (${condition}))
    list(APPEND PHOTINUS_MISSING "${text}")
  endif()
endmacro()

if(NOT DEFINED HDF5_PREFER_PARALLEL)
  set(HDF5_PREFER_PARALLEL ON)
endif()
photinus_need(MPI COMPONENTS C CXX)
photinus_check(MPI_FOUND "MPI for C and C++ (libopenmpi-dev)")
# Where find_package would not find it: HDF5_C_LIBRARIES, HDF5_C_INCLUDE_DIRS, HDF5_IS_PARALLEL.
if(HDF5_C_LIBRARIES AND HDF5_C_INCLUDE_DIRS)
  set(HDF5_FOUND TRUE)
else()
  photinus_need(HDF5 COMPONENTS C HL)
endif()
photinus_check(HDF5_FOUND "HDF5 (libhdf5-openmpi-dev)")
# Boost.MPI is made for one MPI: PHOTINUS_BOOST_MPI is the library of another than Boost's own.
if(PHOTINUS_BOOST_MPI)
  photinus_need(Boost 1.74 COMPONENTS serialization)
  if(NOT TARGET Boost::mpi)
    add_library(Boost::mpi UNKNOWN IMPORTED GLOBAL)
    set_target_properties(Boost::mpi PROPERTIES IMPORTED_LOCATION "${PHOTINUS_BOOST_MPI}"
                          INTERFACE_LINK_LIBRARIES "Boost::serialization;MPI::MPI_CXX")
  endif()
else()
  photinus_need(Boost 1.74 COMPONENTS mpi serialization)
endif()
photinus_check(Boost_FOUND "Boost 1.74 with mpi and serialization (libboost-mpi-dev)")
photinus_need(Eigen3 3.4 NO_MODULE)
photinus_check(Eigen3_FOUND "Eigen 3.4 (libeigen3-dev)")
photinus_need(Threads)
photinus_need(fmt)
photinus_check(fmt_FOUND "fmt (libfmt-dev)")
photinus_need(spdlog)
photinus_check(spdlog_FOUND "spdlog (libspdlog-dev)")
photinus_need(CLI11)
photinus_check(CLI11_FOUND "CLI11 (libcli11-dev)")
photinus_need(nlohmann_json)
photinus_check(nlohmann_json_FOUND "nlohmann-json (nlohmann-json3-dev)")
# Debian compiles toml++ to a library; elsewhere it is headers alone.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h)
photinus_check(TOMLPLUSPLUS_INCLUDE_DIR "toml++ (libtomlplusplus-dev)")
find_library(TOMLPLUSPLUS_LIBRARY tomlplusplus)
# Debian's netCDF with MPI has a name of its own, and its headers stand beside it; elsewhere a header
# tells how it was built.
find_library(NETCDF_LIBRARY NAMES netcdf_mpi netcdf NAMES_PER_DIR)
get_filename_component(netcdf_directory "${NETCDF_LIBRARY}" DIRECTORY)
find_path(NETCDF_INCLUDE_DIR netcdf_meta.h HINTS ${netcdf_directory}/netcdf/mpi/include)
if(NETCDF_LIBRARY AND NETCDF_INCLUDE_DIR)
  file(STRINGS ${NETCDF_INCLUDE_DIR}/netcdf_meta.h NETCDF_HAS_PARALLEL REGEX "NC_HAS_PARALLEL4 +1")
  # Photinus makes no call of MPI through either, but two libraries of HDF5 in one program clash.
  if(HDF5_FOUND AND HDF5_IS_PARALLEL AND NOT NETCDF_HAS_PARALLEL)
    list(APPEND PHOTINUS_MISSING "netCDF-C built with MPI, as HDF5 is (libnetcdf-mpi-dev)")
  elseif(HDF5_FOUND AND NETCDF_HAS_PARALLEL AND NOT HDF5_IS_PARALLEL)
    list(APPEND PHOTINUS_MISSING "HDF5 built with MPI, as netCDF-C is (libhdf5-openmpi-dev)")
  endif()
else()
  list(APPEND PHOTINUS_MISSING "netCDF-C (libnetcdf-mpi-dev)")
endif()
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h)
photinus_check(RANDOM123_INCLUDE_DIR "Random123 (librandom123-dev)")

list(JOIN PHOTINUS_MISSING "\n  " PHOTINUS_MISSING_TEXT)
string(CONCAT PHOTINUS_MISSING_TEXT "Photinus needs what was not found:\n  ${PHOTINUS_MISSING_TEXT}\n"
       "Where it lies under other prefixes: -DCMAKE_PREFIX_PATH=\"PREFIX;PREFIX\". In brackets: what "
       "Debian calls it.")

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
                      INTERFACE_INCLUDE_DIRECTORIES ${TOMLPLUSPLUS_INCLUDE_DIR})
photinus_link_name(random123)
set_target_properties(photinus::random123 PROPERTIES
                      INTERFACE_INCLUDE_DIRECTORIES ${RANDOM123_INCLUDE_DIR})
