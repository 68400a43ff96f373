#include "photinus/output/netcdf_image.hpp"

#include <hdf5.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "photinus/base/errors.hpp"

namespace photinus {
namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw Failure(ExitCode::input_output, "a file in memory: " + reason);
}

/// Copies an open HDF5 file that lives in memory; empty if that fails.
///
/// Flushed twice: the first superblock that goes out still holds the end of file before it.
std::vector<char> image_of(hid_t file) {
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  const auto size = H5Fget_file_image(file, nullptr, 0);
  if (size <= 0) return {};
  std::vector<char> image(static_cast<std::size_t>(size));
  return H5Fget_file_image(file, image.data(), image.size()) == size ? image : std::vector<char>{};
}

/// The empty file that netCDF is given to fill.
///
/// A file begun by netCDF itself bears the versions of its libraries, and one begun by it in memory
/// lacks the creation order of groups by which netCDF lists them.
std::vector<char> empty_file() {
  constexpr unsigned order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_fapl_core(access, 4096, false);
  H5Pset_link_creation_order(creation, order);
  H5Pset_attr_creation_order(creation, order);
  H5Pset_obj_track_times(creation, false);
  const hid_t file = H5Fcreate("empty", H5F_ACC_TRUNC, creation, access);
  auto image = file < 0 ? std::vector<char>{} : image_of(file);
  if (file >= 0) H5Fclose(file);
  H5Pclose(creation);
  H5Pclose(access);
  if (image.empty()) fail("HDF5 cannot create it");
  return image;
}

/// The end of the file within its image, which has unused memory behind it. It stands at byte 40 of
/// a version 0 superblock with 8-byte addresses (HDF5 File Format Specification 3.0, II.A).
std::size_t end_of_file(const char* image, std::size_t size) {
  if (size < 48 || image[8] != 0 || image[13] != 8) return size;
  std::uint64_t end = 0;
  std::memcpy(&end, image + 40, sizeof end);
  return std::min<std::size_t>(end, size);
}

}  // namespace

void NetcdfImage::Free::operator()(void* memory) const { std::free(memory); }

NetcdfImage::NetcdfImage() {
  const auto empty = empty_file();
  NC_memio start{empty.size(), std::malloc(empty.size()), 0};
  if (start.memory == nullptr) fail("out of memory");
  std::memcpy(start.memory, empty.data(), empty.size());
  const int status = nc_open_memio("memory", NC_WRITE, &start, &id_);  // takes the memory over
  if (status != NC_NOERR) fail(nc_strerror(status));
}

NetcdfImage::~NetcdfImage() {
  if (id_ >= 0) nc_abort(id_);
}

std::string_view NetcdfImage::close() {
  NC_memio end{};
  const int status = nc_close_memio(std::exchange(id_, -1), &end);
  if (status != NC_NOERR) fail(nc_strerror(status));
  memory_.reset(end.memory);
  const auto* bytes = static_cast<const char*>(end.memory);
  return {bytes, end_of_file(bytes, end.size)};
}

}  // namespace photinus
