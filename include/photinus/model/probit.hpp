#pragma once

#include <algorithm>

#include "photinus/base/normal_distribution.hpp"
#include "photinus/model/labels.hpp"

namespace photinus {

/// Probit regression: p(y | eta) = Phi(y eta), y = -1 or +1, Phi the normal distribution.
struct Probit : Labels {
  static constexpr const char* name = "probit";
  static constexpr const char* global_bound = "unit_curvature";

  Probit() = default;
  explicit Probit(const ModelNumbers& /*numbers*/) {}

  /// l = log Phi(u), u = y eta.
  Likelihood evaluate(double y, double eta) const {
    const LogNormalCdf at = log_normal_cdf(y * eta);
    return {at.value, y * at.slope, at.curvature};
  }

  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }

  /// -l'' rises to 1 as u falls without end, so no parabola with less holds everywhere (Boehning &
  /// Lindsay 1988: a curvature that is uniform over the data).
  double global_curvature(double /*y*/, double /*centre*/) const { return 1.0; }

  /// k(u) = -l'' falls from 1 to 0 as u rises: 1 - k(u) is the variance of a standard normal Z
  /// below u, whose derivative is M ((u - E Z)^2 - Var Z), M > 0; u - Z has a log-concave density
  /// on the half-line, and the standard deviation of such a variable is at most its mean (Barlow &
  /// Proschan 1965). So the mean of k over a segment is largest at the end of the lower u.
  double curvature_within(double y, double centre, double reach) const {
    const double d = -y * reach;
    const Likelihood at = tangent(y, centre);
    return std::clamp(chord_curvature(at, tangent(y, centre + d), d), at.curvature, 1.0);
  }

  /// Logistic regression's 1.5 on the probit's scale, which is about 1.6 times narrower.
  double untuned_centre(double y) const { return y; }
};

static_assert(GloballyBounded<Probit>);

}  // namespace photinus
