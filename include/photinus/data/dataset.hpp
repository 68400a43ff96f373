#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/data/layout.hpp"

namespace photinus {

/// How features are kept in memory: as they are in the file.
enum class ScalarType : std::uint8_t { float32, float64 };

/// What a data file says before its rows are read.
struct FileHeader {
  std::string path;
  std::int64_t rows = 0;
  int columns = 0;
  ScalarType scalar = ScalarType::float32;
  std::vector<std::string> column_names;  ///< empty where the file names none
};

/// The rows of one block: features row by row, and one response per row.
template <class Scalar>
struct BlockRows {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  int columns = 0;
  std::unique_ptr<Scalar[]> features;
  std::vector<double> response;

  const Scalar* row(std::int64_t i) const {
    return features.get() + static_cast<std::ptrdiff_t>(i) * columns;
  }
};

/// Smallest and largest value of every column: how a constant column is found.
struct ColumnRange {
  std::vector<double> minimum;
  std::vector<double> maximum;

  void merge(const ColumnRange& other);
};

/// The consecutive blocks that one rank holds.
template <class Scalar>
struct Dataset {
  FileHeader header;
  Layout layout;
  Share share;
  std::vector<BlockRows<Scalar>> blocks;
  ColumnRange range;

  std::int64_t first_row() const { return layout.first_row(share.first); }
  std::int64_t last_row() const {
    return blocks.empty() ? first_row() : blocks.back().first_row + blocks.back().rows;
  }
  const BlockRows<Scalar>& block_of(std::int64_t row) const {
    return blocks[static_cast<std::size_t>(row / layout.block_size - share.first)];
  }
};

/// Reads shape, types and names of an HDF5 file with /X (rows x columns, float32 or float64) and
/// /y (rows). Throws Failure bad_data where these are missing, misshapen or empty, input_output
/// where the file can't be opened.
FileHeader read_header(const std::string& path);

/// Reads the rows of `share` and no others, checking every value once. Throws Failure bad_data with
/// file, row, column and value at the first one that is not finite.
template <class Scalar>
Dataset<Scalar> read_rows(const FileHeader& header, const Layout& layout, const Share& share,
                          const Heartbeat& heartbeat);

extern template Dataset<float> read_rows<float>(const FileHeader&, const Layout&, const Share&,
                                                const Heartbeat&);
extern template Dataset<double> read_rows<double>(const FileHeader&, const Layout&, const Share&,
                                                  const Heartbeat&);

}  // namespace photinus
