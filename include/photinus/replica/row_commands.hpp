#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/exact_sum.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/replica/home_commands.hpp"
#include "photinus/shard/commands.hpp"

/// The closed set of questions that a model answers whose rows are shared out over the ranks, each
/// with its own: the sums of rows that estimators of evidence ask for.
///
/// Sums are exact sums of the partial sums of blocks, `block_size` rows each, a power of two that
/// is no larger than the blocks that ranks hold. It is part of the question, so that a sum depends
/// neither on how rows are shared out nor on how many there are beyond those that are asked for.
namespace photinus {

/// Read and check a share of the rows of some files, one file after another.
struct ReadRows {
  std::vector<FileHeader> files;
  Layout layout;  ///< of all rows
  std::string family;
  ModelNumbers numbers;
  bool coordinator_holds_rows = true;

  struct Reply : Load::Reply {};
};

/// Make a model of the rows that were read.
struct OpenRows {
  DataModelSettings settings;

  struct Reply {
    void merge(Reply&&) {}
  };
};

/// Sum over the rows [first, last) of log p(row | theta), at each of some thetas.
struct SumRows {
  std::vector<Vector> thetas;
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t block_size = 1;

  struct Reply {
    ExactSum sums;  ///< one number for each of `thetas`
    void merge(Reply&& other) { sums.merge(other.sums); }
  };
};

/// The same at one theta with its slope, over the rows [first, last), or those that are listed,
/// each as often as it is.
struct SumSlopes {
  Vector theta;
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::vector<std::int64_t> list;  ///< where first = last
  std::int64_t block_size = 1;

  struct Reply {
    ExactSum sums;  ///< value; slope (DataModel::slope_size() numbers)
    void merge(Reply&& other) { sums.merge(other.sums); }
  };
};

}  // namespace photinus
