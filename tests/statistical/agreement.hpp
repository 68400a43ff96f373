#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "photinus/diagnostics/convergence.hpp"

namespace photinus {

/// (mean of the draws - truth) in Monte Carlo standard errors, and the effective sample size that
/// these come from; infinite and 0 where there is none (a chain that stands still).
struct Agreement {
  double off = std::numeric_limits<double>::infinity();
  double ess = 0.0;
};
inline Agreement agreement(const Chains& chains, double truth) {
  const Diagnostic ess = ess_mean(chains);
  if (!ess.available()) return {};
  return {(mean(chains).value - truth) * std::sqrt(ess.value) / sd(chains).value, ess.value};
}
inline double standard_errors_off(const Chains& chains, double truth) {
  return agreement(chains, truth).off;
}

/// The same for independent draws.
inline double standard_errors_off(const std::vector<double>& draws, double truth) {
  const auto n = static_cast<double>(draws.size());
  double sum = 0.0, squares = 0.0;
  for (const double x : draws) sum += x - truth;
  for (const double x : draws) squares += (x - truth - sum / n) * (x - truth - sum / n);
  return sum / std::sqrt(squares);
}

/// sqrt(n) times the Kolmogorov-Smirnov distance; exceeds t with probability 2 exp(-2 t^2).
template <class Cdf>
double kolmogorov_smirnov(std::vector<double> draws, Cdf cdf) {
  std::sort(draws.begin(), draws.end());
  const auto n = static_cast<double>(draws.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double f = cdf(draws[i]), below = static_cast<double>(i) / n;
    distance = std::max({distance, f - below, below + 1.0 / n - f});
  }
  return std::sqrt(n) * distance;
}

}  // namespace photinus
