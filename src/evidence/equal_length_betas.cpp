#include "photinus/evidence/equal_length_betas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "photinus/evidence/log_mean.hpp"

namespace photinus {

namespace {

std::vector<double> finite_part(const std::vector<double>& values) {
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  return finite;
}

// log sum of L^power.
double log_sum(const std::vector<double>& log_likelihoods, double power) {
  std::vector<double> log_weights = log_likelihoods;
  for (double& x : log_weights) x *= power;
  return log_sum_exp(log_weights);
}

// Of a step from L^a to L^b, of draws that carry weights L^a.
double length(const std::vector<double>& log_likelihoods, double a, double b) {
  const double log_share = 2.0 * log_sum(log_likelihoods, b) - log_sum(log_likelihoods, a) -
                           log_sum(log_likelihoods, 2.0 * b - a);
  return std::sqrt(std::max(-log_share, 0.0));
}

// The b in (a, last] at which the length from a is `wanted`, roughly; `last` where it is less.
double power_at(const std::vector<double>& log_likelihoods, double a, double last, double wanted) {
  constexpr int halvings = 30;
  if (length(log_likelihoods, a, last) <= wanted) return last;
  double low = a, high = last;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (length(log_likelihoods, a, middle) < wanted ? low : high) = middle;
  }
  return high;
}

// Length along the path, as a table.
struct LengthTable {
  std::vector<double> betas = {0.0}, lengths = {0.0};

  // Small parts: that of a long step is too small, where log L varies less and less along it.
  void add(const SmcLevel& level, double next_beta) {
    constexpr double part = 0.1;
    const std::vector<double> log_likelihoods = finite_part(level.log_likelihoods);
    const double last = next_beta - level.beta;
    for (double a = 0.0, b = 0.0; a < last; a = b) {
      b = power_at(log_likelihoods, a, last, part);
      betas.push_back(b < last ? level.beta + b : next_beta);
      lengths.push_back(lengths.back() + length(log_likelihoods, a, b));
    }
  }

  double total() const { return lengths.back(); }

  // The beta at which the length is `wanted`, linear between those of the table.
  double beta_at(double wanted) const {
    const auto above = std::lower_bound(lengths.begin() + 1, lengths.end() - 1, wanted);
    const auto k = static_cast<std::size_t>(above - lengths.begin());
    const double share = (wanted - lengths[k - 1]) / (lengths[k] - lengths[k - 1]);
    return betas[k - 1] + share * (betas[k] - betas[k - 1]);
  }
};

}  // namespace

std::vector<double> equal_length_betas(const std::vector<SmcLevel>& levels,
                                       double weight_variance) {
  LengthTable table;
  for (std::size_t k = 0; k + 1 < levels.size(); ++k) table.add(levels[k], levels[k + 1].beta);
  const double total = table.total();
  const int steps = std::max(1, static_cast<int>(std::ceil(total * total / weight_variance)));
  std::vector<double> betas = {0.0};
  for (int step = 1; step < steps; ++step) {
    const double beta = table.beta_at(total * step / steps);
    if (beta > betas.back() && beta < 1.0) betas.push_back(beta);
  }
  betas.push_back(1.0);
  return betas;
}

}  // namespace photinus
