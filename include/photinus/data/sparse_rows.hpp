#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/base/huge_array.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/data/layout.hpp"

namespace photinus {

/// The filled entries of a row; all others are 0.
struct SparseRow {
  const std::int32_t* columns;  ///< ascending, from 0
  const float* values;
  int filled;
};

/// The rows of one block: what BlockRows is for rows of all columns. A view of its SparseDataset.
struct SparseBlock {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  int columns = 0;
  const std::int64_t* starts = nullptr;  ///< rows + 1: where rows begin in these two
  const std::int32_t* entry_columns = nullptr;
  const float* entry_values = nullptr;
  std::span<double> response;
  std::span<const double> weight = {};
  std::span<const double> offset = {};

  SparseRow row(std::int64_t i) const {
    const std::int64_t start = starts[i];
    return {entry_columns + start, entry_values + start, static_cast<int>(starts[i + 1] - start)};
  }
  std::int64_t filled() const { return starts[rows] - starts[0]; }
};

/// The consecutive blocks that one rank holds, as compressed rows: 8 bytes for every filled entry,
/// 16 for every row.
struct SparseDataset {
  FileHeader header;
  Layout layout;
  Share share;
  HugeArray<std::int64_t> starts;  ///< of every row held, and the end of the last
  HugeArray<std::int32_t> columns;
  HugeArray<float> values;
  HugeArray<double> response;
  HugeArray<double> weight;
  HugeArray<double> offset;
  std::vector<SparseBlock> blocks;
  ColumnRange range;  ///< entries that are not filled count as 0

  std::int64_t first_row() const { return layout.first_row(share.first); }
  std::int64_t last_row() const { return first_row() + static_cast<std::int64_t>(response.size()); }
};

/// Finds the rows of a LIBSVM text file without reading their values: their number, the largest
/// column, and where every block begins.
///
/// A row is a line `label index:value index:value ...`; indices count from 1 and ascend; what
/// follows a `#` is a comment; lines that are blank without it are no rows; lines end in \n or
/// \r\n. Throws Failure bad_data for a file without rows or entries and an index beyond 2^31 - 2, or
/// beyond the memory, input_output where the file can't be read.
FileHeader read_libsvm_header(const std::string& path);

/// Called with every block once its values are checked, in order.
using SparseBlockCheck = std::function<void(const SparseBlock&)>;

/// Reads the rows of `share` from their own bytes of a LIBSVM text file, block by block. Labels are
/// kept as double, values as float: the nearest, 0 where they are smaller than any.
///
/// Throws Failure bad_data with file, line and what stands there at the first row that is malformed
/// (see read_libsvm_header), has a `qid:` or indices that do not ascend, or holds a value or label
/// that is not finite in its type; input_output where the file can't be read or is not the one of
/// the header; and whatever `check` throws.
SparseDataset read_sparse_rows(const FileHeader& header, const Layout& layout, const Share& share,
                               const Heartbeat& heartbeat, const SparseBlockCheck& check = {});

}  // namespace photinus
