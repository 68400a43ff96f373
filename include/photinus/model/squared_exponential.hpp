#pragma once

#include <memory>
#include <span>
#include <vector>

#include "photinus/base/tiles.hpp"
#include "photinus/data/table.hpp"

namespace photinus {

/// The squared exponential covariance of functions of D coordinates, each with a length of its own
/// (Rasmussen & Williams 2006, equation 5.1), between some rows of a table:
///   K(n, m) = s^2 exp(-sum_d (x_nd - x_md)^2 / (2 l_d^2)).
///
/// Squared distances come from products of coordinates in units of the lengths, counted from the
/// columns' means: their absolute error is 1e-16 times the square of the coordinates so measured.
class SquaredExponential {
 public:
  /// Of the rows of x, as centred() gives them.
  explicit SquaredExponential(std::shared_ptr<const DataTable::Features> x);

  /// x less its columns' means.
  static std::shared_ptr<const DataTable::Features> centred(DataTable::Features x);

  int dimensions() const { return static_cast<int>(x_->cols()); }

  /// K of these rows at log l_1, ..., log l_D, log s. The first `unchanged` rows, and the numbers,
  /// are those of the last call.
  void build(const double* log_numbers, std::span<const std::int32_t> rows, int unchanged = 0);
  /// Entries beyond the last row are finite.
  const LowerTiles& covariance() const { return covariance_; }

  /// Of a tile of a weight W, what it adds to the sums over its pairs of rows of
  /// W K ((x_nd - x_md) / l_d)^2 for every d, and of W K.
  void add_sums(int i, int j, const double* weight, double* sums) const;

 private:
  void scale(const double* log_lengths, std::span<const std::int32_t> rows, int first);
  void build_tile(int i, int j, double variance);
  double* strip(int i) { return scaled_.data() + strip_size() * i; }
  const double* strip(int i) const { return scaled_.data() + strip_size() * i; }
  Eigen::Index strip_size() const { return x_->cols() * tile_side; }

  std::shared_ptr<const DataTable::Features> x_;
  LowerTiles covariance_;
  Vector scaled_;        // strip by strip of 12 rows, coordinate by coordinate
  Vector half_squares_;  // -|x / l|^2 / 2
};

}  // namespace photinus
