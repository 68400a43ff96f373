#pragma once

#include <functional>
#include <string>

#include "photinus/base/random.hpp"
#include "photinus/kernel/log_density.hpp"

namespace photinus {

/// What the next transition needs.
struct State {
  Vector theta;
  double log_density = 0.0;
  Vector gradient;  ///< kept by kernels that use it
};

/// What a reader wants to know of a transition.
struct Info {
  double acceptance_rate = 0.0;  ///< probability with which the proposal was accepted
  bool accepted = false;
  int leapfrogs = 0;       ///< density evaluations after the first; 1 for a random walk
  bool diverging = false;  ///< the trajectory's energy error was above 1,000 or not finite
};

struct Transition {
  State state;
  Info info;
};

/// A Markov kernel that leaves the target invariant at every fixed step size.
///
/// A transition is a function of (stream, state, target, step size) alone: nothing is hidden in the
/// kernel, and tuning is neither state nor information.
struct Kernel {
  std::string name;
  bool needs_gradient = false;
  double target_acceptance = 0.0;
  double first_step_size = 1.0;
  std::function<Transition(Stream&, const State&, LogDensity&, double step_size)> transition;
};

/// The quadratic form that proposals are scaled by: an estimate of the posterior's covariance.
struct Metric {
  Matrix covariance;            ///< P x P
  Matrix covariance_root;       ///< R with R R' = covariance, lower triangular
  Matrix precision_root;        ///< S with S S' = covariance^-1
  double longest_scale = 1.0;   ///< largest standard deviation, in units of the metric
  double shortest_scale = 1.0;  ///< smallest conditional standard deviation, likewise
};

/// The metric of a posterior with negative Hessian `precision` at its mode.
Metric precision_metric(const Matrix& precision);
/// The identity, for proposals that know nothing; `precision` sets the scale of trajectories only.
Metric identity_metric(const Matrix& precision);

/// Random-walk Metropolis: theta' = theta + step R z, z standard normal. Target acceptance 0.234
/// (Roberts, Gelman & Gilks 1997).
Kernel random_walk(const Metric& metric);

/// Hamiltonian Monte Carlo (Neal 2011) with mass covariance^-1: leapfrog steps until the trajectory
/// is `trajectory` long, at least one and at most `most_leapfrogs`; the step is jittered by +-20 %,
/// which breaks up periodic orbits. Target acceptance 0.8.
struct HmcSettings {
  double trajectory = 1.5;  ///< in standard deviations of the metric's longest axis
  int leapfrogs = 0;        ///< fixed number of steps; 0 leaves it to `trajectory`
  int most_leapfrogs = 1000;
};
Kernel hmc(const Metric& metric, const HmcSettings& settings);

}  // namespace photinus
