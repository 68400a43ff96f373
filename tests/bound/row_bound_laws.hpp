#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "photinus/bound/row_bound.hpp"
#include "photinus/bound/row_facts.hpp"
#include "support/families.hpp"

/// What every family has to keep, typed tests that one line registers for a family of one's own:
///   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, RowBounds, OwnFamily<Cauchy>);
namespace photinus {

// Rounding of a bound at a point is relative to the sizes that it is added up from.
template <class Family>
double scaled_gap(const Family& family, double y, const RowBound& bound, double eta) {
  const Likelihood at = family.evaluate(y, eta), tangent = family.tangent(y, bound.centre);
  const double d = eta - bound.centre;
  const double size = 1.0 + std::abs(at.value) + std::abs(tangent.value) +
                      std::abs(d * tangent.slope) + std::abs(bound.curvature * d * d);
  return raw_gap(at, tangent, bound, eta).value / size;
}

inline double draw_predictor(Stream& stream) {
  const double widths[] = {1e-3, 0.1, 1.0, 5.0, 30.0, 300.0};
  return std::clamp(widths[stream.below(6)] * stream.normal(), -700.0, 700.0);
}

// Tolerance: 20 units in the last place of the sizes that are added up.
inline constexpr double rounding = 20 * 0x1p-52;

template <class Family>
class RowBounds : public ::testing::Test {};
TYPED_TEST_SUITE_P(RowBounds);

// Central differences with step h relative to the family's sizes: truncation h^2, rounding 1e-16/h.
// Catches: a wrong sign of the curvature, a derivative in the residual in place of the predictor.
TYPED_TEST_P(RowBounds, DerivativesAreDifferences) {
  const TypeParam family;
  Stream stream({.seed = 13, .purpose = Purpose::test});
  const double h = 1e-4;
  for (int i = 0; i < 5'000; ++i) {
    const double y = draw_response(family, stream), eta = 2.0 * stream.normal();
    const Likelihood at = family.evaluate(y, eta);
    const Likelihood up = family.evaluate(y, eta + h), down = family.evaluate(y, eta - h);
    const double size = 1.0 + std::abs(at.value) + std::abs(at.slope) + std::abs(at.curvature);
    ASSERT_NEAR(at.slope, (up.value - down.value) / (2.0 * h), 1e-7 * size) << y << ' ' << eta;
    ASSERT_NEAR(at.curvature, (down.slope - up.slope) / (2.0 * h), 1e-7 * size) << y << ' ' << eta;
  }
}

TYPED_TEST_P(RowBounds, TouchAtTheirCentre) {
  const TypeParam family;
  Stream stream({.seed = 12, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = draw_predictor(stream);
    const RowBound bound{centre, holding_curvature(family, y, centre, centre)};
    if (!std::isfinite(bound.curvature)) continue;
    ASSERT_LT(std::abs(scaled_gap(family, y, bound, centre)), rounding) << y << ' ' << centre;
  }
}

// The same quadratic, written about another point: relative to the sizes added up, as above.
TYPED_TEST_P(RowBounds, ExpandToTheSameQuadratic) {
  const TypeParam family;
  Stream stream({.seed = 14, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = draw_predictor(stream);
    const double eta = draw_predictor(stream);
    const RowBound bound{centre, holding_curvature(family, y, centre, eta)};
    if (!std::isfinite(bound.curvature * (eta - centre) * (eta - centre))) continue;
    const Likelihood at = family.evaluate(y, eta), tangent = family.tangent(y, centre);
    const Likelihood here = expand_bound(bound, tangent, eta);
    const Gap gap = raw_gap(at, tangent, bound, eta);
    const double size = 1.0 + std::abs(at.value) + std::abs(here.value) + std::abs(tangent.value);
    ASSERT_NEAR(at.value - here.value, gap.value, 1e-14 * size);
    const double steepness =
        1.0 + std::abs(at.slope) + std::abs(here.slope) + std::abs(tangent.slope);
    ASSERT_NEAR(at.slope - here.slope, gap.slope, 1e-14 * steepness);
    ASSERT_EQ(here.curvature, bound.curvature);
  }
}

/// How far a bound that is to hold within `reach` of its centre lies above the likelihood there.
template <class Family>
double worst_violation_within_reach(const Family& family) {
  Stream stream({.seed = 16, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = draw_predictor(stream);
    const double reach = std::abs(draw_predictor(stream)) + 1e-12;
    const RowBound bound{centre, family.curvature_within(y, centre, reach)};
    for (double share = -1.0; share <= 1.0; share += 0.05)
      worst = std::max(worst, -scaled_gap(family, y, bound, centre + share * reach));
  }
  return worst;
}

TYPED_TEST_P(RowBounds, LieBelowTheLikelihoodWithinTheirReach) {
  EXPECT_LT(worst_violation_within_reach(TypeParam{}), rounding);
}

// Never above a bound that holds everywhere, and no flatter than the likelihood at the centre;
// further out the curvature can only grow. 1e-4: on segments shorter than that the larger end of
// the curvature counts in the place of the chord's.
TYPED_TEST_P(RowBounds, CurvatureGrowsWithTheReach) {
  const TypeParam family;
  Stream stream({.seed = 17, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = stream.normal();
    const Likelihood at = family.tangent(y, centre);
    double most = everywhere;
    if constexpr (GloballyBounded<TypeParam>) most = family.global_curvature(y, centre);
    double before = at.curvature;
    for (double reach = 1e-6; reach < 1e3; reach *= 3.0) {
      const double curvature = family.curvature_within(y, centre, reach);
      ASSERT_GE(curvature, before - 1e-4) << y << ' ' << centre << ' ' << reach;
      ASSERT_LE(curvature, most + 1e-7) << y << ' ' << centre << ' ' << reach;
      before = curvature;
    }
    ASSERT_NEAR(family.curvature_within(y, centre, 1e-6), at.curvature,
                1e-5 * (1.0 + at.curvature));
  }
}

REGISTER_TYPED_TEST_SUITE_P(RowBounds, DerivativesAreDifferences, TouchAtTheirCentre,
                            ExpandToTheSameQuadratic, LieBelowTheLikelihoodWithinTheirReach,
                            CurvatureGrowsWithTheReach);

}  // namespace photinus
