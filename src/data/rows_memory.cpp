#include "photinus/data/rows_memory.hpp"

#include <algorithm>

#include "hdf5_handle.hpp"

namespace photinus {

namespace {

double terms_bytes(const FileHeader& header) {
  return 8.0 * (1 + (header.weights ? 1 : 0) + header.offsets);
}

double filled_entries(const FileHeader& header, const Share& share) {
  const auto before = [&](std::int64_t block) {
    return static_cast<double>(header.places[static_cast<std::size_t>(block)].filled);
  };
  return before(share.last) - before(share.first);
}

// The cache of a dataset's chunks keeps as many as fit: see dataset_access.
double chunk_cache_bytes(hid_t file, const char* name) {
  constexpr double most = 16U << 20U;
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return 0.0;
  const Hdf5Handle dataset(H5Dopen2(file, name, H5P_DEFAULT), H5Dclose);
  const Hdf5Handle creation(H5Dget_create_plist(dataset.get()), H5Pclose);
  if (H5Pget_layout(creation.get()) != H5D_CHUNKED) return 0.0;
  const Hdf5Handle type(H5Dget_type(dataset.get()), H5Tclose);
  const Hdf5Handle space(H5Dget_space(dataset.get()), H5Sclose);
  const auto numbers = static_cast<double>(H5Sget_simple_extent_npoints(space.get()));
  return std::min(most, numbers * static_cast<double>(H5Tget_size(type.get())));
}

}  // namespace

std::int64_t rows_of(const Layout& layout, const Share& share) {
  const auto row_at = [&](std::int64_t block) {
    return std::min(layout.rows, layout.first_row(block));
  };
  return row_at(share.last) - row_at(share.first);
}

double stored_bytes(const FileHeader& header, const Layout& layout, const Share& share) {
  const auto rows = static_cast<double>(rows_of(layout, share));
  const double terms = rows * terms_bytes(header);
  if (header.format == FileFormat::libsvm)
    return terms + 8.0 * rows + 8.0 * filled_entries(header, share);
  const double width = header.scalar == ScalarType::float32 ? 4.0 : 8.0;
  return terms + width * rows * header.columns;
}

double table_bytes(const FileHeader& header, std::int64_t rows) {
  return static_cast<double>(rows) * (8.0 * header.columns + terms_bytes(header));
}

double reading_bytes(const FileHeader& header) {
  constexpr double text = 1U << 20U;
  if (header.format == FileFormat::libsvm) return text;
  silence_hdf5();
  const Hdf5Handle file(H5Fopen(header.path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  double bytes = 0.0;
  for (const char* name : {"X", "y", "weights", "offset"})
    bytes += chunk_cache_bytes(file.get(), name);
  return bytes;
}

}  // namespace photinus
