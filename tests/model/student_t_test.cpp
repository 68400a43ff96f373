// Truth: the density in long double (support/residuals.hpp), differences of it, and its derivatives
// written out.
#include "photinus/model/student_t.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "photinus/base/random.hpp"
#include "support/residuals.hpp"

namespace photinus {
namespace {

struct Numbers {
  double nu;
  double sigma;
};

class StudentTs : public ::testing::TestWithParam<Numbers> {
 protected:
  double nu() const { return GetParam().nu; }
  double sigma() const { return GetParam().sigma; }
  StudentT family() const { return StudentT({nu(), sigma()}); }
  long double truth(double y, long double eta) const {
    return TrueStudentT{nu()}(y, eta, std::log(static_cast<long double>(sigma())));
  }
  /// What rounding of the constant leaves: log Gamma of 5e5 is 6e6.
  double constant_error() const { return 1e-15 * (10.0 + 10.0 * nu()); }
};

// Relative 1e-14. Catches: a constant left out, residuals not in units of sigma.
TEST_P(StudentTs, ValueIsTheLogDensity) {
  for (const double y : {0.0, -3.0, 1e4})
    for (const double r : residuals()) {
      const double eta = y - sigma() * r;
      const auto expected = static_cast<double>(truth(y, eta));
      ASSERT_NEAR(family().evaluate(y, eta).value, expected,
                  1e-14 * std::abs(expected) + constant_error())
          << y << ' ' << r;
    }
}

// With r = (y - eta)/sigma: l' = (nu+1) r / (nu + r^2) / sigma and
// -l'' = (nu+1) (nu - r^2) / (nu + r^2)^2 / sigma^2; relative 1e-14 of the sizes in nu - r^2.
TEST_P(StudentTs, DerivativesAreTheFormulas) {
  for (const double r : residuals()) {
    const double y = 0.25, eta = y - sigma() * r;
    const Likelihood at = family().evaluate(y, eta);
    const long double n = nu(), s = sigma(), x = (static_cast<long double>(y) - eta) / s;
    const long double spread = n + x * x;
    const auto slope = static_cast<double>((n + 1) * x / spread / s);
    ASSERT_NEAR(at.slope, slope, 1e-14 * std::abs(slope)) << r;
    const auto curvature = static_cast<double>((n + 1) * (n - x * x) / (spread * spread) / (s * s));
    const auto size = static_cast<double>((n + 1) / spread / (s * s));
    ASSERT_NEAR(at.curvature, curvature, 1e-14 * size) << r;
  }
}

// Central differences with h = 1e-4 sigma: truncation 1e-8 of the sizes, and what rounding of the
// value (log Gamma included) in long double leaves. Catches: a derivative in r
// in the place of one in eta, a wrong sign.
TEST_P(StudentTs, DerivativesAreDifferences) {
  const long double h = 1e-4L * sigma();
  const double n = nu();
  for (const double r : residuals()) {
    if (std::abs(r) > 100.0 * (1.0 + std::sqrt(n))) continue;  // no digits are left
    const double y = 0.25, eta = y - sigma() * r;
    const Likelihood at = family().evaluate(y, eta);
    const long double up = truth(y, eta + h), down = truth(y, eta - h), here = truth(y, eta);
    const double rounding = 1e-18 * (10.0 + 10.0 * n + std::abs(at.value));
    const double size = (n + 1.0) / (n + r * r);
    ASSERT_NEAR(at.slope, static_cast<double>((up - down) / (2 * h)),
                3e-8 * size * (1.0 + std::abs(r)) / sigma() / std::min(n, 1.0) +
                    rounding / static_cast<double>(h))
        << r;
    ASSERT_NEAR(at.curvature, static_cast<double>(-(up - 2 * here + down) / (h * h)),
                1e-7 * size / (sigma() * sigma()) / std::min(n, 1.0) +
                    rounding / static_cast<double>(h * h))
        << r;
  }
}

// `at` is the family made with the other scale, to rounding.
TEST_P(StudentTs, AtIsTheFamilyWithAnotherScale) {
  for (const double other : {1e-3, 0.3, 1.0, 40.0}) {
    const StudentT made({nu(), other}), moved = family().at(std::log(other));
    for (const double r : residuals()) {
      const double y = 0.25, eta = y - other * r;
      const Likelihood a = made.evaluate(y, eta), b = moved.evaluate(y, eta);
      ASSERT_NEAR(a.value, b.value, 1e-13 * (1.0 + std::abs(a.value)) + constant_error()) << r;
      ASSERT_NEAR(a.slope, b.slope, 1e-13 * std::abs(a.slope)) << r;
      ASSERT_NEAR(a.curvature, b.curvature, 1e-12 * (nu() + 1) / (nu() + r * r) / (other * other));
    }
  }
}

// The tangent in r^2: slope -(nu+1) / (2 (nu + r*^2)) per sigma^2, at both +r* and -r*.
TEST_P(StudentTs, GlobalCurvatureIsTheTangentInTheSquare) {
  for (const double r : residuals()) {
    const double y = 2.0, centre = y - sigma() * r, x = (y - centre) / sigma();
    const double expected = (nu() + 1.0) / (nu() + x * x) / (sigma() * sigma());
    ASSERT_NEAR(family().global_curvature(y, centre), expected, 1e-14 * expected);
    ASSERT_NEAR(family().residual_weight(y, centre), expected * sigma() * sigma(),
                1e-13 * expected * sigma() * sigma());
  }
}

/// How far the parabola that is to hold within a reach lies above the density there, relative to
/// the sizes added up; residual, centre and reach in units of sigma.
template <class Curvature>
double worst_within_reach(const StudentT& family, double sigma, const Curvature& curvature) {
  Stream stream({.seed = 91, .purpose = Purpose::test});
  double worst = 0.0;
  for (int i = 0; i < 5'000; ++i) {
    const double y = stream.normal(), centre = y + sigma * std::exp(3.0 * stream.normal());
    const double reach = sigma * std::exp(4.0 * stream.normal() - 1.0);
    const Likelihood at = family.tangent(y, centre);
    const double bent = curvature(family, y, centre, reach);
    for (double share = -1.0; share <= 1.0; share += 0.125) {
      const double d = share * reach;
      const double value = family.evaluate(y, centre + d).value;
      const double bound = at.value + d * (at.slope - 0.5 * bent * d);
      const double size =
          1.0 + std::abs(at.value) + std::abs(d * at.slope) + std::abs(bent) * d * d;
      worst = std::max(worst, (bound - value) / size);
    }
  }
  return worst;
}

// For every nu and sigma, not the default ones alone. Catches: a reach in units of eta where r is
// meant; the planted fault is a reach cut to a half.
TEST_P(StudentTs, BoundsHoldWithinTheirReach) {
  const double rounding = 1e-14 * (1.0 + constant_error() * 1e15);
  const auto right = [](const StudentT& family, double y, double centre, double reach) {
    return family.curvature_within(y, centre, reach);
  };
  EXPECT_LT(worst_within_reach(family(), sigma(), right), rounding);
  if (nu() > 1e3) return;  // all but a normal: the parabola is the density, whatever the reach
  const auto short_reach = [](const StudentT& family, double y, double centre, double reach) {
    return family.curvature_within(y, centre, 0.5 * reach);
  };
  EXPECT_GT(worst_within_reach(family(), sigma(), short_reach), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Numbers, StudentTs,
                         ::testing::Values(Numbers{4.0, 1.0}, Numbers{4.0, 0.2}, Numbers{0.5, 3.0},
                                           Numbers{1.0, 1e-3}, Numbers{30.0, 50.0},
                                           Numbers{1e6, 1.0}));

// nu = 1 is Cauchy's distribution: -log(pi (1 + r^2)); nu = 2: 1 / (2 + r^2)^(3/2).
TEST(StudentT, KnownDistributions) {
  for (const double r : {0.0, 0.3, -2.0, 50.0}) {
    const double cauchy = -std::log(3.14159265358979323846 * (1.0 + r * r));
    EXPECT_NEAR((StudentT({1.0, 1.0}).evaluate(r, 0.0).value), cauchy, 1e-14 * (1 - cauchy));
    const double second = -1.5 * std::log(2.0 + r * r);
    EXPECT_NEAR((StudentT({2.0, 1.0}).evaluate(r, 0.0).value), second, 1e-14 * (1 - second));
  }
}

// The density integrates to 1: trapezoid rule in s, r = sinh(s), which takes the tails to 1e-9.
TEST(StudentT, DensityIntegratesToOne) {
  for (const double nu : {1.0, 4.0, 30.0})
    for (const double sigma : {0.2, 5.0}) {
      const StudentT family({nu, sigma});
      double sum = 0.0;
      const double step = 0.01;
      for (double s = -25.0; s <= 25.0; s += step)
        sum += step * sigma * std::cosh(s) *
               std::exp(family.evaluate(0.7, 0.7 + sigma * std::sinh(s)).value);
      EXPECT_NEAR(sum, 1.0, 1e-9) << nu << ' ' << sigma;
    }
}

TEST(StudentT, TangentIsTheLikelihoodAndTheUntunedCentreIsY) {
  const StudentT family({3.0, 0.7});
  for (const double r : residuals()) {
    const Likelihood a = family.evaluate(1.0, r), b = family.tangent(1.0, r);
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.slope, b.slope);
    EXPECT_EQ(a.curvature, b.curvature);
  }
  EXPECT_EQ(family.untuned_centre(-2.5), -2.5);
}

TEST(StudentT, AcceptsEveryFiniteResponse) {
  const StudentT family;
  for (const double y : {0.0, -1e300, 3.25}) {
    EXPECT_TRUE(family.accepts(y));
    EXPECT_EQ(family.code(y), y);
  }
  for (const double y :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(family.accepts(y));
  EXPECT_EQ(family.complaint({}), "");
}

// Catches: r^2 that overflows turning the value to NaN.
TEST(StudentT, StaysFiniteFarOut) {
  for (const double eta : {-1e150, 1e150}) {
    const Likelihood at = StudentT{}.evaluate(0.0, eta);
    EXPECT_TRUE(std::isfinite(at.value));
    EXPECT_NEAR(at.slope * eta, -5.0, 1e-12);
    EXPECT_NEAR(at.curvature, 0.0, 1e-100);
  }
}

}  // namespace
}  // namespace photinus
