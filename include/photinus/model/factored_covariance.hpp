#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "photinus/base/tiled_cholesky.hpp"
#include "photinus/model/squared_exponential.hpp"

namespace photinus {

/// The covariance of a Gaussian process's responses at one theta, for the first few rows of an
/// order, with its factor: what GaussianProcess takes its numbers from.
///
/// More rows of the same order are added to the factor that is there, fewer are its leading part:
/// with the bits that they would have alone.
class FactoredCovariance {
 public:
  FactoredCovariance(std::shared_ptr<const DataTable::Features> x, const Vector& y);

  /// Bytes that one takes for so many rows.
  static std::int64_t bytes(std::int64_t rows);

  /// Whether it stands at this theta.
  bool at(const Vector& theta) const { return theta_.size() == theta.size() && theta_ == theta; }

  /// Of these rows, in their order. Returns how many have a factor.
  int factor(const Vector& theta, std::span<const std::int32_t> rows);
  /// log p(y_i | y_0, ..., y_{i-1}), of a row that has a factor.
  double log_density(int i) const;
  /// d log p(y) / d theta of the rows last factored, which all must have a factor.
  Vector gradient();

 private:
  int unchanged_rows(const Vector& theta, std::span<const std::int32_t> rows) const;
  void whiten(int unchanged);
  void tile_of_weight(int i, int j, double* weight) const;

  const Vector& y_;
  SquaredExponential covariance_;
  TiledCholesky cholesky_;
  Vector theta_;  // none at first
  std::vector<std::int32_t> rows_;
  int factored_ = 0;
  Vector whitened_;  // L^-1 y
  Vector solved_;    // A^-1 y
};

}  // namespace photinus
