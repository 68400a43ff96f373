#pragma once

#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/model/labels.hpp"

namespace photinus {

/// Jaakkola & Jordan (1997): -l'' of the logistic may be replaced by
/// 2 lambda(xi) = tanh(xi/2) / (2 xi) for a tangent at u = xi, 1/4 at xi = 0. Even in xi.
inline double jaakkola_jordan_curvature(double centre) {
  const double xi = centre < 0.0 ? -centre : centre;
  return xi < 1e-4 ? 0.25 - xi * xi / 48.0 : tanh(0.5 * xi) / (2.0 * xi);
}

/// Logistic regression: p(y | eta) = 1 / (1 + exp(-y eta)), y = -1 or +1.
struct Logistic : Labels {
  static constexpr const char* name = "logistic";
  static constexpr const char* global_bound = "jaakkola_jordan";

  Logistic() = default;
  explicit Logistic(const ModelNumbers& /*numbers*/) {}

  /// l = -log(1 + exp(-u)), u = y eta; one exponential serves all three.
  Likelihood evaluate(double y, double eta) const {
    const double u = y * eta;
    const double decay = exp(-std::abs(u));
    const double scale = 1.0 / (1.0 + decay);
    const double wrong = (u < 0.0 ? 1.0 : decay) * scale;  // probability of the other label
    return {(u < 0.0 ? u : 0.0) - log1p_fraction(decay), y * wrong, decay * scale * scale};
  }

  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }

  /// The bound touches at both +xi and -xi.
  double global_curvature(double /*y*/, double centre) const {
    return jaakkola_jordan_curvature(centre);
  }

  /// -l'' is even and falls with |eta|, so the parabola through the end of the segment that lies
  /// nearer to 0 is the lowest; beyond the reflection at -centre it is Jaakkola and Jordan's.
  double curvature_within(double y, double centre, double reach) const {
    const double magnitude = centre < 0.0 ? -centre : centre;
    if (reach >= 2.0 * magnitude) return global_curvature(y, centre);
    const double d = centre < 0.0 ? reach : -reach;
    return chord_curvature(tangent(y, centre), tangent(y, centre + d), d);
  }

  /// Maclaurin & Adams (2014), section 3.1: tangent at u = 1.5.
  double untuned_centre(double y) const { return 1.5 * y; }
};

static_assert(GloballyBounded<Logistic>);

}  // namespace photinus
