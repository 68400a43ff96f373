#include "photinus/diagnostics/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "diagnostics/series.hpp"
#include "photinus/diagnostics/convergence.hpp"

namespace photinus {
namespace {

ParameterSummary healthy(const std::string& name) {
  return {name, 0.0, 1.0, 0.01, -1.6, 0.0, 1.6, 400.0, 400.0, 1.01, ""};
}

TEST(Summarize, CollectsTheDiagnostics) {
  const auto chains = autoregression(4, 4, 200, 0.3);
  const auto s = summarize("beta", chains);
  EXPECT_EQ(s.name, "beta");
  EXPECT_EQ(s.mean, mean(chains).value);
  EXPECT_EQ(s.sd, sd(chains).value);
  EXPECT_EQ(s.mcse, mcse_mean(chains).value);
  EXPECT_EQ(s.q5, quantile(chains, 0.05).value);
  EXPECT_EQ(s.q50, quantile(chains, 0.5).value);
  EXPECT_EQ(s.q95, quantile(chains, 0.95).value);
  EXPECT_EQ(s.ess_bulk, ess_bulk(chains).value);
  EXPECT_EQ(s.ess_tail, ess_tail(chains).value);
  EXPECT_EQ(s.r_hat, r_hat(chains).value);
  EXPECT_EQ(s.reason, "");
}

TEST(Summarize, KeepsTheMomentsOfAConstant) {
  const auto s = summarize("fixed", Chains(2, std::vector<double>(20, 3.0)));
  EXPECT_EQ(s.mean, 3.0);
  EXPECT_TRUE(std::isnan(s.r_hat));
  EXPECT_TRUE(std::isnan(s.mcse));
  EXPECT_EQ(s.reason, "constant");
}

TEST(Judge, PassesOnTheLimits) {
  const auto verdict = judge({healthy("a"), healthy("b")}, 4);
  EXPECT_TRUE(verdict.converged);
  EXPECT_TRUE(verdict.reasons.empty());
  EXPECT_FALSE(judge({healthy("a")}, 5).converged);
  EXPECT_FALSE(judge({}, 4).converged);
}

TEST(Judge, NamesTheWorstOfEachCriterion) {
  std::vector<ParameterSummary> all{healthy("a"), healthy("b"), healthy("c")};
  all[0].r_hat = 1.0101;
  all[1].r_hat = 1.034;
  all[2].ess_bulk = 399.9;
  all[0].ess_tail = 200.0;
  all[1].ess_tail = 300.0;
  const auto verdict = judge(all, 4);
  EXPECT_FALSE(verdict.converged);
  const std::vector<std::string> expected{
      "r_hat 1.034 of b is above 1.01 (2 of 3 parameters); run more draws, and if it stays, look "
      "for chains in different places",
      "ess_bulk 399 of c is below 400 (1 of 3 parameters); run about 1.1 times as many draws",
      "ess_tail 200 of a is below 400 (2 of 3 parameters); run about 2.0 times as many draws"};
  EXPECT_EQ(verdict.reasons, expected);
}

TEST(Judge, WhatIsNotAvailableHasNotConverged) {
  for (const auto field :
       {&ParameterSummary::r_hat, &ParameterSummary::ess_bulk, &ParameterSummary::ess_tail}) {
    std::vector<ParameterSummary> all{healthy("a"), healthy("b")};
    all[0].*field = std::nan("");
    all[0].reason = "constant";
    const auto verdict = judge(all, 4);
    EXPECT_FALSE(verdict.converged);
    ASSERT_EQ(verdict.reasons.size(), 1U);
    EXPECT_EQ(verdict.reasons[0],
              "r_hat or ess of a is not available: constant (1 of 2 parameters); look at its draws "
              "and its prior");
  }
}

TEST(Judge, AnUnavailableParameterDoesNotHideAWorseOne) {
  std::vector<ParameterSummary> all{healthy("a"), healthy("b")};
  all[0].r_hat = all[0].ess_bulk = std::nan("");
  all[0].reason = "too few draws";
  all[1].r_hat = HUGE_VAL;
  all[1].ess_bulk = 7.0;
  const auto verdict = judge(all, 4);
  ASSERT_EQ(verdict.reasons.size(), 3U);
  EXPECT_NE(verdict.reasons[0].find("run more draws"), std::string::npos);
  EXPECT_NE(verdict.reasons[1].find("r_hat inf of b"), std::string::npos);
  EXPECT_NE(verdict.reasons[2].find("ess_bulk 7 of b"), std::string::npos);
}

}  // namespace
}  // namespace photinus
