#include "photinus/diagnostics/moments.hpp"

#include <algorithm>
#include <cmath>

namespace photinus {

namespace {

struct Neighbours {
  double low, high;
};

/// Order statistics k and k + 1, counted from 0; the last one is its own successor.
Neighbours order_statistics(std::vector<double>& x, std::size_t k) {
  const auto at = x.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(x.begin(), at, x.end());
  const double low = *at;
  return {low, at + 1 == x.end() ? low : *std::min_element(at + 1, x.end())};
}

}  // namespace

double mean_of(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  const double first = lane_sum(x.size(), [&](std::size_t i) { return x[i]; }) / n;
  return first + lane_sum(x.size(), [&](std::size_t i) { return x[i] - first; }) / n;
}

double variance_of(std::span<const double> x) {
  const double m = mean_of(x);
  const auto square = [&](std::size_t i) { return (x[i] - m) * (x[i] - m); };
  return lane_sum(x.size(), square) / (static_cast<double>(x.size()) - 1.0);
}

double quantile_of(std::vector<double> x, double p) {
  // The position is counted from 1 as in the definition: what rounding leaves of its fraction
  // decides whether the quantile is a draw.
  const double position = 1.0 + static_cast<double>(x.size() - 1) * p;
  const double below = std::floor(position);
  const auto [low, high] = order_statistics(x, static_cast<std::size_t>(below) - 1);
  const double h = position - below;
  return h > 0.0 && high != low ? (1.0 - h) * low + h * high : low;
}

double median_of(std::vector<double> x) {
  const auto [low, high] = order_statistics(x, (x.size() - 1) / 2);
  return x.size() % 2 == 1 ? low : (low + high) / 2.0;
}

}  // namespace photinus
