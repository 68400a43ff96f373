#pragma once

#include <cmath>

namespace photinus {

/// Tests by chance allow 4.5 standard errors: false alarm 6.8e-6 on two sides, and as no seed
/// depends on a clock, an alarm stays until the code changes.
inline constexpr double standard_errors_allowed = 4.5;

/// What a chi-square exceeds with probability 3.4e-6: Wilson & Hilferty (1931) at 4.5.
inline double chi_square_limit(int freedom) {
  const double c = 2.0 / (9.0 * freedom);
  return freedom * std::pow(1.0 - c + standard_errors_allowed * std::sqrt(c), 3.0);
}

/// Distance of a binomial count from its mean, in standard errors.
inline double binomial_distance(double count, double trials, double probability) {
  return std::abs(count - trials * probability) /
         std::sqrt(trials * probability * (1.0 - probability));
}

}  // namespace photinus
