#include "photinus/bound/row_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "photinus/bound/anchor.hpp"
#include "support/families.hpp"

namespace photinus {
namespace {

// Rounding of a bound at a point is relative to the sizes that it is added up from.
template <class Family>
double scaled_gap(const Family& family, double y, const RowBound& bound, double eta) {
  const Likelihood at = family.evaluate(y, eta), tangent = family.tangent(y, bound.centre);
  const double d = eta - bound.centre;
  const double size = 1.0 + std::abs(at.value) + std::abs(tangent.value) +
                      std::abs(d * tangent.slope) + std::abs(bound.curvature * d * d);
  return raw_gap(at, tangent, bound, eta).value / size;
}

double draw_predictor(Stream& stream) {
  const double widths[] = {1e-3, 0.1, 1.0, 5.0, 30.0, 300.0};
  return std::clamp(widths[stream.below(6)] * stream.normal(), -700.0, 700.0);
}

/// How far the bound of any row lies above its likelihood, at random responses, centres and
/// predictors near and far.
template <class Family>
double worst_violation(const Family& family) {
  Stream stream({.seed = 11, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 200'000; ++i) {
    const double y = draw_response(family, stream);
    const double centre = i % 4 == 0 ? family.untuned_centre(y) : draw_predictor(stream);
    const RowBound bound{centre, family.global_curvature(y, centre)};
    const double eta = i % 2 == 0 ? centre + draw_predictor(stream) : draw_predictor(stream);
    worst = std::max(worst, -scaled_gap(family, y, bound, eta));
  }
  return worst;
}

template <class Family>
class RowBounds : public ::testing::Test {};
TYPED_TEST_SUITE(RowBounds, EveryFamily);

// Tolerance: 20 units in the last place of the sizes that are added up.
constexpr double rounding = 20 * 0x1p-52;

TYPED_TEST(RowBounds, LieBelowTheLikelihood) { EXPECT_LT(worst_violation(TypeParam{}), rounding); }

TYPED_TEST(RowBounds, TouchAtTheirCentre) {
  const TypeParam family;
  Stream stream({.seed = 12, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = draw_predictor(stream);
    const RowBound bound = anchored_bound(family, Anchor::mode, y, centre);
    EXPECT_EQ(bound.centre, centre);
    ASSERT_LT(std::abs(scaled_gap(family, y, bound, centre)), rounding) << y << ' ' << centre;
  }
}

TYPED_TEST(RowBounds, UntunedDoesNotLookAtThePredictor) {
  const TypeParam family;
  Stream stream({.seed = 13, .purpose = Purpose::test});
  for (int i = 0; i < 1'000; ++i) {
    const double y = draw_response(family, stream);
    const RowBound bound = anchored_bound(family, Anchor::untuned, y, draw_predictor(stream));
    EXPECT_EQ(bound.centre, family.untuned_centre(y));
  }
}

// The same quadratic, written about another point: relative to the sizes added up, as above.
TYPED_TEST(RowBounds, ExpandToTheSameQuadratic) {
  const TypeParam family;
  Stream stream({.seed = 14, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = draw_response(family, stream), centre = draw_predictor(stream);
    const double eta = draw_predictor(stream);
    const RowBound bound{centre, family.global_curvature(y, centre)};
    const Likelihood at = family.evaluate(y, eta), tangent = family.tangent(y, centre);
    const Likelihood here = expand_bound(bound, tangent, eta);
    const Gap gap = raw_gap(at, tangent, bound, eta);
    const double size = 1.0 + std::abs(at.value) + std::abs(here.value) + std::abs(tangent.value);
    ASSERT_NEAR(at.value - here.value, gap.value, 1e-14 * size);
    ASSERT_NEAR(at.slope - here.slope, gap.slope, 1e-14 * (1.0 + std::abs(here.slope)));
    ASSERT_EQ(here.curvature, bound.curvature);
  }
}

/// The planted fault: a curvature that is 10 % too small.
struct TooFlat : Logistic {
  double global_curvature(double y, double centre) const {
    return 0.9 * Logistic::global_curvature(y, centre);
  }
};

TEST(RowBound, AFlatterBoundIsFound) { EXPECT_GT(worst_violation(TooFlat{}), 1e-3); }

TEST(RowBound, LogisticTouchesAtMinusItsCentreAsWell) {
  Stream stream({.seed = 15, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = i % 2 == 0 ? 1.0 : -1.0, centre = draw_predictor(stream);
    const RowBound bound = anchored_bound(Logistic{}, Anchor::mode, y, centre);
    ASSERT_LT(std::abs(scaled_gap(Logistic{}, y, bound, -centre)), rounding) << y << ' ' << centre;
  }
}

// Truth: Maclaurin & Adams (2014), section 3.1, in long double; relative 1e-14.
TEST(RowBound, UntunedLogisticIsThePublishedFormula) {
  const long double xi = 1.5L, lambda = std::tanh(xi / 2) / (4 * xi);
  for (const double y : {-1.0, 1.0})
    for (double eta = -40.0; eta <= 40.0; eta += 0.37) {
      const long double u = y * eta;
      const long double expected =
          -lambda * (u * u - xi * xi) + (u - xi) / 2 - std::log1p(std::exp(-xi));
      const RowBound bound = anchored_bound(Logistic{}, Anchor::untuned, y, eta);
      const double value = expand_bound(bound, Logistic{}.tangent(y, bound.centre), eta).value;
      EXPECT_NEAR(value, static_cast<double>(expected), 1e-14 * (1.0 + std::abs(value))) << eta;
    }
}

// Truth: log(expm1(gap)) in long double; 1e-15 relative to 1 + |truth|. Catches: overflow above
// 709, d + log(1 - exp(-d)) at small gaps.
TEST(RowBound, BrightTermFromTinyToHugeGaps) {
  for (double gap = 1e-15; gap <= 700.0; gap *= 1.13) {
    const auto exact = static_cast<long double>(gap);
    const BrightTerm term = bright_term({gap, 1.0});
    const auto value = static_cast<double>(std::log(std::expm1(exact)));
    EXPECT_NEAR(term.value, value, 1e-15 * (1.0 + std::abs(value))) << gap;
    const auto slope = static_cast<double>(-1.0L / std::expm1(-exact));
    EXPECT_NEAR(term.slope / slope, 1.0, 1e-15) << gap;
    EXPECT_NEAR(bright_probability({gap, 0.0}) * slope, 1.0, 1e-15) << gap;
    // Differences with h = gap/1000, in long double: 1e-6 relative.
    const long double h = exact / 1000;
    const long double difference =
        (std::log(std::expm1(exact + h)) - std::log(std::expm1(exact - h))) / (2 * h);
    EXPECT_NEAR(bright_term({gap, -2.5}).slope / static_cast<double>(-2.5L * difference), 1.0, 1e-6)
        << gap;
  }
}

// Catches: gaps that rounding made negative reaching the logarithm, and real violations clamped.
TEST(RowBound, ClampingHidesRoundingOnly) {
  EXPECT_EQ(clamped({-1e-17, 0.5}).value, smallest_gap);
  EXPECT_EQ(clamped({0.0, 0.5}).slope, 0.5);
  EXPECT_EQ(clamped({0.25, 0.5}).value, 0.25);
  EXPECT_TRUE(std::isfinite(bright_term(clamped({-1e-17, 0.5})).value));
  EXPECT_TRUE(bound_holds({-1e-15, 0.0}, {-2.0, 0.0, 0.0}));
  EXPECT_FALSE(bound_holds({-1e-6, 0.0}, {-2.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace photinus
