#include "photinus/kernel/dual_averaging.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "kernel/long_run.hpp"

namespace photinus {
namespace {

// From the kernels' own first step sizes and from ten times too small or too large ones. Tolerance:
// measured with five seeds, the rates were from 0.03 below to 0.06 above their target (above it
// rather than below: steps are averaged in the logarithm). Catches a reversed sign, which sends the
// rate to 0 or 1, and a mean of the steps that is not kept.
TEST(DualAveraging, ReachesItsTarget) {
  for (const Truth& truth : truths()) {
    const auto all = kernels(truth);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].target_acceptance == 0.0) continue;
      for (const double factor : {0.1, 1.0, 10.0}) {
        const LongRun result = long_run(truth, all[i], 5'000, factor);
        std::printf("%s, first step x %g: acceptance %.3f, target %.3f\n",
                    label(truth, all[i], i).c_str(), factor, result.acceptance,
                    all[i].target_acceptance);
        const double excess = result.acceptance - all[i].target_acceptance;
        EXPECT_GT(excess, -0.05) << label(truth, all[i], i) << " " << factor;
        EXPECT_LT(excess, 0.08) << label(truth, all[i], i) << " " << factor;
      }
    }
  }
}

// Where every transition meets the target, the next steps are the constant that steps are drawn to.
TEST(DualAveraging, StaysNearAFirstStepThatMeetsTheTarget) {
  auto adaptation = DualAveraging::start(0.5, 0.8);
  for (int i = 0; i < 100; ++i) {
    adaptation.update(0.8);
    EXPECT_GT(adaptation.step_size(), 0.5);
    EXPECT_LT(adaptation.step_size(), 1.0);
  }
}

// Catches: steps wound up beyond the longest, from which a hundred rejections would not come back.
TEST(DualAveraging, ForgetsWhatGoesBeyondTheLongestStep) {
  const double longest = 0.5;
  auto adaptation = DualAveraging::start(0.4, 0.8), unlimited = adaptation;
  for (int i = 0; i < 200; ++i) {
    adaptation.update(1.0, longest);
    unlimited.update(1.0);
    EXPECT_LE(adaptation.step_size(), longest * (1.0 + 1e-12));
  }
  EXPECT_NEAR(adaptation.step_size(), longest, 1e-12);
  EXPECT_NEAR(adaptation.adapted_step_size(), longest, 0.01);
  for (int i = 0; i < 3; ++i) {
    adaptation.update(0.0, longest);
    unlimited.update(0.0);
  }
  EXPECT_LT(adaptation.step_size(), 0.5 * longest);
  EXPECT_GT(unlimited.step_size(), longest);
}

TEST(DualAveraging, LeavesTheStepSizeWithoutATarget) {
  auto adaptation = DualAveraging::start(0.7, 0.0);
  for (int i = 0; i < 100; ++i) {
    adaptation.update(1.0);
    EXPECT_DOUBLE_EQ(adaptation.step_size(), 0.7);
  }
  EXPECT_DOUBLE_EQ(adaptation.adapted_step_size(), 0.7);
}

}  // namespace
}  // namespace photinus
