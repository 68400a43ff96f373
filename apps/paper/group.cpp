#include "group.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/diagnostics/moments.hpp"

namespace photinus::paper {

namespace {

double r_hat_of(const std::vector<const Half*>& halves, std::size_t j, double n) {
  std::vector<double> means, variances;
  for (const Half* half : halves) {
    means.push_back(half->mean[j]);
    variances.push_back(half->variance[j]);
  }
  return std::sqrt((n - 1.0) / n + variance_of(means) / mean_of(variances));
}

}  // namespace

MeanAndDeviation over_seeds(const Group& group, double (*number)(const Cell&)) {
  std::vector<double> values;
  for (const auto& cell : group.cells) values.push_back(number(cell));
  return {mean_of(values), values.size() > 1 ? std::sqrt(variance_of(values))
                                             : std::numeric_limits<double>::quiet_NaN()};
}

double ess_per_query(const Cell& cell) { return cell.ess / 1000.0 / cell.queries; }

double largest_r_hat(const Group& group) {
  std::vector<const Half*> halves;
  for (const auto& cell : group.cells)
    for (const auto& half : cell.halves) halves.push_back(&half);
  const double n = group.cells.front().draws / 2;
  double largest = 0.0;
  for (std::size_t j = 0; j < halves.front()->mean.size(); ++j) {
    const double r_hat = r_hat_of(halves, j, n);
    if (!(r_hat <= largest)) largest = r_hat;  // NaN is kept
    if (std::isnan(largest)) break;
  }
  return largest;
}

bool arrived(const Group& group) { return largest_r_hat(group) <= 1.2; }

bool converged(const Group& group) {
  constexpr double r_hat_limit = 1.01, ess_per_chain = 100.0;
  return largest_r_hat(group) <= r_hat_limit &&
         std::all_of(group.cells.begin(), group.cells.end(),
                     [](const Cell& cell) { return cell.least_ess >= ess_per_chain; });
}

}  // namespace photinus::paper
