#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "photinus/base/lanes.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/model/family.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// x'theta of one row. Where there is a coefficient more than columns, it is an intercept that was
/// added and has no column. Numbers of theta beyond the coefficients are not looked at.
template <class Scalar>
inline double predictor(const Scalar* x, int columns, int coefficients, const double* theta) {
  const double eta = dot(x, theta, columns);
  return coefficients > columns ? eta + theta[columns] : eta;
}

/// A few rows of a block that stay in the processor's cache while all is done that is to be done
/// with them, so that memory is read once: predictors, then likelihoods, then their sums.
template <class Scalar>
class RowTile {
 public:
  static constexpr int most_rows = 64;
  using Numbers = std::array<double, most_rows>;

  /// `derivatives`: what will be asked for. It and the columns decide on the size of a tile, on
  /// which no sum depends.
  RowTile(int columns, int coefficients, Derivatives derivatives)
      : columns_(columns),
        coefficients_(coefficients),
        values_only_(derivatives == Derivatives::none),
        capacity_(derivatives == Derivatives::hessian ? most_rows : rows_that_fit(columns)) {}

  int columns() const { return columns_; }
  int count() const { return count_; }
  const Scalar* row(int i) const { return rows_ + static_cast<std::ptrdiff_t>(i) * columns_; }

  /// From a number of this tile to the one that shall be prefetched when it is visited last.
  std::ptrdiff_t ahead() const { return std::ptrdiff_t{2} * capacity_ * columns_; }

  /// The block's rows from `first` on, as many as fit and as there are, and their predictors at
  /// theta. A row's predictor has the bits of `predictor`.
  [[gnu::flatten, gnu::noinline]] void load(const BlockRows<Scalar>& block, std::int64_t first,
                                            const double* theta) {
    count_ = static_cast<int>(std::min<std::int64_t>(capacity_, block.rows - first));
    rows_ = block.row(first);
    int i = 0;
    for (; i + 4 <= count_; i += 4) {
      if (values_only_) prefetch(row(i) + ahead(), 4 * columns_);
      store(eta.data() + i, dot_of_four(row(i), columns_, theta, columns_));
    }
    for (; i < count_; ++i) eta[static_cast<std::size_t>(i)] = dot(row(i), theta, columns_);
    if (coefficients_ > columns_)
      for (i = 0; i < count_; ++i) eta[static_cast<std::size_t>(i)] += theta[columns_];
  }

  // One number per row.
  alignas(32) Numbers eta;
  alignas(32) Numbers value;
  alignas(32) Numbers slope;
  alignas(32) Numbers curvature;

 private:
  // About 7 kB: a smaller tile leaves the loops too short, a larger one pushes out of a first-level
  // cache of 32 kB what is still to be read. A multiple of eight, as LaneSum wants.
  static int rows_that_fit(int columns) {
    const int rows = 7168 / (columns * static_cast<int>(sizeof(Scalar)));
    return std::clamp((rows + 4) / 8 * 8, 8, most_rows);
  }

  int columns_;
  int coefficients_;
  bool values_only_;
  int capacity_;
  int count_ = 0;
  const Scalar* rows_ = nullptr;
};

/// The likelihoods of a tile's rows; one loop without branches or calls (hence `flatten`), so that
/// the compiler vectorises the exponentials. Curvatures only where they are asked for; leaving out
/// the slopes too saves nothing, and GCC 12 makes slower code of it.
template <class Family, class Scalar>
[[gnu::flatten, gnu::noinline]] void evaluate_tile(const Family& family, const double* y,
                                                   Derivatives derivatives, RowTile<Scalar>& tile) {
  const int count = tile.count();
  const double* eta = tile.eta.data();
  double *value = tile.value.data(), *slope = tile.slope.data();
  double* curvature = tile.curvature.data();
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

}  // namespace photinus
