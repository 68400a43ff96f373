#pragma once

#include "photinus/base/elementary.hpp"
#include "photinus/base/linear_algebra.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// The quadratic lower bound of one row, as a function of its predictor:
///   log B(eta) = l(centre) + l'(centre) d - curvature d^2 / 2 - slack,  d = eta - centre.
///
/// A bound that touches l makes the joint density zero where a bright row's predictor stands at its
/// tangent: a wall that theta cannot pass. Slack takes the walls away and leaves the posterior as
/// it is.
struct RowBound {
  double centre = 0.0;
  double curvature = 0.0;
  double slack = 0.0;
};

/// The gap delta = log L - log B >= 0 of one row, and its derivative in eta.
struct Gap {
  double value = 0.0;
  double slope = 0.0;
};

/// Gaps below this count as this: a bright row at the tangent of a bound without slack has density
/// zero up to rounding, and rounding may even make the difference negative.
inline constexpr double smallest_gap = 0x1p-60;

/// What rounding can make of a gap that is zero, relative to 1 + |l|; anything below is a bound
/// that does not hold.
inline constexpr double gap_rounding = 1e-9;

/// The gap before clamping: l(eta) - [l* + l*' d - c d^2 / 2] + slack, d = eta - centre.
inline Gap raw_gap(const Likelihood& at, const Likelihood& tangent, const RowBound& bound,
                   double eta) {
  const double d = eta - bound.centre;
  return {
      ((at.value - tangent.value) - d * (tangent.slope - 0.5 * bound.curvature * d)) + bound.slack,
      at.slope - tangent.slope + bound.curvature * d};
}

/// The one place where gaps are clamped.
inline Gap clamped(const Gap& raw) {
  return {raw.value > smallest_gap ? raw.value : smallest_gap, raw.slope};
}

inline bool bound_holds(const Gap& raw, const Likelihood& at, const RowBound& bound) {
  const double magnitude = at.value < 0.0 ? -at.value : at.value;
  const double gap = raw.value - bound.slack;
  return !(gap < -gap_rounding * (1.0 + magnitude) || gap == -detail::infinity);
}

/// Ends the run where a bound lies above its likelihood: a wrong bound, never rounding. The Failure
/// names row and theta.
[[noreturn]] void report_broken_bound(std::int64_t row, const Vector& theta);

/// A bright row's term of the joint log density, log(L/B - 1) = log(expm1(gap)), and its derivative
/// in eta, gap' / (1 - exp(-gap)). Both hold for every gap > 0.
struct BrightTerm {
  double value = 0.0;
  double slope = 0.0;
};

inline BrightTerm bright_term(const Gap& gap) {
  const double bright = -expm1(-gap.value);  // probability of being bright given theta
  return {gap.value + log(bright), gap.slope / bright};
}

/// P(z = 1 | theta) = 1 - B/L.
inline double bright_probability(const Gap& gap) { return -expm1(-gap.value); }

}  // namespace photinus
