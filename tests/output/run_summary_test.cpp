#include "photinus/output/run_summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "photinus/base/errors.hpp"

namespace photinus {
namespace {

RunSummary example() {
  RunSummary run;
  run.exact = true;
  run.method = "firefly";
  run.kernel = "hmc";
  run.family = "logistic";
  run.plan = "home";
  run.ranks = 3;
  run.rows = 100'000'000'000;
  run.columns = 51;
  run.chains = 2;
  run.iterations = 4000;
  run.likelihood_evaluations = {1LL << 60, 2, 3, 4};
  run.bright_mean = 0.1;
  run.slack = 0.5;
  run.radius = 7.25;
  run.escape_attempts = 1LL << 40;
  run.escapes = 3;
  run.outside = {0.0, 0.125};
  run.data_passes_setup = 12.5;
  run.mode = {-1.5, -2.5, 1e-300, 7, 9.0};
  run.seconds.read = 0.25;
  run.acceptance_rate = {0.8, std::nan("")};
  run.warnings = {"a \"quoted\" warning", "caf\u00e9 \xff"};
  run.parameters = {{"x", 1, 2, 3, 4, 5, 6, 7, 8, std::nan(""), "one chain"},
                    {"y", 0.1, 2e-308, 3, 4, 5, 6, 7, 8, 1.001, ""}};
  run.rank_shares = {{0, "north", 0, 50, 1000, 1LL << 33}, {1, "south", 50, 50, 900, 5}};
  return run;
}

std::string failure_of(const std::string& text) {
  try {
    summary_from_json(text);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::input_output);
    return failure.what();
  }
  return "no failure";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(RunSummary, ComesBackFromJson) {
  const auto text = to_json(example());
  const auto back = summary_from_json(text);
  EXPECT_EQ(to_json(back), text);
  EXPECT_EQ(back.rows, 100'000'000'000);
  EXPECT_EQ(back.likelihood_evaluations.setup, 1LL << 60);
  EXPECT_EQ(back.parameters[1].mean, 0.1);
  EXPECT_EQ(back.parameters[1].sd, 2e-308);
  EXPECT_TRUE(std::isnan(back.parameters[0].r_hat));
  EXPECT_EQ(back.parameters[0].reason, "one chain");
  EXPECT_TRUE(std::isnan(back.acceptance_rate[1]));
  EXPECT_EQ(back.slack, 0.5);
  EXPECT_EQ(back.radius, 7.25);
  EXPECT_EQ(back.escape_attempts, 1LL << 40);
  EXPECT_EQ(back.escapes, 3);
  EXPECT_EQ(back.outside, (std::vector<double>{0.0, 0.125}));
  EXPECT_EQ(back.rank_shares[1].host, "south");
  EXPECT_FALSE(back.evidence.has_value());
}

TEST(RunSummary, KeepsTheEvidenceWhereAskedFor) {
  auto run = example();
  run.evidence = {
      .method = "smc", .log_z = -100.25, .standard_error = 0.5, .ratio = true, .remark = ""};
  const auto back = summary_from_json(to_json(run));
  ASSERT_TRUE(back.evidence.has_value());
  EXPECT_EQ(back.evidence->log_z, -100.25);
  EXPECT_TRUE(back.evidence->ratio);
}

TEST(RunSummary, NumbersThatAreNotFiniteAreNull) {
  auto run = example();
  run.q = INFINITY;
  const auto text = to_json(run);
  EXPECT_NE(text.find("\"q\": null"), std::string::npos);
  EXPECT_NE(text.find("\"evaluations_per_effective_sample\": null"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
}

// Where bounds hold everywhere there is no radius, and without bounds no slack.
TEST(RunSummary, BoundsThatAreNotThereAreNull) {
  const auto text = to_json(RunSummary{});
  for (const char* field : {"\"slack\": null", "\"radius\": null", "\"q\": null", "\"outside\": []",
                            "\"escape_attempts\": 0", "\"escapes\": 0"})
    EXPECT_NE(text.find(field), std::string::npos) << field;
  EXPECT_TRUE(std::isnan(summary_from_json(text).radius));
}

TEST(RunSummary, ClocksHostsAndRanksStandApart) {
  auto here = example();
  auto there = example();
  there.ranks = 8;
  there.seconds = {9, 9, 9, 9, 9};
  there.rank_shares.clear();
  here.ranks = there.ranks;
  here.seconds = there.seconds;
  here.rank_shares = there.rank_shares;
  EXPECT_EQ(to_json(here), to_json(there));
}

TEST(RunSummary, FailuresNameTheField) {
  const auto text = to_json(example());
  EXPECT_EQ(failure_of(replaced(text, "\"rows\"", "\"rose\"")), "run summary: 'rows' is not there");
  EXPECT_EQ(failure_of(replaced(text, "\"mean\": 0.1", "\"mean\": \"0.1\"")),
            "run summary: 'parameters[1].mean' is not a number");
  EXPECT_EQ(failure_of(replaced(text, "\"iterations\": 4000", "\"iterations\": 4e3")),
            "run summary: 'iterations' is not an integer");
  EXPECT_EQ(failure_of(replaced(text, "\"rank\": 1", "\"rank\": 4000000000")),
            "run summary: 'rank_shares[1].rank' is not as small as it must be");
  EXPECT_EQ(failure_of(replaced(text, "\"escapes\"", "\"escaped\"")),
            "run summary: 'escapes' is not there");
  EXPECT_EQ(failure_of(replaced(text, "\"radius\": 7.25", "\"radius\": \"far\"")),
            "run summary: 'radius' is not a number");
  EXPECT_EQ(failure_of("[]"), "run summary: the whole is not an object");
  EXPECT_NE(failure_of(text.substr(0, 500)).find("parse error"), std::string::npos);
  EXPECT_NE(failure_of("").find("parse error"), std::string::npos);
}

}  // namespace
}  // namespace photinus
