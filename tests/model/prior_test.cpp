#include "photinus/model/prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// Truth: the normal density in long double, relative 1e-15. Catches: a constant left out, variance
// and standard deviation exchanged.
TEST(NormalPrior, DensityHasAllItsConstants) {
  const Vector scales = vector({1.0, 0.1, 30.0}), theta = vector({0.3, -0.2, 12.0});
  long double expected = 0.0L;
  for (int j = 0; j < 3; ++j) {
    const long double s = scales[j], t = theta[j] / s;
    expected -= 0.5L * t * t + std::log(s) + 0.5L * std::log(2.0L * std::acos(-1.0L));
  }
  const double value = NormalPrior(scales).log_density(theta);
  EXPECT_NEAR(value / static_cast<double>(expected), 1.0, 1e-15);
}

// Trapezium rule over 12 standard deviations: 1e-12 (it converges exponentially).
TEST(NormalPrior, DensityIntegratesToOne) {
  for (const double scale : {0.05, 1.0, 20.0}) {
    const NormalPrior prior(vector({scale}));
    double sum = 0.0;
    for (int i = -1200; i <= 1200; ++i)
      sum += std::exp(prior.log_density(vector({0.01 * i * scale}))) * 0.01 * scale;
    EXPECT_NEAR(sum, 1.0, 1e-12) << scale;
  }
}

// The density is quadratic: central differences are exact but for rounding, 1e-9.
TEST(NormalPrior, GradientIsTheDifference) {
  const NormalPrior prior(vector({0.7, 3.0, infinity}));
  const Vector theta = vector({0.5, -4.0, 100.0}), gradient = prior.gradient(theta);
  for (int j = 0; j < 3; ++j) {
    const double h = 1e-3;
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    EXPECT_NEAR(gradient[j], (prior.log_density(up) - prior.log_density(down)) / (2 * h), 1e-9);
  }
}

// Catches: infinity times zero, log(infinity) in the constant.
TEST(NormalPrior, FlatCoordinatesAddNothing) {
  const NormalPrior some(vector({2.0, infinity})), proper(vector({2.0}));
  EXPECT_EQ(some.log_density(vector({1.5, 1e6})), proper.log_density(vector({1.5})));
  EXPECT_TRUE(some.has_flat());
  EXPECT_FALSE(some.is_flat(0));
  EXPECT_TRUE(some.is_flat(1));
  EXPECT_FALSE(proper.has_flat());
  EXPECT_EQ(some.precision()[0], 0.25);
  EXPECT_EQ(some.precision()[1], 0.0);
  EXPECT_EQ(NormalPrior(vector({infinity})).log_density(vector({-3.0})), 0.0);
}

// Catches: a square that overflows or vanishes, and with it a prior that is silently flat.
TEST(NormalPrior, ExtremeScalesAreNotFlatAndStayFinite) {
  for (const double scale : {1e-100, 1e-50, 1e50, 1e100}) {
    const NormalPrior prior(vector({scale}));
    EXPECT_FALSE(prior.is_flat(0)) << scale;
    const double expected = -std::log(scale) - 0.5 * std::log(2.0 * std::acos(-1.0));
    EXPECT_NEAR(prior.log_density(vector({0.0})), expected, 1e-12) << scale;
  }
}

}  // namespace
}  // namespace photinus
