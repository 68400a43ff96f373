#include "hdf5_storage.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "hdf5_handle.hpp"

namespace photinus {

namespace {

[[noreturn]] void bad_data(const std::string& path, const std::string& what) {
  throw Failure(ExitCode::bad_data, path + ": " + what);
}

// Where a superblock with addresses of 8 bytes says that the file ends (HDF5 File Format
// Specification 3.0, II.A); 0 where it says nothing that is known here.
std::uint64_t end_of_file(const std::array<char, 64>& superblock) {
  const int version = superblock[8];
  const bool old = version == 0 || version == 1;
  if (!old && version != 2 && version != 3) return 0;
  if (superblock[old ? 13 : 9] != 8) return 0;
  const int place = old ? 40 + 4 * version : 28;
  std::uint64_t end = 0;
  std::memcpy(&end, superblock.data() + place, sizeof end);
  return end;
}

std::uint64_t product(const std::vector<hsize_t>& factors, std::size_t last_factor) {
  std::uint64_t all = last_factor;
  for (const hsize_t factor : factors)
    if (__builtin_mul_overflow(all, factor, &all)) return ~std::uint64_t{0};
  return all;
}

void require_contiguous(const std::string& path, hid_t dataset, const std::string& name,
                        std::uint64_t bytes) {
  const haddr_t place = H5Dget_offset(dataset);
  if (place == HADDR_UNDEF) bad_data(path, name + " was never written");
  std::uint64_t end = 0;
  const bool fits = H5Dget_storage_size(dataset) == bytes &&
                    !__builtin_add_overflow(place, bytes, &end) &&
                    end <= std::filesystem::file_size(path);
  if (!fits) bad_data(path, name + " has fewer values than its shape says: damaged or truncated");
}

void require_filters(const std::string& path, hid_t layout, const std::string& name) {
  for (int i = 0; i < H5Pget_nfilters(layout); ++i) {
    unsigned flags = 0, settings = 0;
    std::size_t values = 0;
    char filter[256] = "";
    const auto id = H5Pget_filter2(layout, static_cast<unsigned>(i), &flags, &values, nullptr,
                                   sizeof filter - 1, filter, &settings);
    if (id < 0) bad_data(path, name + " is damaged: its filters are unknown");
    if (H5Zfilter_avail(id) > 0) continue;
    bad_data(path, name + " is compressed with filter " + std::to_string(id) + " (" + filter +
                       "), which is not available here; copy it with h5repack -f GZIP=4");
  }
}

void require_chunks(const std::string& path, hid_t dataset, hid_t layout, const std::string& name,
                    const std::vector<hsize_t>& shape) {
  std::vector<hsize_t> chunk(shape.size());
  const int dimensions = static_cast<int>(shape.size());
  if (H5Pget_chunk(layout, dimensions, chunk.data()) != dimensions)
    bad_data(path, name + " is damaged: its chunks have no shape");
  std::vector<hsize_t> wanted(shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i)
    wanted[i] = chunk[i] == 0 ? 0 : shape[i] / chunk[i] + (shape[i] % chunk[i] != 0 ? 1 : 0);
  hsize_t there = 0;
  if (H5Dget_num_chunks(dataset, H5S_ALL, &there) < 0)
    bad_data(path, name + " is damaged: its chunks cannot be counted");
  const std::uint64_t all = product(wanted, 1);
  if (there != all)
    bad_data(path, name + " has values in " + std::to_string(there) + " of its " +
                       std::to_string(all) + " chunks only: the others were never written");
}

}  // namespace

void require_whole_file(const std::string& path) {
  std::array<char, 64> superblock{};
  std::ifstream(path, std::ios::binary).read(superblock.data(), superblock.size());
  if (std::memcmp(superblock.data(), "\211HDF\r\n\032\n", 8) != 0) return;
  const std::uint64_t end = end_of_file(superblock);
  std::error_code ignored;
  const std::uint64_t size = std::filesystem::file_size(path, ignored);
  if (end > size)
    bad_data(path, "truncated or damaged: it has " + std::to_string(size) + " bytes, and says of " +
                       "itself that they are " + std::to_string(end));
}

void require_stored(const std::string& path, hid_t dataset, const std::string& name,
                    const std::vector<hsize_t>& shape) {
  const Hdf5Handle list(H5Dget_create_plist(dataset), H5Pclose);
  const Hdf5Handle type(H5Dget_type(dataset), H5Tclose);
  const std::uint64_t bytes = product(shape, H5Tget_size(type.get()));
  if (bytes >= std::uint64_t{1} << 60U) bad_data(path, name + " has a shape larger than any file");
  if (H5Pget_external_count(list.get()) > 0)
    bad_data(path, name + " keeps its values in other files; copy it with h5repack");
  switch (H5Pget_layout(list.get())) {
    case H5D_COMPACT:
      return;
    case H5D_CONTIGUOUS:
      return require_contiguous(path, dataset, name, bytes);
    case H5D_CHUNKED:
      require_filters(path, list.get(), name);
      return require_chunks(path, dataset, list.get(), name, shape);
    case H5D_VIRTUAL:
      bad_data(path, name + " is put together of other files; copy it with h5repack");
    default:
      bad_data(path, name + " is damaged: it has no known layout");
  }
}

}  // namespace photinus
