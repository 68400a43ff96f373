// Truth: sums written down, and repeated draws of lognormal weights.
#include "photinus/evidence/log_mean.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(LogMean, OfWeightsFarFromOne) {
  EXPECT_NEAR(log_sum_exp({-1000.0, -1000.0 + std::log(3.0)}), -1000.0 + std::log(4.0), 1e-12);
  EXPECT_EQ(log_sum_exp({}), -infinity);
  EXPECT_EQ(log_sum_exp({-infinity, -infinity}), -infinity);
  const LogMean mean = log_mean_exp({800.0, 800.0 + std::log(3.0), -infinity, 800.0});
  EXPECT_NEAR(mean.value, 800.0 + std::log(5.0 / 4.0), 1e-12);
  EXPECT_NEAR(mean.effective_size, 25.0 / 11.0, 1e-12);
  // The weights 1, 3, 0, 1: mean 5/4, variance 19/12.
  EXPECT_NEAR(mean.standard_error, std::sqrt(19.0 / 12.0 / 4.0) / 1.25, 1e-12);
}

TEST(LogMean, EqualWeightsHaveNoError) {
  const LogMean mean = log_mean_exp({-3.0, -3.0, -3.0});
  EXPECT_EQ(mean.value, -3.0);
  EXPECT_LT(mean.standard_error, 1e-7);
}

// 400 repeats of 1,000 weights: the spread of log means has a relative error of 3.5 %, asked are 4
// of these (false alarm 6e-5). Catches: variance for standard deviation, n left out.
TEST(LogMean, ErrorsAreWhatRepeatsShow) {
  Stream stream({.seed = 3, .purpose = Purpose::test});
  double sum = 0.0, squares = 0.0, stated = 0.0;
  constexpr int repeats = 400;
  for (int r = 0; r < repeats; ++r) {
    std::vector<double> weights;
    for (int i = 0; i < 1'000; ++i) weights.push_back(0.7 * stream.normal());
    const LogMean mean = log_mean_exp(weights);
    sum += mean.value;
    squares += mean.value * mean.value;
    stated += mean.standard_error / repeats;
  }
  const double spread = std::sqrt((squares - sum * sum / repeats) / (repeats - 1));
  EXPECT_NEAR(stated / spread, 1.0, 0.14);
}

}  // namespace
}  // namespace photinus
