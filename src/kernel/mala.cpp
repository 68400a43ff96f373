#include <algorithm>
#include <cmath>
#include <utility>

#include "energy_range.hpp"
#include "leapfrog.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

// The proposal is one leapfrog: with velocity R z it ends at theta' and with the velocity that,
// reversed, is the noise which proposes theta from theta'. So the kinetic energies are the
// logarithms of the two proposal densities, and the energy error that of the Metropolis-Hastings
// ratio (Neal 2011, section 5.2).
Transition step(Stream& stream, const State& state, LogDensity& target, const PaddedMetric& metric,
                double step_size) {
  PhasePoint point = with_fresh_momentum(stream, state, metric);
  const double start_energy = point.energy();
  leapfrog(point, target, metric, step_size);
  const bool diverging = !EnergyRange(start_energy).add(point.energy());
  const double acceptance = diverging ? 0.0 : std::min(1.0, exp(start_energy - point.energy()));
  const bool accepted = stream.uniform() < acceptance;
  const Info info{acceptance, accepted, 1, diverging};
  if (accepted) return {std::move(point.state), info};
  return {state, info};
}

}  // namespace

Kernel mala(const Metric& metric) {
  const auto p = static_cast<double>(metric.covariance.rows());
  const Kernel::Move move = [padded = PaddedMetric(metric)](Stream& stream, const State& state,
                                                            LogDensity& target, double step_size) {
    return step(stream, state, target, padded, step_size);
  };
  return {.name = "mala",
          .needs_gradient = true,
          .target_acceptance = 0.574,
          .first_step_size = 1.65 * exp(-log(p) / 6.0) * metric.shortest_scale,
          .transition = move,
          .reversal = move};
}

}  // namespace photinus
