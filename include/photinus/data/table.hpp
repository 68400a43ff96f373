#pragma once

#include <Eigen/Dense>
#include <vector>

#include "photinus/data/dataset.hpp"

namespace photinus {

/// All rows of a data file in the memory of one process.
struct DataTable {
  using Features = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  FileHeader header;
  Features x;                  ///< rows x columns
  std::vector<double> y;       ///< empty where the file has no /y
  std::vector<double> weight;  ///< empty where the file has none
  std::vector<double> offset;  ///< empty where the file has none; row by row

  std::int64_t rows() const { return x.rows(); }
  int columns() const { return static_cast<int>(x.cols()); }
};

/// Reads and checks all rows of a file: see read_rows and read_sparse_rows.
DataTable read_table(const FileHeader& header, const Heartbeat& heartbeat);

}  // namespace photinus
