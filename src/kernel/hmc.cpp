#include <algorithm>
#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

constexpr double diverging_energy_error = 1000.0;

struct Momentum {
  Vector p;
  double kinetic(const Metric& metric) const { return 0.5 * p.dot(metric.covariance * p); }
};

Momentum draw_momentum(Stream& stream, const Metric& metric) {
  Vector z(metric.covariance.rows());
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = stream.normal();
  return {metric.precision_root * z};
}

int count_leapfrogs(const Metric& metric, const HmcSettings& settings, double step_size) {
  if (settings.leapfrogs > 0) return settings.leapfrogs;
  const double wanted = std::ceil(settings.trajectory * metric.longest_scale / step_size);
  return static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(settings.most_leapfrogs)));
}

// Half a kick, then drifts with whole kicks between them, and half a kick at the end. Stops where
// the density is not finite: the end is rejected.
int leapfrog(State& state, Momentum& momentum, LogDensity& target, const Metric& metric,
             double step_size, int steps) {
  momentum.p += 0.5 * step_size * state.gradient;
  for (int i = 1; i <= steps; ++i) {
    state.theta += step_size * (metric.covariance * momentum.p);
    state.log_density = target.value(state.theta, state.gradient);
    if (!std::isfinite(state.log_density)) return i;
    momentum.p += (i < steps ? step_size : 0.5 * step_size) * state.gradient;
  }
  return steps;
}

Transition step(Stream& stream, const State& state, LogDensity& target, const Metric& metric,
                const HmcSettings& settings, double step_size) {
  Momentum momentum = draw_momentum(stream, metric);
  const double energy = momentum.kinetic(metric) - state.log_density;
  const double jittered = step_size * (0.8 + 0.4 * stream.uniform());
  State proposal = state;
  const int leapfrogs = leapfrog(proposal, momentum, target, metric, jittered,
                                 count_leapfrogs(metric, settings, step_size));
  const double error = momentum.kinetic(metric) - proposal.log_density - energy;
  const bool diverging = !(error < diverging_energy_error) || !std::isfinite(proposal.log_density);
  const double acceptance = diverging ? 0.0 : std::min(1.0, exp(-error));
  const bool accepted = stream.uniform() < acceptance;
  return {accepted ? proposal : state, {acceptance, accepted, leapfrogs, diverging}};
}

}  // namespace

Kernel hmc(const Metric& metric, const HmcSettings& settings) {
  const auto p = static_cast<double>(metric.covariance.rows());
  return {
      "hmc", true, 0.8, metric.shortest_scale / std::sqrt(std::sqrt(p)),
      [metric, settings](Stream& stream, const State& state, LogDensity& target, double step_size) {
        return step(stream, state, target, metric, settings, step_size);
      }};
}

}  // namespace photinus
