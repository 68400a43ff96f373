#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "chain_terms.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/evidence/path_estimators.hpp"

namespace photinus {

namespace {

double logistic(double x) { return 1.0 / (1.0 + exp(-x)); }

double slope_of_logistic(double x) { return logistic(x) * logistic(-x); }

// sum of f(sign (x - centre)) over all x.
template <class Function>
double sum(const std::vector<double>& log_weights, double sign, double centre, Function f) {
  double total = 0.0;
  for (const double x : log_weights) total += f(sign * (x - centre));
  return total;
}

// The C at which both sums are equal: their difference falls with C.
double balance(const std::vector<double>& hot, const std::vector<double>& cold) {
  constexpr double margin = 50.0;
  double low = *std::min_element(cold.begin(), cold.end()), high = low;
  for (const auto* side : {&hot, &cold})
    for (const double x : *side) {
      if (std::isfinite(x)) low = std::min(low, x);
      high = std::max(high, x);
    }
  low -= margin;
  high += margin;
  while (high - low > 1e-15 * (1.0 + std::abs(low) + std::abs(high))) {
    const double centre = 0.5 * (low + high);
    const bool above = sum(hot, 1.0, centre, logistic) < sum(cold, -1.0, centre, logistic);
    (above ? high : low) = centre;
  }
  return 0.5 * (low + high);
}

void add(Chains& sums, const Chains& terms) {
  for (std::size_t c = 0; c < sums.size(); ++c)
    for (std::size_t i = 0; i < sums[c].size(); ++i) sums[c][i] += terms[c][i];
}

}  // namespace

EvidenceEstimate bridge_sampling(const PathDraws& draws) {
  check(draws);
  double log_z = 0.0;
  std::vector<Chains> influences;
  for (const Chains& rung : draws.log_likelihoods)
    influences.push_back(chain_terms(rung, [](double) { return 0.0; }));
  for (std::size_t m = 0; m + 1 < draws.betas.size(); ++m) {
    const double step = draws.betas[m + 1] - draws.betas[m];
    const auto times_step = [&](double l) { return step * l; };
    const Chains hot_chains = chain_terms(draws.log_likelihoods[m], times_step);
    const Chains cold_chains = chain_terms(draws.log_likelihoods[m + 1], times_step);
    const std::vector<double> hot = all_of(hot_chains), cold = all_of(cold_chains);
    const auto n_hot = static_cast<double>(hot.size()), n_cold = static_cast<double>(cold.size());
    const double centre = balance(hot, cold);
    log_z += centre + log(n_cold / n_hot);
    // What the equation's difference falls by when C grows by 1.
    const double slope =
        sum(hot, 1.0, centre, slope_of_logistic) + sum(cold, 1.0, centre, slope_of_logistic);
    add(influences[m],
        chain_terms(hot_chains, [&](double x) { return n_hot / slope * logistic(x - centre); }));
    add(influences[m + 1],
        chain_terms(cold_chains, [&](double x) { return -n_cold / slope * logistic(centre - x); }));
  }
  return path_estimate(draws, "bridge", log_z, influences);
}

}  // namespace photinus
