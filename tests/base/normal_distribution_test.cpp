// Truth: erfcl where it keeps its digits, Laplace's continued fraction beyond; in long double.
#include "photinus/base/normal_distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace photinus {
namespace {

const long double log_root_2_pi = 0.5L * std::log(2.0L * std::acos(-1.0L));

long double true_excess(long double x) {
  if (x < 4.5L) {
    const long double mills =
        std::exp(0.5L * x * x) * std::sqrt(std::acos(-1.0L) / 2) * std::erfc(x / std::sqrt(2.0L));
    return 1.0L / mills - x;
  }
  long double fraction = 0.0L;
  for (int n = 300; n > 1; --n) fraction = n / (x + fraction);
  return 1.0L / (x + fraction);
}

struct Truth {
  long double value, slope, curvature;
};

Truth truth(long double u) {
  const long double x = std::abs(u), excess = true_excess(x);
  if (u < 0)
    return {-0.5L * x * x - std::log(x + excess) - log_root_2_pi, x + excess,
            (x + excess) * excess};
  const long double tail = 0.5L * std::erfc(x / std::sqrt(2.0L));
  const long double slope = std::exp(-0.5L * x * x - log_root_2_pi) / (1.0L - tail);
  return {std::log1p(-tail), slope, slope * (slope + x)};
}

double relative(double value, long double expected) {
  return static_cast<double>(std::abs((value - expected) / expected));
}

/// The largest relative error of all three between two arguments; `shift` moves the argument, for
/// the fault that is planted.
double worst(double low, double high, double shift = 0.0) {
  double worst = 0.0;
  for (int i = 0; i <= 20'000; ++i) {
    const double u = low + (high - low) * i / 20'000;
    const LogNormalCdf at = log_normal_cdf(u + shift);
    const Truth expected = truth(u);
    worst = std::max({worst, relative(at.value, expected.value), relative(at.slope, expected.slope),
                      relative(at.curvature, expected.curvature)});
  }
  return worst;
}

// Relative 2e-15 in both tails. Catches: 1 - Phi in place of the other tail, M + u by subtraction,
// the rounding of x^2 in exp(-x^2/2).
TEST(LogNormalCdf, IsAccurateInBothTails) {
  EXPECT_LT(worst(-1.0, 1.0), 2e-15);
  EXPECT_LT(worst(-40.0, 37.0), 2e-15);
  EXPECT_LT(worst(-1e4, -40.0), 2e-15);
  EXPECT_GT(worst(-40.0, 37.0, 1e-15), 2e-15);  // the test sees a rounding of the argument
}

// log(1/2), sqrt(2/pi), 2/pi; log Phi(-10) and log Phi(1.96) from tables.
TEST(LogNormalCdf, KnownValues) {
  EXPECT_NEAR(log_normal_cdf(0.0).value, -0.69314718055994530942, 4e-16);
  EXPECT_NEAR(log_normal_cdf(0.0).slope, 0.79788456080286535588, 1e-15);
  EXPECT_NEAR(log_normal_cdf(0.0).curvature, 0.63661977236758134308, 1e-15);
  EXPECT_NEAR(log_normal_cdf(-10.0).value, -53.2312851505124705, 1e-13);
  EXPECT_NEAR(log_normal_cdf(1.96).value, -0.02531564916428211, 1e-16);
}

TEST(LogNormalCdf, FarOut) {
  for (const double u : {-1e150, -1e8}) {
    const LogNormalCdf at = log_normal_cdf(u);
    EXPECT_NEAR(at.value / (-0.5 * u * u), 1.0, 1e-14);
    EXPECT_NEAR(at.slope / -u, 1.0, 1e-14);
    EXPECT_NEAR(at.curvature, 1.0, 1e-14);
  }
  for (const double u : {40.0, 1e8, 1e150, 1e300}) {
    const LogNormalCdf at = log_normal_cdf(u);
    EXPECT_EQ(at.value, 0.0);
    EXPECT_EQ(at.slope, 0.0);
    EXPECT_EQ(at.curvature, 0.0);
  }
}

}  // namespace
}  // namespace photinus
