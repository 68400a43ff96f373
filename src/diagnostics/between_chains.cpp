#include "photinus/diagnostics/between_chains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace photinus {

namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sum_of_squares(const std::vector<double>& values, double about) {
  double sum = 0.0;
  for (const double value : values) sum += (value - about) * (value - about);
  return sum;
}

}  // namespace

BetweenChains between_chains(const Chains& chains) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (chains.size() < 2 || chains.front().size() < 2) return {none, none};
  const auto number = static_cast<double>(chains.size());
  const auto draws = static_cast<double>(chains.front().size());
  std::vector<double> means;
  double within = 0.0;
  for (const auto& chain : chains) {
    means.push_back(mean_of(chain));
    within += sum_of_squares(chain, means.back()) / (draws - 1.0) / number;
  }
  if (!(within > 0.0)) return {none, none};
  const double between = draws / (number - 1.0) * sum_of_squares(means, mean_of(means));
  const double variance = (draws - 1.0) / draws * within + between / draws;
  return {std::sqrt(variance / within), number * draws * std::min(1.0, variance / between)};
}

}  // namespace photinus
