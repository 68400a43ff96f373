#include "convergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../measure.hpp"
#include "photinus/diagnostics/between_chains.hpp"
#include "photinus/diagnostics/convergence.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus::paper::tempering {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Autocovariances of slow chains cost as many lags as it takes: from here on chains are thinned.
constexpr std::size_t most_looked_at = 20'000;

// Chains that stand still have no R-hat, and have not converged.
double number_or(double value, double otherwise) { return std::isnan(value) ? otherwise : value; }

double finite_or_none(double value) { return std::isfinite(value) ? value : Measurement::none; }

void diagnose_between(const DrawnParameters& drawn, std::size_t first, std::size_t last,
                      double& r_hat, double& ess) {
  std::vector<double> r_hats, sizes;
  for (std::size_t j = 0; j < drawn.parameters; ++j) {
    const BetweenChains spread = between_chains(drawn.series(j, first, last));
    r_hats.push_back(number_or(spread.r_hat, infinity));
    sizes.push_back(number_or(spread.effective_sample_size, 0.0));
  }
  r_hat = finite_or_none(median_of(r_hats));
  ess = median_of(sizes);
}

double worst_r_hat(const DrawnParameters& drawn, std::size_t first, std::size_t every) {
  double worst = 0.0;
  for (std::size_t j = 0; j < drawn.parameters; ++j)
    worst = std::max(
        worst,
        number_or(photinus::r_hat(drawn.series(j, first, drawn.draws(), every)).value, infinity));
  return finite_or_none(worst);
}

double worst_bulk_ess(const DrawnParameters& drawn, std::size_t first, std::size_t every) {
  double worst = infinity;
  for (std::size_t j = 0; j < drawn.parameters; ++j) {
    const Chains series = drawn.series(j, first, drawn.draws(), every);
    const auto draws = static_cast<double>(series.size() * series.front().size());
    worst = std::min(worst, std::min(number_or(ess_bulk(series).value, 0.0), draws));
  }
  return worst;
}

}  // namespace

Chains DrawnParameters::series(std::size_t j, std::size_t first, std::size_t last,
                               std::size_t every) const {
  Chains series;
  for (const auto& chain : chains) {
    auto& values = series.emplace_back();
    for (std::size_t i = first; i < last; i += every)
      values.push_back(chain.parameters[i * parameters + j]);
  }
  return series;
}

void diagnose(const DrawnParameters& drawn, std::size_t first, Measurement& measurement) {
  constexpr double on_their_way = 1.2;
  diagnose_between(drawn, first, drawn.draws(), measurement.r_hat, measurement.ess);
  const std::size_t draws = drawn.draws() - first;
  const std::size_t every = (draws + most_looked_at - 1) / most_looked_at;
  measurement.worst_r_hat = worst_r_hat(drawn, first, every);
  if (!(measurement.worst_r_hat <= on_their_way)) return;
  measurement.worst_ess = worst_bulk_ess(drawn, first, every);
  // Fast chains lose by thinning, and cost few lags without.
  const auto looked_at = static_cast<double>(draws / every * drawn.chains.size());
  if (every > 1 && measurement.worst_ess > 0.2 * looked_at)
    measurement.worst_ess = worst_bulk_ess(drawn, first, 1);
}

Convergence convergence_of(const DrawnParameters& drawn, const std::vector<double>& cpu) {
  constexpr std::int64_t fewest = 4;
  Convergence convergence;
  for (const std::int64_t now : trace_iterations(static_cast<std::int64_t>(drawn.draws()))) {
    if (now < fewest) continue;
    const auto last = static_cast<std::size_t>(now);
    double r_hat = 0.0, ess = 0.0;
    diagnose_between(drawn, last / 2, last, r_hat, ess);
    convergence.draws.push_back(now);
    convergence.seconds.push_back(cpu[last - 1] / static_cast<double>(drawn.chains.size()));
    convergence.r_hat.push_back(r_hat);
  }
  return convergence;
}

}  // namespace photinus::paper::tempering
