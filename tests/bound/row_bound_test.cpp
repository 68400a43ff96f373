#include "photinus/bound/row_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bound/row_bound_laws.hpp"

namespace photinus {
namespace {

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

INSTANTIATE_TYPED_TEST_SUITE_P(All, RowBounds, EveryFamily);

template <class Family>
class GlobalBounds : public ::testing::Test {};
TYPED_TEST_SUITE(GlobalBounds, EveryGloballyBoundedFamily);

TYPED_TEST(GlobalBounds, LieBelowTheLikelihood) {
  EXPECT_LT(worst_violation(TypeParam{}), rounding);
}

/// How far the bound of a sampled scale lies above the likelihood, at random responses, centres,
/// predictors and scales; the weight as rows keep it, rounded to a float. The weight is `share` of
/// the family's where the fault is planted.
template <class Family>
double worst_violation_of_scale_bounds(const Family& family, double share = 1.0) {
  Stream stream({.seed = 18, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 100'000; ++i) {
    const double y = draw_response(family, stream), tau = 3.0 * stream.normal();
    const double centre = i % 4 == 0 ? y : draw_predictor(stream);
    const double eta = i % 2 == 0 ? centre + draw_predictor(stream) : draw_predictor(stream);
    const auto weight =
        static_cast<double>(static_cast<float>(share * family.residual_weight(y, centre)));
    const double r = (y - eta) * std::exp(-tau);
    const double bound = family.residual_peak(weight) - tau - 0.5 * weight * r * r;
    const double value = family.at(tau).evaluate(y, eta).value;
    worst = std::max(
        worst, (bound - value) / (1.0 + std::abs(value) + std::abs(tau) + 0.5 * weight * r * r));
  }
  return worst;
}

template <class Family>
class ScaleBounds : public ::testing::Test {};
TYPED_TEST_SUITE(ScaleBounds, EveryScaleFamily);

TYPED_TEST(ScaleBounds, LieBelowTheLikelihoodForEveryScale) {
  EXPECT_LT(worst_violation_of_scale_bounds(TypeParam{}), rounding);
}

// At eta = centre and the sigma that the weight was taken at.
TYPED_TEST(ScaleBounds, TouchAtTheirCentre) {
  Stream stream({.seed = 19, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double tau = 2.0 * stream.normal();
    const TypeParam family = TypeParam{}.at(tau);
    const double y = draw_response(family, stream), centre = y + std::exp(tau) * stream.normal();
    const double weight = family.residual_weight(y, centre);
    const double r = (y - centre) * std::exp(-tau);
    const double bound = TypeParam{}.residual_peak(weight) - tau - 0.5 * weight * r * r;
    const double value = family.evaluate(y, centre).value;
    ASSERT_NEAR(bound, value, 1e-13 * (1.0 + std::abs(value) + std::abs(tau))) << y << ' ' << tau;
  }
}

// The planted faults: a normal's residuals weighted by 0.9; the peak of another weight.
TEST(ScaleBound, BoundsAboveTheLikelihoodAreFound) {
  EXPECT_GT(worst_violation_of_scale_bounds(Linear{}, 0.9), 1e-3);
  struct OtherPeak : StudentT {
    OtherPeak() = default;
    double residual_peak(double weight) const { return StudentT::residual_peak(1.1 * weight); }
  };
  EXPECT_GT(worst_violation_of_scale_bounds(OtherPeak()), 1e-3);
}

// Differences of the likelihood in log sigma, h = 1e-4: truncation h^2 and rounding 1e-16/h^2.
// Catches: signs, derivatives in sigma in the place of log sigma.
TYPED_TEST(ScaleBounds, ScaleDerivativesAreDifferences) {
  const double h = 1e-4;
  Stream stream({.seed = 20, .purpose = Purpose::test});
  for (int i = 0; i < 5'000; ++i) {
    const double tau = stream.normal(), y = 2.0 * stream.normal();
    const double eta = y + 2.0 * std::exp(tau) * stream.normal();
    const auto l = [&](double at, double log_sigma) {
      return TypeParam{}.at(log_sigma).evaluate(y, at);
    };
    const Likelihood here = l(eta, tau), up = l(eta, tau + h), down = l(eta, tau - h);
    const ScaleDerivatives scale = scale_derivatives(y, eta, here.slope, here.curvature);
    const double size = 1.0 + std::abs(here.value) + std::abs(here.slope) + std::exp(-2.0 * tau);
    ASSERT_NEAR(scale.slope, (up.value - down.value) / (2.0 * h), 1e-6 * size);
    ASSERT_NEAR(scale.cross, -(up.slope - down.slope) / (2.0 * h), 1e-6 * size);
    const ScaleDerivatives above = scale_derivatives(y, eta, up.slope, up.curvature);
    const ScaleDerivatives below = scale_derivatives(y, eta, down.slope, down.curvature);
    ASSERT_NEAR(scale.curvature, -(above.slope - below.slope) / (2.0 * h), 1e-6 * size);
  }
}

/// The planted fault: a bound that is to hold within half its reach only.
struct TooShort : Logistic {
  using Logistic::Logistic;
  double curvature_within(double y, double centre, double reach) const {
    return Logistic::curvature_within(y, centre, 0.5 * reach);
  }
};

TEST(RowBound, ABoundThatDoesNotReachIsFound) {
  EXPECT_GT(worst_violation_within_reach(TooShort{}), 1e-4);
}

/// The planted fault: a curvature that is 10 % too small.
struct TooFlat : Logistic {
  using Logistic::Logistic;
  double global_curvature(double y, double centre) const {
    return 0.9 * Logistic::global_curvature(y, centre);
  }
};

TEST(RowBound, AFlatterBoundIsFound) { EXPECT_GT(worst_violation(TooFlat{}), 1e-3); }

TEST(RowBound, LogisticTouchesAtMinusItsCentreAsWell) {
  Stream stream({.seed = 15, .purpose = Purpose::test});
  for (int i = 0; i < 20'000; ++i) {
    const double y = i % 2 == 0 ? 1.0 : -1.0, centre = draw_predictor(stream);
    const RowBound bound{centre, Logistic{}.global_curvature(y, centre)};
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
      const double centre = Logistic{}.untuned_centre(y);
      const RowBound bound{centre, Logistic{}.global_curvature(y, centre)};
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
  EXPECT_TRUE(bound_holds({-1e-15, 0.0}, {-2.0, 0.0, 0.0}, {}));
  EXPECT_FALSE(bound_holds({-1e-6, 0.0}, {-2.0, 0.0, 0.0}, {}));
  EXPECT_FALSE(bound_holds({0.5, 0.0}, {-2.0, 0.0, 0.0}, {0.0, 0.25, 0.6}));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(bound_holds({-infinity, 0.0}, {-infinity, 0.0, 0.0}, {}));
  EXPECT_TRUE(bound_holds({infinity, 0.0}, {-2.0, 0.0, 0.0}, {}));
}

}  // namespace
}  // namespace photinus
