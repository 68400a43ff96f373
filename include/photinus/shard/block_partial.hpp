#pragma once

#include <cstddef>
#include <vector>

#include "photinus/base/lanes.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/shard/commands.hpp"
#include "photinus/shard/outer_products.hpp"
#include "photinus/shard/row_tile.hpp"

namespace photinus {

/// Sums over one block's rows: the double partial that goes into an ExactSum.
///
/// Holds a value, a gradient (P coefficients) and the upper triangle of a P x P matrix, laid out as
/// in Evaluate::Reply; P is the number of columns, or one more with an intercept that was added.
/// The order of every sum is a function of the rows in the block alone: values in the eight lanes
/// of LaneSum, gradient and matrix row by row with one rounding for each row.
class BlockPartial {
 public:
  BlockPartial(int columns, int coefficients, Derivatives derivatives);

  static int size(int coefficients, Derivatives derivatives) {
    if (derivatives == Derivatives::none) return 1;
    return 1 + coefficients + (derivatives == Derivatives::hessian ? packed_size(coefficients) : 0);
  }

  void clear();
  void add_value(double value) { value_.add(value); }

  /// gradient += slope x for one row.
  template <class Scalar>
  void add_slope(double slope, const Scalar* x) {
    add_scaled(gradient_.data(), slope, x, columns_);
    intercept_.add(slope);
  }

  /// A tile's rows: values, slopes and curvatures, as far as they are asked for.
  template <class Scalar>
  void add(const RowTile<Scalar>& tile) {
    value_.add(tile.value.data(), tile.count());
    if (derivatives_ == Derivatives::none) return;
    add_slopes(tile);
    if (derivatives_ == Derivatives::hessian) matrix_.add(tile);
  }

  /// The sums so far, in the order of Evaluate::Reply.
  const double* data();

 private:
  template <class Scalar>
  void add_slopes(const RowTile<Scalar>& tile);

  int columns_;
  int coefficients_;
  Derivatives derivatives_;
  LaneSum value_;
  LaneSum intercept_;
  std::vector<double> gradient_;  // of the columns, filled up to a multiple of four
  OuterProducts matrix_;
  std::vector<double> sums_;
};

}  // namespace photinus
