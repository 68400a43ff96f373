// Truth: log erfc in long double, differences of it, and base/normal_distribution_test.
#include "photinus/model/probit.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace photinus {
namespace {

long double truth(double y, long double eta) {
  const long double u = y * eta, tail = 0.5L * std::erfc(std::abs(u) / std::sqrt(2.0L));
  return u < 0 ? std::log(tail) : std::log1p(-tail);
}

// Central differences with h = 1e-4 in long double: truncation h^2, and rounding 1e-19 |l| / h^2.
// Catches: a derivative with respect to u = y eta, a wrong sign of the curvature.
TEST(Probit, ValueAndDerivativesAreThoseOfTheDistribution) {
  const long double h = 1e-4L;
  for (const double y : {-1.0, 1.0})
    for (double eta = -8.0; eta <= 8.0; eta += 0.17) {
      const Likelihood at = Probit{}.evaluate(y, eta);
      const long double up = truth(y, eta + h), here = truth(y, eta), down = truth(y, eta - h);
      const auto size = static_cast<double>(std::abs(here));
      EXPECT_NEAR(at.value, static_cast<double>(here), 1e-13 * size + 1e-19) << y << ' ' << eta;
      EXPECT_NEAR(at.slope, static_cast<double>((up - down) / (2 * h)),
                  1e-6 * std::abs(at.slope) + 1e-14 * size);
      EXPECT_NEAR(at.curvature, static_cast<double>((2 * here - up - down) / (h * h)),
                  1e-6 * at.curvature + 1e-9 * size);
    }
}

TEST(Probit, ProbabilitiesOfBothLabelsSumToOne) {
  for (double eta = -20.0; eta <= 20.0; eta += 0.3)
    EXPECT_NEAR(
        std::exp(Probit{}.evaluate(1.0, eta).value) + std::exp(Probit{}.evaluate(-1.0, eta).value),
        1.0, 1e-15)
        << eta;
}

// What curvature_within rests on: -l'' falls all the way from 1 to 0.
TEST(Probit, CurvatureFallsFromOneToZero) {
  double before = 1.0 + 1e-15;
  for (double u = -1e3; u <= 37.0; u += 0.01) {
    const double curvature = Probit{}.evaluate(1.0, u).curvature;
    ASSERT_LE(curvature, before * (1.0 + 1e-14)) << u;
    ASSERT_GT(curvature, 0.0) << u;
    before = curvature;
  }
  EXPECT_GT(Probit{}.evaluate(1.0, -1e3).curvature, 1.0 - 1e-5);
}

// Truth: the chord to the end of the lower u, in long double. Catches: the other end.
TEST(Probit, CurvatureWithinIsTheChordOfTheWrongSide) {
  for (const double y : {-1.0, 1.0})
    for (const double centre : {-3.0, 0.0, 0.5, 4.0})
      for (const double reach : {0.1, 1.0, 3.0}) {
        const long double d = -y * reach, h = 1e-5L;
        const long double slope = (truth(y, centre + h) - truth(y, centre - h)) / (2 * h);
        const auto chord = static_cast<double>(
            2 * (truth(y, centre) + slope * d - truth(y, centre + d)) / (d * d));
        EXPECT_NEAR(Probit{}.curvature_within(y, centre, reach), chord, 1e-7) << y << ' ' << centre;
      }
}

TEST(Probit, GlobalBoundAndUntunedCentre) {
  for (const double y : {-1.0, 1.0}) {
    EXPECT_EQ(Probit{}.global_curvature(y, 0.3), 1.0);
    EXPECT_EQ(Probit{}.untuned_centre(y), y);
    EXPECT_LE(Probit{}.curvature_within(y, 0.0, 1e9), 1.0);
  }
}

// Catches: NaN or an infinite slope where probabilities underflow.
TEST(Probit, StaysFiniteFarOut) {
  for (const double eta : {-1e8, -1e3, 1e3, 1e8}) {
    const Likelihood at = Probit{}.evaluate(1.0, eta);
    EXPECT_TRUE(std::isfinite(at.value));
    EXPECT_NEAR(at.slope, eta < 0.0 ? -eta : 0.0, 1e-3);
    EXPECT_NEAR(at.curvature, eta < 0.0 ? 1.0 : 0.0, 1e-5);
  }
}

TEST(Probit, LabelsInBothCodings) {
  for (const double label : {0.0, 1.0, -1.0}) EXPECT_TRUE(Probit{}.accepts(label));
  for (const double label : {0.5, 2.0, std::nan("")}) EXPECT_FALSE(Probit{}.accepts(label));
  EXPECT_EQ(Probit{}.code(0.0), -1.0);
  ResponseSummary seen;
  seen.see(0.0, 7);
  seen.see(-1.0, 12);
  EXPECT_NE(Probit{}.complaint(seen).find("row 7 has 0"), std::string::npos);
}

}  // namespace
}  // namespace photinus
