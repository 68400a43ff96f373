#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "photinus/bound/row_bound.hpp"

namespace photinus {

/// Where the rows' bounds touch: at the predictors of a reference theta (the mode), or untuned at
/// the family's fixed point. Maclaurin & Adams (2014), section 4.
enum class Anchor : std::uint8_t { untuned, mode };

/// A bound that holds everywhere.
inline constexpr double everywhere = std::numeric_limits<double>::infinity();

/// What is kept of one row's bound: 16 bytes.
///
/// With H the precision that distances are measured by, |x'(theta - reference)| is at most
/// scale * distance, scale = sqrt(x' H^-1 x): so a bound has to hold only that far from its centre
/// to hold within a trust ellipsoid of the radius `reach`.
struct RowFacts {
  float centre = 0.0F;     ///< predictor at which the bound touches
  float scale = 0.0F;      ///< an upper limit of sqrt(x' H^-1 x)
  float curvature = 0.0F;  ///< of the bound within the innermost ellipsoid
  float gap = 0.0F;        ///< expected gap, slack not counted
};

/// A float that is not below x.
inline float round_up(double x) {
  const auto rounded = static_cast<float>(x);
  return static_cast<double>(rounded) >= x
             ? rounded
             : std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

/// How far the row's predictor can lie from its centre within the distance `reach`: scale * reach,
/// with what the rounding of centre, scale and distance can add.
inline double predictor_reach(const RowFacts& facts, double reach) {
  const double centre = static_cast<double>(facts.centre);
  const double magnitude = centre < 0.0 ? -centre : centre;
  return static_cast<double>(facts.scale) * reach * (1.0 + 1e-6) + 1e-6 * (1.0 + magnitude);
}

/// The least curvature with which the row's bound holds within the distance `reach` of the
/// reference: METHODS' trust-ellipsoid bound, with the parabola through the end of the segment in
/// the place of its largest curvature, which takes two thirds of the excess away where the segment
/// is short.
template <class Family>
double curvature_for(const Family& family, const RowFacts& facts, double y, double reach) {
  const auto centre = static_cast<double>(facts.centre);
  return reach == everywhere ? family.global_curvature(y, centre)
                             : family.curvature_within(y, centre, predictor_reach(facts, reach));
}

/// Least expected gap that is kept: a row whose proposal probability is 0 could darken and never
/// brighten again.
inline constexpr double least_expected_gap = 0x1p-44;

/// The bound's quadratic written about the predictor `eta`: value, slope and curvature there.
inline Likelihood expand_bound(const RowBound& bound, const Likelihood& tangent, double eta) {
  const double d = eta - bound.centre;
  return {tangent.value + d * (tangent.slope - 0.5 * bound.curvature * d) - bound.slack,
          tangent.slope - bound.curvature * d, bound.curvature};
}

}  // namespace photinus
