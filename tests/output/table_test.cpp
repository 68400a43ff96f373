#include "photinus/output/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "photinus/base/random.hpp"
#include "photinus/output/text_layout.hpp"

namespace photinus {
namespace {

const double nan = std::nan("");

ParameterSummary parameter(const std::string& name, double mean, double sd) {
  return {name, mean, sd, sd / 30, mean - 1.6 * sd, mean, mean + 1.6 * sd, 912.3, 1204, 1.001, ""};
}

std::vector<ParameterSummary> many(int count) {
  std::vector<ParameterSummary> all{parameter("lp", -51234567.8, 5.07),
                                    parameter("|theta|", 3.21, 0.12)};
  for (int i = 0; i < count; ++i) {
    const auto name = std::string("beta[") + std::to_string(i) + "]";
    all.push_back(parameter(name, 0.1 * i - 3, 0.03));
  }
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::size_t widest(const std::string& text) {
  std::size_t result = 0;
  for (const auto& line : lines_of(text)) result = std::max(result, code_points(line));
  return result;
}

TEST(Table, ShowsTwoDigitsOfTheError) {
  const auto lines = lines_of(posterior_table({parameter("alpha", -0.432123, 0.031234)}));
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0], "name     mean     sd   mcse     q5    q50    q95 bulk tail r_hat");
  EXPECT_EQ(lines[1], std::string(lines[0].size() + 1, '-').substr(0, lines[1].size()));
  EXPECT_EQ(lines[2], "alpha -0.4321 0.0312 0.0010 -0.482 -0.432 -0.382  912 1204 1.001");
}

TEST(Table, IsNeverWiderThanTheTerminal) {
  Stream stream({.seed = 1, .purpose = Purpose::test});
  const auto wild = [&] {
    const auto exponent = static_cast<int>(stream.below(2000)) - 1000;
    const double special[] = {nan, INFINITY, -INFINITY, 0.0, 5e-324, -1.7976931348623157e308};
    return stream.uniform() < 0.2 ? special[stream.below(6)]
                                  : stream.normal() * std::ldexp(1.0, exponent / 2);
  };
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<ParameterSummary> all;
    const auto count = stream.below(60);
    for (std::uint64_t i = 0; i < count; ++i) {
      std::string name;
      for (auto left = stream.below(50); left > 0; --left) name += left % 3 == 0 ? "θ" : "x";
      all.push_back({name, wild(), std::abs(wild()), std::abs(wild()), wild(), wild(), wild(),
                     std::abs(wild()), std::abs(wild()), std::abs(wild()),
                     stream.uniform() < 0.3 ? "the draws are\nall equal " + name : ""});
    }
    const auto text = posterior_table(all);
    ASSERT_LE(widest(text), 80) << text;
  }
}

TEST(Table, ShortensLongNames) {
  const auto text =
      posterior_table({parameter(std::string(100, 'n'), 1, 0.1), parameter("b", 1, 2)});
  EXPECT_NE(text.find("nnnn\u2026 "), std::string::npos) << text;
  EXPECT_EQ(shorten("größer\n", 7), "größer?");
  EXPECT_EQ(shorten("größer", 4), "grö\u2026");
}

TEST(Table, GivesReasonsForWhatIsNotAvailable) {
  auto constant = parameter("constant", 2, 0);
  constant.mcse = constant.ess_bulk = constant.ess_tail = constant.r_hat = nan;
  constant.reason = "all draws are equal";
  const auto text = posterior_table({parameter("x", 1, 1), constant});
  EXPECT_NE(text.find(" NA   NA    NA\n"), std::string::npos) << text;
  EXPECT_NE(text.find("NA  constant: all draws are equal\n"), std::string::npos) << text;
}

