#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "hdf5_handle.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus {

namespace {

template <class Scalar>
hid_t memory_type() {
  return std::is_same_v<Scalar, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

// Large enough for the chunks that straddle two blocks: none is decompressed twice.
Hdf5Handle dataset_access() {
  constexpr std::size_t slots = 521, bytes = 16U << 20U;
  Hdf5Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access.get(), slots, bytes, 1.0);
  return access;
}

void read_slab(const std::string& path, hid_t dataset, hid_t type,
               const std::vector<hsize_t>& start, const std::vector<hsize_t>& count, void* target) {
  const Hdf5Handle file_space(H5Dget_space(dataset), H5Sclose);
  H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                      nullptr);
  const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                          H5Sclose);
  if (H5Dread(dataset, type, memory.get(), file_space.get(), H5P_DEFAULT, target) < 0)
    throw Failure(ExitCode::input_output,
                  path + ": rows " + std::to_string(start[0]) + " to " +
                      std::to_string(start[0] + count[0] - 1) +
                      " could not be read (truncated or damaged file)",
                  static_cast<std::int64_t>(start[0]));
}

std::string column_label(const FileHeader& header, int column) {
  const auto j = static_cast<std::size_t>(column);
  const std::string name =
      j < header.column_names.size() ? " (" + header.column_names[j] + ")" : "";
  return std::to_string(column) + name;
}

[[noreturn]] void refuse(const FileHeader& header, std::int64_t row, const std::string& place,
                         double value) {
  throw Failure(ExitCode::bad_data,
                header.path + ": row " + std::to_string(row) + ", " + place + ": value " +
                    shown(value) + " is not finite (rows and columns count from 0)",
                row);
}

template <class Scalar>
void check_block(const FileHeader& header, const BlockRows<Scalar>& block) {
  for (std::int64_t i = 0; i < block.rows; ++i) {
    const Scalar* x = block.row(i);
    // One product per row decides the usual case: 0 times anything finite is 0.
    Scalar probe = 0;
    for (int j = 0; j < block.columns; ++j) probe += x[j] * Scalar{0};
    if (probe == Scalar{0} && std::isfinite(block.response[static_cast<std::size_t>(i)])) continue;
    for (int j = 0; j < block.columns; ++j)
      if (!std::isfinite(x[j]))
        refuse(header, block.first_row + i, "column " + column_label(header, j) + " of /X", x[j]);
    refuse(header, block.first_row + i, "/y", block.response[static_cast<std::size_t>(i)]);
  }
}

template <class Scalar>
void extend(ColumnRange& range, const BlockRows<Scalar>& block) {
  for (std::int64_t i = 0; i < block.rows; ++i) {
    const Scalar* x = block.row(i);
    for (int j = 0; j < block.columns; ++j) {
      const auto value = static_cast<double>(x[j]);
      auto& low = range.minimum[static_cast<std::size_t>(j)];
      auto& high = range.maximum[static_cast<std::size_t>(j)];
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
  }
}

}  // namespace

std::string shown(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-infinity" : "infinity";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

void ColumnRange::merge(const ColumnRange& other) {
  if (minimum.empty()) *this = other;
  for (std::size_t j = 0; j < other.minimum.size(); ++j) {
    minimum[j] = std::min(minimum[j], other.minimum[j]);
    maximum[j] = std::max(maximum[j], other.maximum[j]);
  }
}

template <class Scalar>
Dataset<Scalar> read_rows(const FileHeader& header, const Layout& layout, const Share& share,
                          const Heartbeat& heartbeat, const BlockCheck<Scalar>& check) {
  silence_hdf5();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto columns = static_cast<std::size_t>(header.columns);
  Dataset<Scalar> data{
      .header = header,
      .layout = layout,
      .share = share,
      .features = {},
      .response = {},
      .blocks = {},
      .range = {std::vector<double>(columns, infinity), std::vector<double>(columns, -infinity)}};
  if (share.first == share.last) return data;
  const Hdf5Handle file(H5Fopen(header.path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.valid())
    throw Failure(ExitCode::input_output, header.path + ": cannot be opened on every rank");
  const Hdf5Handle access = dataset_access();
  const Hdf5Handle x(H5Dopen2(file.get(), "X", access.get()), H5Dclose);
  const Hdf5Handle y(H5Dopen2(file.get(), "y", access.get()), H5Dclose);
  const auto held = static_cast<std::size_t>(std::min(layout.rows, layout.first_row(share.last)) -
                                             layout.first_row(share.first));
  data.features = HugeArray<Scalar>(held * columns);
  data.response = HugeArray<double>(held);
  for (std::int64_t b = share.first; b < share.last; ++b) {
    const auto rows = static_cast<std::size_t>(layout.rows_in(b));
    const auto before = static_cast<std::size_t>(layout.first_row(b) - data.first_row());
    const BlockRows<Scalar> block{layout.first_row(b),
                                  layout.rows_in(b),
                                  header.columns,
                                  data.features.data() + before * columns,
                                  {data.response.data() + before, rows}};
    const auto first = static_cast<hsize_t>(block.first_row);
    read_slab(header.path, x.get(), memory_type<Scalar>(), {first, 0}, {rows, columns},
              block.features);
    read_slab(header.path, y.get(), H5T_NATIVE_DOUBLE, {first}, {rows}, block.response.data());
    check_block(header, block);
    if (check) check(block);
    extend(data.range, block);
    data.blocks.push_back(block);
    heartbeat("read", b);
  }
  return data;
}

template Dataset<float> read_rows<float>(const FileHeader&, const Layout&, const Share&,
                                         const Heartbeat&, const BlockCheck<float>&);
template Dataset<double> read_rows<double>(const FileHeader&, const Layout&, const Share&,
                                           const Heartbeat&, const BlockCheck<double>&);

}  // namespace photinus
