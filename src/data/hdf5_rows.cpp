#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "hdf5_guard.hpp"
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

// Consecutive rows of `width` numbers, in however many dimensions these stand.
void read_slab(const std::string& path, hid_t dataset, hid_t type, std::int64_t first,
               std::size_t rows, std::size_t width, void* target) {
  const Hdf5Handle file_space(H5Dget_space(dataset), H5Sclose);
  const auto dimensions = std::max(H5Sget_simple_extent_ndims(file_space.get()), 1);
  std::vector<hsize_t> start(static_cast<std::size_t>(dimensions), 0), count(start);
  H5Sget_simple_extent_dims(file_space.get(), count.data(), nullptr);
  start[0] = static_cast<hsize_t>(first);
  count[0] = rows;
  H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(),
                      nullptr);
  const Hdf5Handle memory(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                          H5Sclose);
  // A file that was replaced since its header was read must not write past the target.
  const bool as_expected =
      H5Sget_select_npoints(file_space.get()) == static_cast<hssize_t>(rows * width);
  if (!as_expected ||
      H5Dread(dataset, type, memory.get(), file_space.get(), H5P_DEFAULT, target) < 0)
    throw Failure(ExitCode::input_output,
                  path + ": rows " + std::to_string(start[0]) + " to " +
                      std::to_string(start[0] + count[0] - 1) +
                      " could not be read (truncated, damaged or replaced file)",
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
                    shown(value) + (std::isfinite(value) ? " is negative" : " is not finite") +
                    " (rows and columns count from 0)",
                row);
}

template <class Scalar>
void check_features(const FileHeader& header, const BlockRows<Scalar>& block, std::int64_t i) {
  const Scalar* x = block.row(i);
  // One product per row decides the usual case: 0 times anything finite is 0.
  Scalar probe = 0;
  for (int j = 0; j < block.columns; ++j) probe += x[j] * Scalar{0};
  if (probe == Scalar{0}) return;
  for (int j = 0; j < block.columns; ++j)
    if (!std::isfinite(x[j]))
      refuse(header, block.first_row + i, "column " + column_label(header, j) + " of /X", x[j]);
}

template <class Scalar>
void check_offset(const FileHeader& header, const BlockRows<Scalar>& block, std::int64_t i) {
  for (int k = 0; k < header.offsets; ++k) {
    const double value = block.offset[static_cast<std::size_t>(i * header.offsets + k)];
    if (std::isfinite(value)) continue;
    const std::string column = header.offsets > 1 ? "column " + std::to_string(k) + " of " : "";
    refuse(header, block.first_row + i, column + "/offset", value);
  }
}

template <class Scalar>
void check_block(const FileHeader& header, const BlockRows<Scalar>& block) {
  for (std::int64_t i = 0; i < block.rows; ++i) {
    const auto row = static_cast<std::size_t>(i);
    check_features(header, block, i);
    if (!std::isfinite(block.response[row]))
      refuse(header, block.first_row + i, "/y", block.response[row]);
    if (header.weights && !(block.weight[row] >= 0.0 && std::isfinite(block.weight[row])))
      refuse(header, block.first_row + i, "/weights", block.weight[row]);
    check_offset(header, block, i);
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

template <class Scalar>
Dataset<Scalar> make_room(const FileHeader& header, const Layout& layout, const Share& share) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto columns = static_cast<std::size_t>(header.columns);
  const auto held = static_cast<std::size_t>(std::max<std::int64_t>(
      0, std::min(layout.rows, layout.first_row(share.last)) - layout.first_row(share.first)));
  Dataset<Scalar> data;
  data.header = header;
  data.layout = layout;
  data.share = share;
  data.features = HugeArray<Scalar>(held * columns);
  data.response = HugeArray<double>(held);
  data.weight = HugeArray<double>(header.weights ? held : 0);
  data.offset = HugeArray<double>(held * static_cast<std::size_t>(header.offsets));
  data.range = {std::vector<double>(columns, infinity), std::vector<double>(columns, -infinity)};
  return data;
}

// The datasets of one file, opened.
class Datasets {
 public:
  explicit Datasets(const FileHeader& header)
      : path_(header.path),
        file_(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose),
        access_(dataset_access()) {
    if (!file_.valid())
      throw Failure(ExitCode::input_output, path_ + ": cannot be opened on every rank");
  }

  template <class Scalar>
  BlockRows<Scalar> read_block(Dataset<Scalar>& data, std::int64_t b) const {
    const Hdf5Guard guard(path_);
    const FileHeader& header = data.header;
    const auto rows = static_cast<std::size_t>(data.layout.rows_in(b));
    const auto before = static_cast<std::size_t>(data.layout.first_row(b) - data.first_row());
    const auto columns = static_cast<std::size_t>(header.columns);
    const auto offsets = static_cast<std::size_t>(header.offsets);
    BlockRows<Scalar> block{data.layout.first_row(b),
                            data.layout.rows_in(b),
                            header.columns,
                            data.features.data() + before * columns,
                            {data.response.data() + before, rows}};
    const auto read = [&](const Hdf5Handle& dataset, hid_t type, std::size_t width, void* target) {
      read_slab(path_, dataset.get(), type, block.first_row, rows, width, target);
    };
    read(x_, memory_type<Scalar>(), columns, block.features);
    if (header.response)
      read(y_, H5T_NATIVE_DOUBLE, 1, block.response.data());
    else
      std::fill(block.response.begin(), block.response.end(), 0.0);
    if (header.weights) {
      read(weights_, H5T_NATIVE_DOUBLE, 1, data.weight.data() + before);
      block.weight = {data.weight.data() + before, rows};
    }
    if (header.offsets > 0) {
      read(offset_, H5T_NATIVE_DOUBLE, offsets, data.offset.data() + before * offsets);
      block.offset = {data.offset.data() + before * offsets, rows * offsets};
    }
    return block;
  }

 private:
  Hdf5Handle open(const char* name) const {
    return {H5Dopen2(file_.get(), name, access_.get()), H5Dclose};
  }

  std::string path_;
  Hdf5Handle file_;
  Hdf5Handle access_;
  Hdf5Handle x_ = open("X");
  Hdf5Handle y_ = open("y");  // not valid where the file has none, as the next two
  Hdf5Handle weights_ = open("weights");
  Hdf5Handle offset_ = open("offset");
};

Datasets open_datasets(const FileHeader& header) {
  const Hdf5Guard guard(header.path);
  return Datasets(header);
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
  Dataset<Scalar> data = make_room<Scalar>(header, layout, share);
  if (share.first == share.last) return data;
  const Datasets file = open_datasets(header);
  for (std::int64_t b = share.first; b < share.last; ++b) {
    const BlockRows<Scalar> block = file.read_block(data, b);
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
