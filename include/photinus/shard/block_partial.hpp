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
/// Holds a value, a gradient (P coefficients) and the curvature's packed matrices, laid out as in
/// Evaluate::Reply.
/// The order of every sum is a function of the rows in the block alone: values in the eight lanes
/// of LaneSum, gradient and matrix row by row with one rounding for each row.
class BlockPartial {
 public:
  BlockPartial(int columns, const PredictorShape& shape, Derivatives derivatives)
      : BlockPartial(columns, shape, derivatives,
                     derivatives == Derivatives::hessian ? shape.pairs() : 0) {}
  /// With curvatures of the first `matrices` pairs.
  BlockPartial(int columns, const PredictorShape& shape, Derivatives derivatives, int matrices);

  static int size(const PredictorShape& shape, Derivatives derivatives) {
    if (derivatives == Derivatives::none) return 1;
    return 1 + shape.coefficients() +
           (derivatives == Derivatives::hessian ? shape.curvature_size() : 0);
  }

  void clear();
  void add_value(double value) { value_.add(value); }

  /// gradient += slope_k x for one row, for each predictor k.
  template <class Row>
  void add_slope(const double* slope, Row x) {
    for (int k = 0; k < shape_.predictors; ++k) {
      add_scaled(gradient_of(k), slope[k], x, columns_);
      intercepts_[static_cast<std::size_t>(k)].add(slope[k]);
    }
  }

  /// A tile's rows: values, slopes and curvatures, as far as they are asked for.
  template <class Storage>
  void add(const RowTile<Storage>& tile) {
    value_.add(tile.value(), tile.count());
    if (derivatives_ == Derivatives::none) return;
    add_slopes(tile);
    if (derivatives_ == Derivatives::hessian) matrix_.add(tile);
  }

  /// The sums so far, in the order of Evaluate::Reply.
  const double* data();

 private:
  template <class Storage>
  void add_slopes(const RowTile<Storage>& tile);
  // Of a predictor's columns, filled up to a multiple of four.
  std::ptrdiff_t padded() const { return (columns_ + 3) / 4 * 4; }
  double* gradient_of(int k) { return gradient_.data() + k * padded(); }

  int columns_;
  PredictorShape shape_;
  Derivatives derivatives_;
  LaneSum value_;
  std::vector<LaneSum> intercepts_;
  std::vector<double> gradient_;
  OuterProducts matrix_;
  std::vector<double> sums_;
};

}  // namespace photinus
