#include "photinus/evidence/effective_share.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/evidence/log_mean.hpp"

namespace photinus {

double effective_share(const std::vector<double>& log_likelihoods, double power) {
  std::vector<double> log_weights = log_likelihoods;
  for (double& x : log_weights) x *= power;
  return log_mean_exp(log_weights).effective_size / static_cast<double>(log_weights.size());
}

double longest_power(const std::vector<double>& log_likelihoods, double share, double longest) {
  constexpr int halvings = 80;
  const auto possible = std::count_if(log_likelihoods.begin(), log_likelihoods.end(),
                                      [](double value) { return std::isfinite(value); });
  const double wanted =
      share * static_cast<double>(possible) / static_cast<double>(log_likelihoods.size());
  if (effective_share(log_likelihoods, longest) >= wanted) return longest;
  double low = 0.0, high = longest;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (effective_share(log_likelihoods, middle) >= wanted ? low : high) = middle;
  }
  return high;
}

}  // namespace photinus