TEST(Table, OfManyParametersShowsTheFirstAndTheWorst) {
  auto all = many(1000);
  all[500].ess_bulk = 12;
  all[600].r_hat = 1.2;
  all[700].ess_bulk = all[700].r_hat = nan;
  const auto text = posterior_table(all);
  EXPECT_LE(lines_of(text).size(), 40);
  for (const char* shown : {"lp ", "|theta| ", "beta[0] ", "beta[17] ", "beta[498] ", "beta[598] ",
                            "beta[698] ", "... 974 more: photinus summary DIR --json"})
    EXPECT_NE(text.find(shown), std::string::npos) << shown << "\n" << text;
  EXPECT_EQ(posterior_table(many(28)).find("more:"), std::string::npos);
}

TEST(Table, CanBeEmpty) { EXPECT_LE(widest(posterior_table({})), 80); }

TEST(Numbers, FitTheirColumn) {
  EXPECT_EQ(fit_number(-51234567.8, 1, 10), "-51234568");
  EXPECT_EQ(fit_number(0.000123, 5, 7), "0.00012");
  EXPECT_EQ(fit_number(1.5e-9, 10, 7), "1.5e-09");
  EXPECT_EQ(fit_number(-1.5e300, 0, 7), "-2e+300");
  EXPECT_EQ(fit_number(1234567, 0, 6), "1e+06");
  EXPECT_EQ(fit_number(0, 3, 7), "0.000");
  EXPECT_EQ(fit_number(-0.0008, 2, 7), "0.00");
  EXPECT_EQ(fit_number(0.000029, 6, 7), "2.9e-05");
  EXPECT_EQ(fit_number(-INFINITY, 3, 7), "-inf");
  EXPECT_EQ(fit_number(nan, 3, 7), "NA");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(with_commas(-123), "-123");
  EXPECT_EQ(with_commas(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

RunSummary run() {
  RunSummary run;
  run.exact = true;
  run.method = "firefly";
  run.kernel = "hmc";
  run.family = "logistic";
  run.bound = "jaakkola_jordan";
  run.update = "implicit";
  run.rows = 12'214'000;
  run.columns = 51;
  run.chains = 4;
  run.warmup = run.draws = 1000;
  run.likelihood_evaluations = {152'000'000, 48'856'000, 3'400'123, 3'390'456};
  run.bright_mean = 812.4;
  run.q = 0.001;
  run.evaluations_per_effective_sample = 4102.3;
  run.data_passes_setup = 12.4;
  run.seconds = {1.25, 20.1, 2.2, 30, 29.5};
  run.parameters = many(51);
  return run;
}

TEST(RunLines, SayWhatMatters) {
  auto summary = run();
  summary.converged = true;
  auto text = run_lines(summary);
  EXPECT_LE(widest(text), 80);
  for (const char* said : {"Exact        yes", "Converged    yes", "sampling 3,390,456",
                           "812.4 of 12,214,000 rows", "4,102 per effective sample"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  summary.converged = summary.exact = false;
  summary.parameters[5].ess_bulk = 37;
  summary.warnings = {std::string(200, 'w') + " and " + std::string(60, 'v')};
  text = run_lines(summary);
  EXPECT_LE(widest(text), 80);
  for (const char* said :
       {"Exact        NO", "Converged    NO", "ess_bulk 37 of beta[3] is below 400", "Warning"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
}

TEST(RunLines, NameTheRadiusWhereThereIsOne) {
  auto summary = run();
  EXPECT_EQ(run_lines(summary).find("radius"), std::string::npos);
  summary.bound = "ellipsoid";
  summary.radius = 7.2461;
  summary.warnings = {"chain 2 (from 0) presses on the outermost shell"};
  const auto text = run_lines(summary);
  EXPECT_LE(widest(text), 80);
  for (const char* said :
       {"ellipsoid, update", "radius 7.25", "Warning      chain 2 (from 0) presses"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
}

TEST(RunLines, OfAnEmptySummaryAreShortToo) { EXPECT_LE(widest(run_lines({})), 80); }

}  // namespace
}  // namespace photinus
