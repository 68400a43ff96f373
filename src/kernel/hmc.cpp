#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "energy_range.hpp"
#include "leapfrog.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"
#include "photinus/kernel/kinetic_energy.hpp"

namespace photinus {

namespace {

// In trajectories. Where few rows are bright longer steps are accepted, too; but they go on towards
// half a period, where theta is mirrored and the log density is what it was.
constexpr double longest_step = 1.25;

// Gradients that a step of the integrator takes.
int stages(const HmcSettings& settings) {
  return settings.integrator == Integrator::two_stage ? 2 : 1;
}

// Trajectory over step size, rounded up or down at random: the acceptance rate is then a continuous
// function of the step size. Where it jumps, adaptation finds no step size that meets its target.
int draw_steps(Stream& stream, const HmcSettings& settings, double step_size) {
  const int most = std::max(settings.most_leapfrogs / stages(settings), 1);
  if (settings.leapfrogs > 0) return (settings.leapfrogs + stages(settings) - 1) / stages(settings);
  const double steps =
      std::floor(settings.trajectory / (step_size * stages(settings)) + stream.uniform());
  return static_cast<int>(std::clamp(steps, 1.0, static_cast<double>(most)));
}

double jittered(Stream& stream, double step_size) {
  return step_size * (0.8 + 0.4 * stream.uniform());
}

// Its direction is drawn afresh.
PhasePoint with_next_momentum(Stream& stream, const State& state, const PaddedMetric& metric,
                              double energy_correlation) {
  PhasePoint point = with_fresh_momentum(stream, state, metric);
  const double before = state.kinetic_energy, fresh = point.kinetic_energy();
  if (energy_correlation == 0.0 || before == 0.0) return point;
  const auto p = static_cast<int>(state.theta.size());
  const double wanted = next_kinetic_energy(stream, before, p, energy_correlation);
  const double scale = std::sqrt(wanted / fresh);
  point.momentum *= scale;
  point.velocity *= scale;
  return point;
}

State with_kinetic_energy(State state, double kinetic_energy) {
  state.kinetic_energy = kinetic_energy;
  return state;
}

Transition step(Stream& stream, const State& state, LogDensity& target, const PaddedMetric& metric,
                const HmcSettings& settings, double step_size) {
  PhasePoint point = with_next_momentum(stream, state, metric, settings.energy_correlation);
  const int steps = draw_steps(stream, settings, step_size);
  const double duration = jittered(stream, step_size);
  const double start_energy = point.energy(), start_kinetic_energy = point.kinetic_energy();
  EnergyRange energies(start_energy);
  int taken = 0;
  bool diverging = false;
  while (taken < steps && !diverging) {
    if (settings.integrator == Integrator::two_stage)
      two_stage_step(point, target, metric, duration);
    else
      leapfrog(point, target, metric, duration);
    ++taken;
    diverging = !energies.add(point.energy());
  }
  const double acceptance = diverging ? 0.0 : std::min(1.0, exp(start_energy - point.energy()));
  const double kinetic_energy = point.kinetic_energy();
  const bool accepted = stream.uniform() < acceptance;
  const Info info{acceptance, accepted, taken * stages(settings), diverging};
  if (!accepted) return {with_kinetic_energy(state, start_kinetic_energy), info};
  return {with_kinetic_energy(std::move(point.state), kinetic_energy), info};
}

}  // namespace

Kernel hmc(const Metric& metric, const HmcSettings& settings) {
  const auto p = static_cast<double>(metric.covariance.rows());
  HmcSettings scaled = settings;
  scaled.trajectory *= metric.longest_scale;
  const double longest = settings.leapfrogs > 0
                             ? std::numeric_limits<double>::infinity()
                             : longest_step * scaled.trajectory / stages(settings);
  const double first = metric.shortest_scale / std::sqrt(std::sqrt(p));
  const Kernel::Move move = [padded = PaddedMetric(metric), scaled](
                                Stream& stream, const State& state, LogDensity& target,
                                double step_size) {
    return step(stream, state, target, padded, scaled, step_size);
  };
  return {.name = "hmc",
          .needs_gradient = true,
          .target_acceptance = 0.85,
          .first_step_size = std::min(first, longest),
          .transition = move,
          .longest_step_size = longest,
          .reversal = settings.energy_correlation == 0.0 ? move : Kernel::Move{}};
}

}  // namespace photinus
