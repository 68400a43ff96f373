// Truth: the formulas in long double, and differences of them.
#include "photinus/model/poisson.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace photinus {
namespace {

long double truth(double y, long double eta) {
  return y * eta - std::exp(eta) - std::lgamma(static_cast<long double>(y) + 1);
}

const std::vector<double>& counts() {
  static const std::vector<double> all = {0, 1, 2, 7, 31, 32, 250, 12'345, 1e9};
  return all;
}

std::vector<double> predictors() {
  std::vector<double> all = {0.0};
  for (double eta = 1e-6; eta <= 300.0; eta *= 1.3) all.insert(all.end(), {eta, -eta});
  return all;
}

// Relative 2e-15 of the sizes added up. Catches: the constant log y! left out.
TEST(Poisson, ValueAndDerivativesAreTheFormulas) {
  for (const double y : counts())
    for (const double eta : predictors()) {
      const Likelihood at = Poisson{}.evaluate(y, eta);
      const double mean = std::exp(eta);
      const double size = std::abs(y * eta) + mean + std::lgamma(y + 1.0);
      EXPECT_NEAR(at.value, static_cast<double>(truth(y, eta)), 2e-15 * size) << y << ' ' << eta;
      EXPECT_NEAR(at.slope, y - mean, 2e-15 * (y + mean)) << y << ' ' << eta;
      EXPECT_NEAR(at.curvature, mean, 2e-15 * mean) << y << ' ' << eta;
    }
}

// Central differences with h = 1e-4 in long double: truncation h^2/6, and rounding of the sizes.
TEST(Poisson, DerivativesAreDifferences) {
  const long double h = 1e-4L;
  for (const double y : {0.0, 1.0, 7.0, 250.0})
    for (double eta = -9.0; eta <= 9.0; eta += 0.3) {
      const Likelihood at = Poisson{}.evaluate(y, eta);
      const long double up = truth(y, eta + h), here = truth(y, eta), down = truth(y, eta - h);
      const double size = 1.0 + y + std::exp(eta);
      EXPECT_NEAR(at.slope, static_cast<double>((up - down) / (2 * h)), 1e-8 * size);
      EXPECT_NEAR(at.curvature, static_cast<double>((2 * here - up - down) / (h * h)), 1e-7 * size);
    }
}

// The probabilities of all counts sum to 1, whatever the mean. Catches: a wrong constant.
TEST(Poisson, ProbabilitiesSumToOne) {
  for (const double mean : {0.01, 1.0, 30.0, 2'000.0}) {
    double sum = 0.0;
    for (int y = 0; y < 2.0 * mean + 50.0; ++y)
      sum += std::exp(Poisson{}.evaluate(y, std::log(mean)).value);
    EXPECT_NEAR(sum, 1.0, 1e-11) << mean;
  }
}

// Truth: the chord to the upper end, 2 e^c (e^r - 1 - r)/r^2; relative 1e-13, also where the series
// ends. Catches: a chord to the lower end, which is flatter.
TEST(Poisson, CurvatureWithinIsTheUpperChord) {
  for (const double centre : {-30.0, 0.0, 3.0})
    for (const double reach : {1e-9, 1e-3, 0.1, 0.499999, 0.5, 0.500001, 1.0, 5.0, 40.0}) {
      const long double r = reach;
      const long double chord = reach < 0.01
                                    ? 1 + r / 3 + r * r / 12 + r * r * r / 60 + r * r * r * r / 360
                                    : 2 * (std::expm1(r) - r) / (r * r);
      const double curvature = Poisson{}.curvature_within(3.0, centre, reach);
      const auto expected = static_cast<double>(std::exp(static_cast<long double>(centre)) * chord);
      EXPECT_NEAR(curvature, expected, 1e-13 * expected) << centre << ' ' << reach;
    }
}

// The planted fault of the comment above: a bound through the lower end lies above the likelihood.
TEST(Poisson, TheLowerChordIsNoBound) {
  const auto worst = [](double curvature) {
    const Likelihood at = Poisson{}.evaluate(2.0, 0.0);
    double excess = -1.0;
    for (double d = -2.0; d <= 2.0; d += 0.01)
      excess = std::max(excess, at.value + d * (at.slope - 0.5 * curvature * d) -
                                    Poisson{}.evaluate(2.0, d).value);
    return excess;
  };
  const double lower = 2.0 * (std::exp(-2.0) - 1.0 + 2.0) / 4.0;
  EXPECT_LT(worst(Poisson{}.curvature_within(2.0, 0.0, 2.0)), 1e-14);
  EXPECT_GT(worst(lower), 0.1);
}

// Catches: NaN where exp overflows or underflows.
TEST(Poisson, OverflowIsALikelihoodOfZero) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double eta : {710.0, 1e4, 1e300}) {
    EXPECT_EQ(Poisson{}.evaluate(3.0, eta).value, -infinity);
    EXPECT_EQ(Poisson{}.evaluate(3.0, eta).slope, -infinity);
    EXPECT_EQ(Poisson{}.curvature_within(3.0, 0.0, eta), infinity);
  }
  for (const double eta : {-800.0, -1e300}) {
    EXPECT_EQ(Poisson{}.evaluate(0.0, eta).value, 0.0);
    EXPECT_NEAR(Poisson{}.evaluate(3.0, eta).value, 3.0 * eta, 1e-15 * std::abs(3.0 * eta) + 2.0);
  }
}

TEST(Poisson, AcceptsWholeNumbersFromZero) {
  for (const double y : {0.0, 1.0, 2.0, 1e9, 0x1p53}) {
    EXPECT_TRUE(Poisson{}.accepts(y));
    EXPECT_EQ(Poisson{}.code(y), y);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double y : {-1.0, 0.5, 1.0 + 1e-12, -0.5, 1e300, infinity, -infinity, std::nan("")})
    EXPECT_FALSE(Poisson{}.accepts(y)) << y;
  EXPECT_EQ(Poisson{}.complaint({}), "");
}

}  // namespace
}  // namespace photinus
