#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "photinus/base/lanes.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/model/family.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// x'theta of one row. A parameter beyond the file's columns is an intercept that was added.
template <class Scalar>
inline double predictor(const Scalar* x, int columns, const Vector& theta) {
  const double eta = dot(x, theta.data(), columns);
  return theta.size() > columns ? eta + theta[columns] : eta;
}

/// Sums over one block's rows in row order: the double partial that goes into an ExactSum.
///
/// Holds a value, a gradient (P) and the upper triangle of a P x P matrix, laid out as in
/// Evaluate::Reply. Rows come in tiles of four, counted from the start of the block.
class BlockPartial {
 public:
  BlockPartial(int columns, int parameters, Derivatives derivatives)
      : columns_(columns),
        parameters_(parameters),
        sums_(static_cast<std::size_t>(size(parameters, derivatives))),
        tile_(static_cast<std::size_t>(4 * parameters)) {}

  static int size(int parameters, Derivatives derivatives) {
    if (derivatives == Derivatives::none) return 1;
    return 1 + parameters + (derivatives == Derivatives::hessian ? packed_size(parameters) : 0);
  }

  const double* data() const { return sums_.data(); }
  void clear() { std::fill(sums_.begin(), sums_.end(), 0.0); }
  void add_value(double value) { sums_[0] += value; }

  /// gradient += slope x for one row.
  template <class Scalar>
  void add_slope(double slope, const Scalar* x) {
    double* gradient = sums_.data() + 1;
    add_scaled(gradient, slope, x, columns_);
    if (parameters_ > columns_) gradient[columns_] += slope;
  }

  /// matrix += sum over `count` <= 4 rows of curvature x x'.
  template <class Scalar>
  void add_curvature(const double* curvature, const Scalar* const* x, int count) {
    const int p = parameters_;
    double weight[4] = {};
    for (int r = 0; r < count; ++r) {
      double* row = tile_.data() + r * p;
      for (int j = 0; j < columns_; ++j) row[j] = static_cast<double>(x[r][j]);
      if (p > columns_) row[columns_] = 1.0;
      weight[r] = curvature[r];
    }
    for (int r = count; r < 4; ++r) std::fill_n(tile_.data() + r * p, p, 0.0);
    const double* a = tile_.data();
    const double *b = a + p, *c = b + p, *d = c + p;
    double* out = sums_.data() + 1 + p;
    for (int i = 0; i < p; ++i) {
      const double wa = weight[0] * a[i], wb = weight[1] * b[i];
      const double wc = weight[2] * c[i], wd = weight[3] * d[i];
      double* shifted = out - i;
      for (int j = i; j < p; ++j) shifted[j] += (wa * a[j] + wb * b[j]) + (wc * c[j] + wd * d[j]);
      out += p - i;
    }
  }

 private:
  int columns_;
  int parameters_;
  std::vector<double> sums_;
  std::vector<double> tile_;
};

/// The rows of a tile with their predictors and likelihoods, evaluated together so that the
/// compiler can vectorise the exponentials.
struct Tile {
  static constexpr int capacity = 256;
  std::array<double, capacity> eta, value, slope, curvature;
};

template <class Family, class Scalar>
void evaluate_tile(const Family& family, const BlockRows<Scalar>& block, std::int64_t first,
                   int count, const Vector& theta, Tile& tile) {
  for (int i = 0; i < count; ++i)
    tile.eta[static_cast<std::size_t>(i)] = predictor(block.row(first + i), block.columns, theta);
  const double* y = block.response.data() + first;
  const double* eta = tile.eta.data();
  double *value = tile.value.data(), *slope = tile.slope.data();
  double* curvature = tile.curvature.data();
  for (int i = 0; i < count; ++i) {
    const Likelihood at = family.evaluate(y[i], eta[i]);
    value[i] = at.value;
    slope[i] = at.slope;
    curvature[i] = at.curvature;
  }
}

/// Adds a tile's rows to the block's partial, in row order.
template <class Scalar>
void add_tile(const BlockRows<Scalar>& block, std::int64_t first, int count, const Tile& tile,
              Derivatives derivatives, BlockPartial& partial) {
  for (int i = 0; i < count; ++i) partial.add_value(tile.value[static_cast<std::size_t>(i)]);
  if (derivatives == Derivatives::none) return;
  for (int i = 0; i < count; ++i)
    partial.add_slope(tile.slope[static_cast<std::size_t>(i)], block.row(first + i));
  if (derivatives == Derivatives::gradient) return;
  for (int i = 0; i < count; i += 4) {
    const int rows = std::min(4, count - i);
    const Scalar* x[4] = {};
    for (int r = 0; r < rows; ++r) x[r] = block.row(first + i + r);
    partial.add_curvature(tile.curvature.data() + i, x, rows);
  }
}

}  // namespace photinus
