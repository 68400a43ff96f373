#pragma once

#include <vector>

#include "photinus/data/dataset.hpp"

namespace photinus {

/// What a few rows tell of all.
struct SampledRows {
  ColumnRange range;
  std::vector<double> responses;  ///< empty where the file has none
  std::vector<std::int64_t> rows;
};

/// Reads a few rows from all parts of a file: 16 times 64 of an HDF5 file, one block of every third
/// of a text file. Throws as read_rows and read_sparse_rows.
SampledRows sample_rows(const FileHeader& header);

}  // namespace photinus
