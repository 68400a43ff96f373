#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"

namespace photinus {

/// Tests that ranks are uniform on 0 .. L, for ranks of independent replications.
///
/// With u = (rank + 1/2) / (L + 1): the mean of u (location), the mean of (2 u - 1)^2 (dispersion:
/// a posterior too narrow or too wide), both in standard errors of their exact null distribution,
/// and Pearson's chi-square over 16 bins brought to the same scale by Wilson & Hilferty (1931).
struct RankTests {
  double location = 0.0;
  double dispersion = 0.0;
  double histogram = 0.0;

  double worst() const { return std::max({std::abs(location), std::abs(dispersion), histogram}); }
};

namespace detail {

/// (mean of score(u) over the ranks - its null mean) in null standard errors.
template <class Score>
double score_test(const std::vector<int>& ranks, int last, Score score) {
  double mean = 0.0, square = 0.0, sum = 0.0;
  const auto u = [&](int rank) { return (rank + 0.5) / (last + 1.0); };
  for (int rank = 0; rank <= last; ++rank) {
    mean += score(u(rank)) / (last + 1.0);
    square += score(u(rank)) * score(u(rank)) / (last + 1.0);
  }
  for (const int rank : ranks) sum += score(u(rank)) - mean;
  return sum / std::sqrt(static_cast<double>(ranks.size()) * (square - mean * mean));
}

inline double histogram_test(const std::vector<int>& ranks, int last) {
  std::array<double, 16> counts{};
  const auto bins = static_cast<int>(counts.size());
  for (const int rank : ranks) counts[static_cast<std::size_t>(rank * bins / (last + 1))] += 1.0;
  const double expected = static_cast<double>(ranks.size()) / bins, freedom = bins - 1.0;
  double chi2 = 0.0;
  for (const double count : counts) chi2 += (count - expected) * (count - expected) / expected;
  const double spread = 2.0 / (9.0 * freedom);
  return (std::cbrt(chi2 / freedom) - (1.0 - spread)) / std::sqrt(spread);
}

}  // namespace detail

/// L + 1 must be a multiple of 16.
inline RankTests test_ranks(const std::vector<int>& ranks, int last) {
  return {
      detail::score_test(ranks, last, [](double u) { return u; }),
      detail::score_test(ranks, last, [](double u) { return (2.0 * u - 1.0) * (2.0 * u - 1.0); }),
      detail::histogram_test(ranks, last)};
}

/// Number of draws below the truth.
inline int rank_among(double truth, const std::vector<double>& draws) {
  return static_cast<int>(
      std::count_if(draws.begin(), draws.end(), [truth](double x) { return x < truth; }));
}

}  // namespace photinus
