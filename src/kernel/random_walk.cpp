#include <algorithm>
#include <cmath>

#include "normals.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

Transition step(Stream& stream, const State& state, LogDensity& target, const Metric& metric,
                double step_size) {
  const Vector z = normals(stream, state.theta.size());
  State proposal{state.theta + step_size * (metric.covariance_root * z), 0.0, {}};
  proposal.log_density = target.value(proposal.theta);
  const double ratio = proposal.log_density - state.log_density;
  const double acceptance = std::isfinite(proposal.log_density) ? std::min(1.0, exp(ratio)) : 0.0;
  const bool accepted = stream.uniform() < acceptance;
  return {accepted ? proposal : state, {acceptance, accepted, 1, false}};
}

}  // namespace

Kernel random_walk(const Metric& metric) {
  const auto p = static_cast<double>(metric.covariance.rows());
  const Kernel::Move move = [metric](Stream& stream, const State& state, LogDensity& target,
                                     double step_size) {
    return step(stream, state, target, metric, step_size);
  };
  return {.name = "random_walk",
          .target_acceptance = 0.234,
          .first_step_size = 2.38 / std::sqrt(p) * metric.shortest_scale,
          .transition = move,
          .reversal = move};
}

}  // namespace photinus
