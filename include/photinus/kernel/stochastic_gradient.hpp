#pragma once

#include <functional>
#include <string>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// U = -log density on R^P, of which only noisy gradients are known. It is no LogDensity, and a
/// LogDensity is none: what moves on it is never exact, since no proposal is ever rejected.
class StochasticGradient {
 public:
  virtual ~StochasticGradient() = default;

  virtual int dimension() const = 0;
  /// Writes a draw of an unbiased estimate of grad U(theta) (P) to `gradient`.
  virtual void draw(Stream& stream, const Vector& theta, Vector& gradient) = 0;
};

/// What the next transition on a StochasticGradient needs.
struct Walker {
  Vector theta;
  Vector velocity;  ///< in the coordinates of the kernel's root; 0 where it has none

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& velocity;
  }
};

/// A Markov kernel whose stationary density tends to the target's as the step size goes to 0. A
/// function of (stream, walker, target) alone.
struct StochasticKernel {
  using Move = std::function<Walker(Stream&, Walker, StochasticGradient&)>;

  std::string name;
  Move transition;
};

struct SghmcSettings {
  double step_size = 0.1;     ///< eta > 0
  double friction = 0.2;      ///< alpha in (0, 1]
  double noise_offset = 0.0;  ///< beta_hat in [0, alpha]
  /// R (P x P): the kernel moves phi, theta = R phi; empty is the identity.
  Matrix root = {};
};
/// Stochastic gradient Hamiltonian Monte Carlo (Chen, Fox & Guestrin 2014) as Cameron, Eggers &
/// Kroon (2019) write it in section 3:
///   v <- v - eta R' grad U_hat(theta) - alpha v + sqrt(2 (alpha - beta_hat) eta) z,
///   theta <- theta + R v,  z standard normal.
///
/// Where U is h phi^2/2 and the gradient's noise has variance nu, phi is an autoregression of
/// second order with variance
///   1/h (1 - beta_hat/alpha + eta nu/(2 alpha)) / (1 - eta h/(2 (2 - alpha))),
/// which diverges at eta h = 2 (2 - alpha).
StochasticKernel sghmc(const SghmcSettings& settings);

/// The noise_offset that makes SGHMC's variance exact where R'HR is the identity and gradients have
/// no noise: alpha eta / (2 (2 - alpha)).
double exact_noise_offset(double step_size, double friction);

struct SgldSettings {
  double step_size = 0.1;  ///< eta > 0
  Matrix root = {};        ///< as in SghmcSettings
};
/// Stochastic gradient Langevin dynamics (Welling & Teh 2011) at a fixed step size:
///   theta <- theta - eta R R' grad U_hat(theta) + sqrt(2 eta) R z.
/// Where U is h phi^2/2 and the gradient's noise has variance nu, the variance of phi is
///   1/h (1 + eta nu/2) / (1 - eta h/2).
StochasticKernel sgld(const SgldSettings& settings);

}  // namespace photinus
