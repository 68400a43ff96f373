#pragma once

#include <functional>
#include <limits>
#include <string>

#include "photinus/base/random.hpp"
#include "photinus/kernel/log_density.hpp"

namespace photinus {

/// What the next transition needs.
struct State {
  Vector theta;
  double log_density = 0.0;
  Vector gradient;              ///< kept by kernels that use it
  double kinetic_energy = 0.0;  ///< of the last momentum; 0: there was none, or none is kept
};

/// What a reader wants to know of a transition.
struct Info {
  double acceptance_rate = 0.0;  ///< probability with which the proposal was accepted
  bool accepted = false;         ///< or moved at all, where nothing is proposed
  int leapfrogs = 0;             ///< density evaluations after the first; 1 for a random walk
  bool diverging = false;  ///< energies along the trajectory spread over more than 1,000, or were
                           ///< not finite
};

struct Transition {
  State state;
  Info info;
};

/// A Markov kernel that leaves the target invariant at every fixed step size.
///
/// A transition is a function of (stream, state, target, step size) alone: nothing is hidden in the
/// kernel, and tuning is neither state nor information. Where the density is not finite, proposals
/// are rejected.
struct Kernel {
  using Move = std::function<Transition(Stream&, const State&, LogDensity&, double step_size)>;

  std::string name;
  bool needs_gradient = false;
  double target_acceptance = 0.0;  ///< 0: the step size is not adapted
  double first_step_size = 1.0;
  Move transition;
  /// Longer ones are not tried in warm-up, however many of them would be accepted.
  double longest_step_size = std::numeric_limits<double>::infinity();
  /// The time reversal of `transition`, which is itself where it is reversible: what tempered
  /// transitions take on their way down. Empty where none is known.
  Move reversal = {};
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
/// (Roberts, Gelman & Gilks 1997). Reversible.
Kernel random_walk(const Metric& metric);

/// Metropolis-adjusted Langevin (Roberts & Rosenthal 1998), preconditioned:
///   theta' = theta + step^2/2 covariance * gradient + step R z, z standard normal.
/// Target acceptance 0.574; the first step size is their optimum 1.65 P^(-1/6) for the standard
/// normal. Reversible.
Kernel mala(const Metric& metric);

/// How Hamiltonian trajectories are integrated: with one gradient a step, or with two of which the
/// outer kicks are shortened, which lets a step be longer for the same energy error where there are
/// many parameters.
enum class Integrator : std::uint8_t { leapfrog, two_stage };

struct HmcSettings {
  Integrator integrator = Integrator::two_stage;
  double trajectory = 1.5;  ///< in standard deviations of the metric's longest axis
  int leapfrogs = 0;        ///< fixed number of gradients; 0 leaves it to `trajectory`
  int most_leapfrogs = 1000;
  /// Of a momentum's kinetic energy with that of the one before; 0 draws it afresh.
  double energy_correlation = -0.7;
};
/// Hamiltonian Monte Carlo (Neal 2011) with mass covariance^-1. The number of gradients, each a
/// step size apart, is trajectory / step size, rounded up or down to whole steps at random so that
/// this is its mean, at least one step and at most `most_leapfrogs`. Warm-up tries no step that is
/// longer than 1.25 trajectories. The step is jittered by +-20 %, which breaks up periodic orbits.
/// Momenta have fresh directions and kinetic energies that alternate about their mean, so that log
/// densities do as well. A diverging trajectory is left at once. Reversible where kinetic energies
/// are drawn afresh (energy_correlation 0), else no reversal is offered. Target acceptance 0.85,
/// above the usual 0.65 to 0.8: where the metric fits, a rejection costs more than the steps that
/// it saves.
Kernel hmc(const Metric& metric, const HmcSettings& settings);

struct NutsSettings {
  int most_doublings = 10;  ///< at least 1
};
/// The No-U-Turn sampler (Hoffman & Gelman 2014) with mass covariance^-1, multinomial weights, the
/// generalised U-turn criterion and biased progressive sampling (Betancourt 2017, appendix A), and
/// Stan's further checks between subtrees. Target acceptance 0.8.
///
/// Biased progressive sampling favours what was visited late: no reversal is offered.
/// Info::acceptance_rate is Stan's: the mean of min(1, exp(-energy error)) over all points that
/// were evaluated.
Kernel nuts(const Metric& metric, const NutsSettings& settings);

enum class SliceDirection {
  coordinate,  ///< along the columns of R, one after another from one picked at random
  random,      ///< along R z / |z|, z standard normal, afresh for every update
};
struct SliceSettings {
  SliceDirection direction = SliceDirection::coordinate;
  int updates = 0;           ///< in one transition; 0: as many as dimensions
  double width = 3.0;        ///< of the first interval, for the step size 1; above 0
  int most_steps_out = 100;  ///< widths that the interval may have at most; at least 1
};
/// Slice sampling (Neal 2003, section 4) along lines, with stepping out and shrinkage. No tuning is
/// needed: target acceptance 0, and the first step size is the metric's longest scale, since too
/// wide an interval costs evaluations by the logarithm of its width, too narrow a one in
/// proportion. Where lines follow the columns of R upwards, those of the reversal follow them
/// downwards. The last density evaluated is that of the new state. Named slice_coordinate or
/// slice_random.
Kernel slice(const Metric& metric, const SliceSettings& settings);

}  // namespace photinus
