// When a diagnostic is available, and what is said when it is not.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "diagnostics/series.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/diagnostics/convergence.hpp"

namespace photinus {
namespace {

void expect_reason(const Diagnostic& diagnostic, const std::string& reason) {
  EXPECT_FALSE(diagnostic.available());
  EXPECT_TRUE(std::isnan(diagnostic.value));
  EXPECT_EQ(diagnostic.reason, reason);
}

void expect_all(const Chains& chains, const std::string& reason) {
  for (auto* diagnostic : {r_hat, ess_bulk, ess_tail, ess_mean, mcse_mean, mcse_sd})
    expect_reason(diagnostic(chains), reason);
}

TEST(NotAvailable, SaysWhy) {
  auto chains = autoregression(1, 2, 50, 0.0);
  for (const double odd : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    chains[1][7] = odd;
    expect_all(chains, "not finite");
    for (auto* moment : {mean, sd}) expect_reason(moment(chains), "not finite");
    expect_reason(quantile(chains, 0.5), "not finite");
  }
  expect_all(Chains(3, std::vector<double>(20, 0.1)), "constant");
  for (const auto& few : {Chains{}, Chains(2), Chains{{1.0, 2.0, 3.0}}})
    expect_all(few, "too few draws");
  expect_reason(ess_bulk({{1.0, 2.0, 3.0, 4.0, 5.0}}), "too few draws");
  EXPECT_TRUE(r_hat({{1.0, 2.0, 3.0, 4.0, 5.0}}).available());
  expect_reason(sd({{1.0}}), "too few draws");
}

TEST(NotAvailable, SaysWhyOfTransforms) {
  const Chains coin{{-1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, 1.0}};
  expect_reason(r_hat(coin), "constant after folding");
  expect_reason(ess_tail(coin), "constant tail indicator");
  expect_reason(mcse_sd(coin), "constant squared deviations");
  EXPECT_TRUE(ess_bulk(coin).available());
  Chains one_moves{std::vector<double>(9, 2.0)};
  one_moves[0][4] = 3.0;  // in the middle, where splitting leaves it out
  expect_reason(ess_bulk(one_moves), "constant but for one draw");
}

TEST(Available, ConstantSeriesHaveMoments) {
  const Chains constant(3, std::vector<double>(7, 0.1));
  EXPECT_EQ(mean(constant).value, 0.1);
  EXPECT_EQ(sd(constant).value, 0.0);
  EXPECT_EQ(quantile(constant, 0.95).value, 0.1);
}

TEST(Available, ChainsThatStandApartHaveAnInfiniteRHat) {
  const auto stuck =
      mapped(Chains(3, std::vector<double>(50)),
             [](double, std::size_t c, std::size_t) { return 0.1 * static_cast<double>(c); });
  EXPECT_EQ(r_hat(stuck).value, std::numeric_limits<double>::infinity());
  EXPECT_LT(ess_bulk(stuck).value, 10.0);
}

TEST(Available, ScaleDoesNotMatter) {
  const auto chains = autoregression(2, 4, 100, 0.5);
  const auto tiny =
      mapped(chains, [](double x, std::size_t, std::size_t) { return std::ldexp(x, -100); });
  EXPECT_EQ(r_hat(tiny).value, r_hat(chains).value);
  EXPECT_EQ(ess_mean(tiny).value, ess_mean(chains).value);
  EXPECT_EQ(ess_tail(tiny).value, ess_tail(chains).value);
}

TEST(NotAvailable, UnequalChainsAreAFailure) {
  EXPECT_THROW(r_hat({{1.0, 2.0, 3.0, 4.0}, {1.0, 2.0, 3.0}}), Failure);
}

}  // namespace
}  // namespace photinus
