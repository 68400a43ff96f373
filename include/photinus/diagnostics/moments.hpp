#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace photinus {

/// The sum of term(0) ... term(n-1) in four fixed lanes: one order of additions everywhere, and
/// compilers vectorise it without changing a bit.
template <class Term>
double lane_sum(std::size_t n, Term term) {
  std::array<double, 4> lanes{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::size_t j = 0; j < 4; ++j) lanes[j] += term(i + j);
  for (; i < n; ++i) lanes[i % 4] += term(i);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// Mean, corrected once by the mean of the residuals: exact for a constant series, and accurate
/// where the mean is small beside the draws.
double mean_of(std::span<const double> x);

/// Variance with divisor n - 1.
double variance_of(std::span<const double> x);

/// Quantile of type 7 (Hyndman and Fan 1996): linear between order statistics 1 + (n - 1) p.
double quantile_of(std::vector<double> x, double p);

/// The middle order statistic, or half the sum of the middle two.
double median_of(std::vector<double> x);

}  // namespace photinus
