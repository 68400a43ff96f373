#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/base/huge_array.hpp"
#include "photinus/data/layout.hpp"

namespace photinus {

/// How features are kept in memory: as they are in the file.
enum class ScalarType : std::uint8_t { float32, float64 };

/// HDF5, rows of all columns; or LIBSVM text, rows of filled entries (read_sparse_rows).
enum class FileFormat : std::uint8_t { hdf5, libsvm };

/// Where a row of a text file begins, and what stands before it.
struct RowPlace {
  std::int64_t byte = 0;
  std::int64_t lines = 0;
  std::int64_t filled = 0;  ///< entries of the rows before
};

/// What a data file says before its rows are read.
struct FileHeader {
  std::string path;
  std::int64_t rows = 0;
  int columns = 0;
  ScalarType scalar = ScalarType::float32;
  bool response = true;                   ///< whether rows have responses
  std::vector<std::string> column_names;  ///< empty where the file names none
  bool weights = false;                   ///< whether rows have weights
  int offsets = 0;                        ///< numbers per row that are added to its predictors
  FileFormat format = FileFormat::hdf5;
  std::vector<RowPlace> places;  ///< libsvm: of the first row of every block, and of the file's end
};

/// The rows of one block: features row by row, one response per row, and weights and offsets where
/// the file has them. A view of its Dataset.
template <class Scalar>
struct BlockRows {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  int columns = 0;
  Scalar* features = nullptr;
  std::span<double> response;
  std::span<const double> weight = {};  ///< per row, at least 0; empty: every weight is 1
  std::span<const double> offset = {};  ///< header.offsets numbers per row; empty: every one is 0

  const Scalar* row(std::int64_t i) const {
    return features + static_cast<std::ptrdiff_t>(i) * columns;
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
  HugeArray<Scalar> features;
  HugeArray<double> response;  ///< zeros where the file has none
  HugeArray<double> weight;    ///< empty where the file has none
  HugeArray<double> offset;    ///< empty where the file has none; row by row
  std::vector<BlockRows<Scalar>> blocks;
  ColumnRange range;

  std::int64_t first_row() const { return layout.first_row(share.first); }
  std::int64_t last_row() const { return first_row() + static_cast<std::int64_t>(response.size()); }
};

/// Reads what a data file says of itself. A file that HDF5 knows as its own is HDF5 whatever its
/// name; a file that is named .svm, .svmlight or .libsvm, or whose first row reads as one of these
/// has a label and an entry, is LIBSVM text (see sparse_rows.hpp); any other is taken for HDF5.
FileHeader read_header(const std::string& path);

/// Reads shape, types and names of an HDF5 file with /X (rows x columns, float32 or float64) and
/// optionally /y (rows), /weights (rows) and /offset (rows, or rows x numbers per row). Throws
/// Failure bad_data where /X is missing or one of them is misshapen or empty, input_output where
/// the file can't be opened.
FileHeader read_hdf5_header(const std::string& path);

/// For models of responses given features. Throws Failure bad_data where the file has no /y.
void require_response(const FileHeader& header);

/// Called with every block once its values are known to be finite, in order.
template <class Scalar>
using BlockCheck = std::function<void(const BlockRows<Scalar>&)>;

/// Reads the rows of `share` of an HDF5 file and no others, checking every value once, block by
/// block, so that the first trouble found does not depend on how the blocks are shared out. Throws
/// Failure bad_data with file, row, dataset, column and value at the first value that is not finite
/// or weight that is negative, and whatever `check` throws.
template <class Scalar>
Dataset<Scalar> read_rows(const FileHeader& header, const Layout& layout, const Share& share,
                          const Heartbeat& heartbeat, const BlockCheck<Scalar>& check = {});

extern template Dataset<float> read_rows<float>(const FileHeader&, const Layout&, const Share&,
                                                const Heartbeat&, const BlockCheck<float>&);
extern template Dataset<double> read_rows<double>(const FileHeader&, const Layout&, const Share&,
                                                  const Heartbeat&, const BlockCheck<double>&);

/// A number as messages show it: the shortest digits that read back as the same double.
std::string shown(double value);

}  // namespace photinus
