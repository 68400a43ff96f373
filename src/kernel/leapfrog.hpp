#pragma once

#include "photinus/kernel/kernel.hpp"

namespace photinus {

/// The parts of a Metric that leapfrogs use, with rows of zeros below up to a multiple of four: a
/// column is then a whole number of registers, and products are up to a third faster.
struct PaddedMetric {
  explicit PaddedMetric(const Metric& metric);

  /// out = covariance x.
  void multiply(const Eigen::Ref<const Vector>& x, Vector& out) const {
    multiply(covariance, x, out);
  }
  /// out = one of the two times x.
  void multiply(const Matrix& matrix, const Eigen::Ref<const Vector>& x, Vector& out) const;

  Matrix covariance;      // padded P x P
  Matrix precision_root;  // padded P x P
  bool identity;          // which costs no product
};

/// A point of phase space, mass covariance^-1, with what the next leapfrog needs of it.
///
/// Velocity = covariance * momentum and acceleration = covariance * gradient are carried along, so
/// that a leapfrog costs one product with the covariance. The three have the padded length, with
/// zeros at the end.
struct PhasePoint {
  State state;
  Vector momentum;
  Vector velocity;
  Vector acceleration;

  double kinetic_energy() const { return 0.5 * momentum.dot(velocity); }
  double energy() const { return kinetic_energy() - state.log_density; }
};

/// `state` with a momentum drawn from N(0, covariance^-1).
PhasePoint with_fresh_momentum(Stream& stream, const State& state, const PaddedMetric& metric);

/// Half a kick, a drift, half a kick; a negative step goes back in time.
void leapfrog(PhasePoint& point, LogDensity& target, const PaddedMetric& metric, double step_size);

/// Two drifts of `step_size` between three kicks of b, 1 - 2 b and b of the whole, b = 0.211781...:
/// of the integrators with two gradients the one with the least mean energy error on Gaussians
/// (Blanes, Casas & Sanz-Serna 2014, section 4.1). b = 1/4 would be two leapfrogs.
void two_stage_step(PhasePoint& point, LogDensity& target, const PaddedMetric& metric,
                    double step_size);

}  // namespace photinus
