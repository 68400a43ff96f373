#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "photinus/base/lanes.hpp"
#include "photinus/base/scratch.hpp"
#include "photinus/data/storage.hpp"
#include "photinus/model/family.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// x'theta of one row, theta the coefficients of one predictor. Where there is an input more than
/// columns, it is an intercept that was added and has no column.
template <class Row>
inline double predictor(Row x, int columns, int inputs, const double* theta) {
  const double eta = dot(x, theta, columns);
  return inputs > columns ? eta + theta[columns] : eta;
}

/// A few rows of a block that stay in the processor's cache while all is done that is to be done
/// with them, so that memory is read once: predictors, then likelihoods, then their sums.
template <class Storage>
class RowTile {
 public:
  using Row = typename Storage::Row;
  using Block = typename Storage::Block;
  static constexpr int most_rows = 64;

  /// `derivatives`: what will be asked for. It and the columns decide on the size of a tile, on
  /// which no sum depends.
  RowTile(int columns, const PredictorShape& shape, Derivatives derivatives)
      : columns_(columns),
        shape_(shape),
        values_only_(derivatives == Derivatives::none),
        capacity_(derivatives == Derivatives::hessian ? most_rows : rows_that_fit(columns)),
        eta_(planes(shape.predictors)),
        value_(planes(1)),
        slope_(planes(shape.predictors)),
        curvature_(planes(shape.pairs())) {}

  int columns() const { return columns_; }
  const PredictorShape& shape() const { return shape_; }
  int count() const { return count_; }
  Row row(int i) const { return block_->row(first_ + i); }

  /// From a number of this tile to the one that shall be prefetched when it is visited last.
  std::ptrdiff_t ahead() const { return std::ptrdiff_t{2} * capacity_ * columns_; }

  /// The block's rows from `first` on, as many as fit and as there are, and their predictors at
  /// theta. The block must outlive what is done with them. A row's predictor has the bits of
  /// `predictor`, its offset added.
  void load(const Block& block, std::int64_t first, const double* theta) {
    count_ = static_cast<int>(std::min<std::int64_t>(capacity_, block.rows - first));
    block_ = &block;
    first_ = first;
    for (int k = 0; k < shape_.predictors; ++k) {
      predict(theta + static_cast<std::ptrdiff_t>(k) * shape_.inputs, eta(k));
      if (!block.offset.empty()) add_offsets(k);
    }
  }

  // One number per row, for each predictor k and each pair j.
  double* eta(int k = 0) { return eta_.data() + k * most_rows; }
  double* value() { return value_.data(); }
  double* slope(int k = 0) { return slope_.data() + k * most_rows; }
  double* curvature(int j = 0) { return curvature_.data() + j * most_rows; }
  const double* eta(int k = 0) const { return eta_.data() + k * most_rows; }
  const double* value() const { return value_.data(); }
  const double* slope(int k = 0) const { return slope_.data() + k * most_rows; }
  const double* curvature(int j = 0) const { return curvature_.data() + j * most_rows; }

  /// Makes likelihoods those of rows that count by their weights.
  void weigh(Derivatives derivatives) {
    if (block_->weight.empty()) return;
    const double* weight = block_->weight.data() + first_;
    const auto apply = [&](double* plane) {
      for (int i = 0; i < count_; ++i) plane[i] *= weight[i];
    };
    apply(value());
    if (derivatives == Derivatives::none) return;
    for (int k = 0; k < shape_.predictors; ++k) apply(slope(k));
    for (int j = 0; j < shape_.pairs() && derivatives == Derivatives::hessian; ++j)
      apply(curvature(j));
  }
  double weight(int i) const {
    return block_->weight.empty() ? 1.0 : block_->weight[static_cast<std::size_t>(first_ + i)];
  }

 private:
  // About 7 kB: a smaller tile leaves the loops too short, a larger one pushes out of a first-level
  // cache of 32 kB what is still to be read. A multiple of eight, as LaneSum wants.
  static int rows_that_fit(int columns) {
    if (!Storage::dense) return most_rows;
    const int rows = 7168 / (columns * static_cast<int>(sizeof(typename Storage::Scalar)));
    return std::clamp((rows + 4) / 8 * 8, 8, most_rows);
  }
  static std::size_t planes(int count) { return static_cast<std::size_t>(count) * most_rows; }

  [[gnu::flatten, gnu::noinline]] void predict(const double* theta, double* out) const {
    int i = 0;
    if constexpr (Storage::dense)
      for (; i + 4 <= count_; i += 4) {
        if (values_only_) prefetch(row(i) + ahead(), 4 * columns_);
        store(out + i, dot_of_four(row(i), columns_, theta, columns_));
      }
    for (; i < count_; ++i) out[i] = dot(row(i), theta, columns_);
    if (shape_.inputs > columns_)
      for (i = 0; i < count_; ++i) out[i] += theta[columns_];
  }

  void add_offsets(int k) {
    const double* offset = block_->offset.data() + first_ * shape_.predictors + k;
    for (int i = 0; i < count_; ++i) eta(k)[i] += offset[i * shape_.predictors];
  }

  int columns_;
  PredictorShape shape_;
  bool values_only_;
  int capacity_;
  int count_ = 0;
  const Block* block_ = nullptr;
  std::int64_t first_ = 0;
  std::vector<double> eta_, value_, slope_, curvature_;
};

/// The likelihoods of a tile's rows; one loop without branches or calls (hence `flatten`), so that
/// the compiler vectorises the exponentials. Curvatures only where they are asked for; leaving out
/// the slopes too saves nothing, and GCC 12 makes slower code of it.
template <LinearPredictorFamily Family, class Storage>
[[gnu::flatten, gnu::noinline]] void evaluate_tile(const Family& family, const double* y,
                                                   Derivatives derivatives,
                                                   RowTile<Storage>& tile) {
  const int count = tile.count();
  const double* eta = tile.eta();
  double *value = tile.value(), *slope = tile.slope();
  double* curvature = tile.curvature();
  if (derivatives == Derivatives::hessian) {
    for (int i = 0; i < count; ++i) {
      const Likelihood at = family.evaluate(y[i], eta[i]);
      value[i] = at.value;
      slope[i] = at.slope;
      curvature[i] = at.curvature;
    }
  } else {
    for (int i = 0; i < count; ++i) {
      const Likelihood at = family.evaluate(y[i], eta[i]);
      value[i] = at.value;
      slope[i] = at.slope;
    }
  }
}

template <MultiPredictorFamily Family, class Storage>
void evaluate_tile(const Family& family, const double* y, Derivatives derivatives,
                   RowTile<Storage>& tile) {
  const int predictors = family.predictors(), pairs = tile.shape().pairs();
  Scratch eta(predictors), slope(predictors), curvature(pairs);
  for (int i = 0; i < tile.count(); ++i) {
    for (int k = 0; k < predictors; ++k) eta.data()[k] = tile.eta(k)[i];
    tile.value()[i] = family.evaluate(y[i], eta.data(), slope.data());
    for (int k = 0; k < predictors; ++k) tile.slope(k)[i] = slope.data()[k];
    if (derivatives != Derivatives::hessian) continue;
    family.pair_curvatures(y[i], eta.data(), curvature.data());
    for (int j = 0; j < pairs; ++j) tile.curvature(j)[i] = curvature.data()[j];
  }
}

}  // namespace photinus
