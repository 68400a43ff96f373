// Draws from the priors. Truth: quantiles of the standard laws. Of n = 200,000 draws the share
// below a quantile may be off by 4.5 standard errors: 14 shares, false alarms 1e-4.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "photinus/model/prior.hpp"

namespace photinus {
namespace {

struct Quantile {
  std::string name;
  ParameterPrior prior;
  double at;  // theta
  double probability;
};

std::vector<Quantile> quantiles() {
  const double s = 2.5;
  return {{"normal", {PriorFamily::normal, s}, 0.6744897501960817 * s, 0.75},
          {"normal", {PriorFamily::normal, s}, -1.959963984540054 * s, 0.025},
          {"laplace", {PriorFamily::laplace, s}, std::log(2.0) * s, 0.75},
          {"laplace", {PriorFamily::laplace, s}, std::log(0.05) * s, 0.025},
          {"student_t 4", {PriorFamily::student_t, s, 4.0}, 0.7406970841126828 * s, 0.75},
          {"student_t 4", {PriorFamily::student_t, s, 4.0}, -2.7764451051977987 * s, 0.025},
          {"student_t 1", {PriorFamily::student_t, s, 1.0}, s, 0.75},
          {"half_normal", {PriorFamily::half_normal, s}, std::log(0.6744897501960817 * s), 0.5},
          {"half_cauchy", {PriorFamily::half_cauchy, s}, std::log(s), 0.5},
          {"half_t 4", {PriorFamily::half_t, s, 4.0}, std::log(0.7406970841126828 * s), 0.5},
          {"half_t 4", {PriorFamily::half_t, s, 4.0}, std::log(2.7764451051977987 * s), 0.95}};
}

constexpr double draws = 200'000.0;

// In standard errors.
double error(const Quantile& quantile, const ParameterPrior& drawn_from) {
  Stream stream({.seed = 71, .purpose = Purpose::test});
  double below = 0.0;
  for (double i = 0.0; i < draws; i += 1.0) below += draw(stream, drawn_from) < quantile.at;
  const double p = quantile.probability;
  return (below / draws - p) / std::sqrt(p * (1.0 - p) / draws);
}

TEST(PriorDraw, SharesBelowKnownQuantiles) {
  for (const auto& quantile : quantiles())
    EXPECT_LT(std::abs(error(quantile, quantile.prior)), 4.5) << quantile.name;
}

// The planted fault: a scale that is off by a tenth.
TEST(PriorDraw, AWrongScaleIsSeen) {
  for (const auto& quantile : quantiles()) {
    ParameterPrior wrong = quantile.prior;
    wrong.scale *= 1.1;
    EXPECT_GT(std::abs(error(quantile, wrong)), 9.0) << quantile.name;
  }
}

}  // namespace
}  // namespace photinus
