#pragma once

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// K weights above 0 that sum to 1, by K - 1 unconstrained coordinates (Stan Reference Manual,
/// "Unit simplex"): of what is left of the stick, weight k takes the share
///   z_k = 1 / (1 + exp(-(y_k - log(K - k)))),  k = 1, ..., K - 1,
/// and the last weight the rest. y = 0 makes them equal. The logarithm of the Jacobian of weights
/// 1 to K - 1 is the sum of all K log weights.
class StickBreaking {
 public:
  explicit StickBreaking(int weights) : weights_(weights) {}

  int weights() const { return weights_; }
  int coordinates() const { return weights_ - 1; }

  /// K numbers from K - 1.
  void log_weights(const double* y, double* log_weights) const;
  /// Adds to K - 1 numbers the slopes in y of a function of which K are the slopes in log weights.
  void add_slopes(const double* y, const double* of_log_weights, double* slopes) const;
  /// The coordinates of K numbers above 0, once these are divided by their sum.
  void coordinates_of(const double* numbers, double* y) const;

 private:
  int weights_;
};

}  // namespace photinus
