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

/// The header of all rows of some files, one file after another. Throws Failure bad_data naming the
/// first thing in which a file differs from the first one: columns and their names, and whether
/// there are responses, weights and offsets.
FileHeader joined_header(const std::vector<FileHeader>& files);

/// Rows [first, last) of all rows of some files, one file after another, which joined_header takes.
/// Rows of the same blocks of their file are read and checked as well.
DataTable read_table(const std::vector<FileHeader>& files, std::int64_t first, std::int64_t last,
                     const Heartbeat& heartbeat);

/// Where a row of joined files stands, as messages show it: "FILE: row N", counted in its file.
std::string row_label(const std::vector<FileHeader>& files, std::int64_t row);

}  // namespace photinus
