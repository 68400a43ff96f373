// Truth: the normal density in long double (support/residuals.hpp).
#include "photinus/model/linear.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/residuals.hpp"

namespace photinus {
namespace {

// Relative 1e-14. Catches: log sigma or log(2 pi) left out, residuals not in units of sigma.
TEST(Linear, ValueAndDerivativesAreTheFormulas) {
  for (const double sigma : {1e-3, 0.2, 1.0, 40.0}) {
    const Linear family({4.0, sigma});
    for (const double y : {0.0, -3.0, 1e3})
      for (const double r : residuals()) {
        const double eta = y - sigma * r;
        const Likelihood at = family.evaluate(y, eta);
        const auto expected =
            static_cast<double>(TrueNormal{}(y, eta, std::log(static_cast<long double>(sigma))));
        ASSERT_NEAR(at.value, expected, 1e-14 * (1.0 + std::abs(expected))) << sigma << ' ' << r;
        const double slope = (y - eta) / (sigma * sigma);
        ASSERT_NEAR(at.slope, slope, 1e-14 * std::abs(slope)) << sigma << ' ' << r;
        ASSERT_NEAR(at.curvature, 1.0 / (sigma * sigma), 1e-14 / (sigma * sigma));
      }
  }
}

// The likelihood is quadratic: central differences are exact but for rounding.
TEST(Linear, DerivativesAreDifferences) {
  const long double h = 0x1p-8L;
  for (const double sigma : {0.2, 3.0})
    for (const double eta : {-5.0, 0.0, 0.3, 20.0}) {
      const long double tau = std::log(static_cast<long double>(sigma));
      const long double up = TrueNormal{}(1.0L, eta + h, tau);
      const long double down = TrueNormal{}(1.0L, eta - h, tau);
      const long double here = TrueNormal{}(1.0L, eta, tau);
      const Likelihood at = Linear({4.0, sigma}).evaluate(1.0, eta);
      EXPECT_NEAR(at.slope, static_cast<double>((up - down) / (2 * h)),
                  1e-12 * (1.0 + std::abs(at.slope)));
      EXPECT_NEAR(at.curvature, static_cast<double>((2 * here - up - down) / (h * h)),
                  1e-9 * (1.0 + std::abs(at.value)));
    }
}

TEST(Linear, AtIsTheFamilyWithAnotherScale) {
  for (const double sigma : {1e-3, 0.3, 1.0, 40.0}) {
    const Linear made({4.0, sigma}), moved = Linear({4.0, 7.0}).at(std::log(sigma));
    for (const double r : residuals()) {
      const Likelihood a = made.evaluate(0.5, 0.5 - sigma * r);
      const Likelihood b = moved.evaluate(0.5, 0.5 - sigma * r);
      ASSERT_NEAR(a.value, b.value, 1e-13 * (1.0 + std::abs(a.value)));
      ASSERT_NEAR(a.slope, b.slope, 1e-13 * std::abs(a.slope));
      ASSERT_NEAR(a.curvature, b.curvature, 1e-13 * a.curvature);
    }
  }
}

// Every bound is the likelihood itself, wherever it touches and however far it reaches.
TEST(Linear, BoundsAreTheLikelihood) {
  const Linear family({4.0, 0.4});
  for (const double centre : {-3.0, 0.0, 1.2})
    for (const double eta : {-10.0, 0.1, 6.0}) {
      const Likelihood at = family.tangent(1.0, centre), there = family.evaluate(1.0, eta);
      const double d = eta - centre;
      for (const double c :
           {family.global_curvature(1.0, centre), family.curvature_within(1.0, centre, 0.1),
            family.curvature_within(1.0, centre, 1e3)})
        EXPECT_NEAR(at.value + d * at.slope - 0.5 * c * d * d, there.value,
                    1e-13 * (1.0 + std::abs(at.value) + std::abs(there.value) + d * d * c));
    }
  EXPECT_EQ(family.residual_weight(1.0, 0.3), 1.0);
  EXPECT_NEAR(family.residual_peak(1.0), -0.91893853320467274178, 1e-16);
  EXPECT_EQ(family.untuned_centre(-2.5), -2.5);
}

TEST(Linear, AcceptsEveryFiniteResponse) {
  for (const double y : {0.0, -1e300, 3.25}) {
    EXPECT_TRUE(Linear{}.accepts(y));
    EXPECT_EQ(Linear{}.code(y), y);
  }
  for (const double y :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(Linear{}.accepts(y));
}

}  // namespace
}  // namespace photinus
