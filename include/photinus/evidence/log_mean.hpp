#pragma once

#include <vector>

namespace photinus {

/// The logarithm of a mean of weights given by their logarithms.
struct LogMean {
  double value = 0.0;
  /// Of `value`, from independent weights: the coefficient of variation over sqrt(n) (delta
  /// method).
  double standard_error = 0.0;
  double effective_size = 0.0;  ///< (sum w)^2 / sum w^2
};

/// log sum exp(x); -infinity of nothing.
double log_sum_exp(const std::vector<double>& x);
LogMean log_mean_exp(const std::vector<double>& log_weights);

}  // namespace photinus
