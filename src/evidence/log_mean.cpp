#include "photinus/evidence/log_mean.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/base/elementary.hpp"

namespace photinus {

double log_sum_exp(const std::vector<double>& x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double largest = x.empty() ? -infinity : *std::max_element(x.begin(), x.end());
  if (!std::isfinite(largest)) return largest;
  double sum = 0.0;
  for (const double value : x) sum += exp(value - largest);
  return largest + log(sum);
}

LogMean log_mean_exp(const std::vector<double>& log_weights) {
  const auto n = static_cast<double>(log_weights.size());
  const double total = log_sum_exp(log_weights);
  if (!std::isfinite(total)) return {total, std::numeric_limits<double>::infinity(), 0.0};
  double squares = 0.0;  // of the weights' shares in their sum
  for (const double value : log_weights) {
    const double share = exp(value - total);
    squares += share * share;
  }
  const double variation = std::max(n * squares - 1.0, 0.0);
  return {total - log(n), std::sqrt(variation / std::max(n - 1.0, 1.0)), 1.0 / squares};
}

}  // namespace photinus
