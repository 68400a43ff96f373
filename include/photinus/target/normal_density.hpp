#pragma once

#include "photinus/base/blocked_matrix.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// N(mean, precision^-1), of P numbers.
class NormalDensity {
 public:
  /// `precision` must be positive definite.
  NormalDensity(Vector mean, const Matrix& precision);

  const Vector& mean() const { return mean_; }
  /// log of the integral of exp(-(theta - mean)' precision (theta - mean) / 2):
  ///   P/2 log(2 pi) - 1/2 log det precision.
  double log_normalizer() const { return log_normalizer_; }
  /// -(theta - mean)' precision (theta - mean) / 2: without its normaliser.
  double kernel(const Vector& theta) const;
  double log_density(const Vector& theta) const { return kernel(theta) - log_normalizer_; }
  /// Adds factor times the gradient of the log density to `sum`.
  void add_gradient(const Vector& theta, double factor, Vector& sum) const;
  Vector draw(Stream& stream) const;

 private:
  Vector mean_;
  BlockedMatrix precision_;
  Matrix root_;  // L with L L' = precision
  double log_normalizer_ = 0.0;
};

}  // namespace photinus
