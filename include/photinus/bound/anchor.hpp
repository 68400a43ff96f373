#pragma once

#include <cstdint>

#include "photinus/model/family.hpp"

namespace photinus {

/// Where the rows' bounds touch: at the predictors of a reference theta (the mode), or untuned at
/// the family's fixed point. Maclaurin & Adams (2014), section 4.
enum class Anchor : std::uint8_t { untuned, mode };

/// The bound of a row whose predictor at the reference theta is `eta`.
template <class Family>
RowBound anchored_bound(const Family& family, Anchor anchor, double y, double eta) {
  const double centre = anchor == Anchor::untuned ? family.untuned_centre(y) : eta;
  return {centre, family.global_curvature(y, centre)};
}

/// The bound's quadratic written about the predictor `eta`: value, slope and curvature there.
inline Likelihood expand_bound(const RowBound& bound, const Likelihood& tangent, double eta) {
  const double d = eta - bound.centre;
  return {tangent.value + d * (tangent.slope - 0.5 * bound.curvature * d),
          tangent.slope - bound.curvature * d, bound.curvature};
}

}  // namespace photinus
