#include "photinus/data/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "photinus/data/dataset.hpp"
#include "support/caught.hpp"
#include "support/chance.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

class Simulate : public ::testing::Test {
 protected:
  // Writes the file and returns its path.
  std::string run(const SimulateSettings& settings) const {
    simulate(settings);
    return settings.output;
  }
  void expect_usage(const SimulateSettings& settings, const std::string& part) const {
    const Failure failure = caught([&] { simulate(settings); });
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_TRUE(mentions(failure, part));
  }
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

// Exact; the larger file spans two of the writer's pieces. Catches: random numbers carried from row
// to row, or numbered within a piece.
TEST_F(Simulate, SmallerFileIsAPrefixOfTheLarger) {
  SimulateSettings settings{.rows = 17'000, .columns = 4, .seed = 7, .output = path_};
  const std::string path = run(settings);
  const auto x = read_numbers(path, "X"), y = read_numbers(path, "y"),
             theta = read_numbers(path, "theta");
  settings.rows = 16'500;
  run(settings);
  const auto fewer_x = read_numbers(path, "X"), fewer_y = read_numbers(path, "y");
  EXPECT_EQ(fewer_x, std::vector<double>(x.begin(), x.begin() + 4 * 16'500));
  EXPECT_EQ(fewer_y, std::vector<double>(y.begin(), y.begin() + 16'500));
  EXPECT_EQ(read_numbers(path, "theta"), theta);
  settings.seed = 8;
  run(settings);
  EXPECT_NE(read_numbers(path, "X"), fewer_x);
}

// P(y = 1) = 1/(1 + exp(-x'theta)): residuals sum to 0 within 4.5 standard errors, alone and
// weighted by each feature. Catches: a sign, theta used before it is written, labels that know no
// x.
TEST_F(Simulate, LabelsFollowTheirProbability) {
  const int columns = 4;
  const std::string path = run({.rows = 50'000, .columns = columns, .seed = 3, .output = path_});
  const auto x = read_numbers(path, "X"), y = read_numbers(path, "y"),
             theta = read_numbers(path, "theta");
  for (int weight = 0; weight < columns; ++weight) {  // the last column is the constant 1
    double sum = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double eta = 0.0;
      for (std::size_t j = 0; j < 4; ++j) eta += x[4 * i + j] * theta[j];
      const double p = 1.0 / (1.0 + std::exp(-eta));
      const double w = x[4 * i + static_cast<std::size_t>(weight)];
      sum += w * (y[i] - p);
      variance += w * w * p * (1.0 - p);
    }
    EXPECT_LT(std::abs(sum), standard_errors_allowed * std::sqrt(variance)) << weight;
  }
}

// Mean 0 and standard deviation exp(-3 j / D), or 1, within 4.5 standard errors of 50,000 rows.
TEST_F(Simulate, FeaturesHaveTheirScales) {
  for (const std::string features : {"decaying", "normal"}) {
    const std::string path = run(
        {.rows = 50'000, .columns = 5, .features = features, .scalar = "float64", .output = path_});
    const auto x = read_numbers(path, "X");
    const double n = 50'000.0;
    for (int j = 0; j < 4; ++j) {
      double sum = 0.0, squares = 0.0;
      for (auto i = static_cast<std::size_t>(j); i < x.size(); i += 5) {
        sum += x[i];
        squares += x[i] * x[i];
      }
      const double sd = features == "normal" ? 1.0 : std::exp(-3.0 * j / 5.0);
      EXPECT_LT(std::abs(sum / n), standard_errors_allowed * sd / std::sqrt(n)) << j;
      EXPECT_LT(std::abs(squares / (n * sd * sd) - 1.0),
                standard_errors_allowed * std::sqrt(2.0 / n))
          << j;
    }
    for (std::size_t i = 4; i < x.size(); i += 5) ASSERT_EQ(x[i], 1.0);
  }
}

TEST_F(Simulate, FileIsWhatTheReaderWants) {
  const std::string path = run({.rows = 70, .columns = 3, .output = path_});
  const FileHeader header = read_header(path);
  EXPECT_EQ(header.rows, 70);
  EXPECT_EQ(header.scalar, ScalarType::float32);
  EXPECT_EQ(header.column_names, (std::vector<std::string>{"x1", "x2", "intercept"}));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  run({.rows = 70, .columns = 3, .intercept = false, .scalar = "float64", .output = path_});
  EXPECT_EQ(read_header(path).scalar, ScalarType::float64);
  EXPECT_EQ(read_header(path).column_names, (std::vector<std::string>{"x1", "x2", "x3"}));
}

TEST_F(Simulate, ThetaAsAsked) {
  const std::string path = run({.rows = 2, .columns = 3, .theta = "ones", .output = path_});
  EXPECT_EQ(read_numbers(path, "theta"), std::vector<double>(3, 1.0));
  run({.rows = 2, .columns = 3, .theta = "normal:1", .output = path_});
  const auto unit = read_numbers(path, "theta");
  run({.rows = 2, .columns = 3, .theta = "normal:0.5", .output = path_});
  const auto half = read_numbers(path, "theta");
  for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(half[j], 0.5 * unit[j]);
}

TEST_F(Simulate, SettingsOutOfRange) {
  expect_usage({.family = "cauchy", .output = path_}, "--family");
  expect_usage({.rows = 0, .output = path_}, "--rows");
  expect_usage({.rows = -5, .output = path_}, "--rows");
  expect_usage({.columns = 1, .output = path_}, "--columns");
  expect_usage({.columns = 0, .intercept = false, .output = path_}, "--columns");
  for (const char* theta : {"twos", "normal:", "normal:x", "normal:0", "normal:-1", "normal:1x",
                            "normal:nan", "normal:inf"})
    expect_usage({.rows = 10, .theta = theta, .output = path_}, "--theta");
  expect_usage({.features = "uniform", .output = path_}, "--features");
  expect_usage({.scalar = "float16", .output = path_}, "--scalar");
  expect_usage({.output = ""}, "--output");
}

TEST_F(Simulate, PlaceThatCannotBeWritten) {
  const std::string nowhere = directory_.file("no/such/directory/data.h5");
  const SimulateSettings settings{.rows = 10, .columns = 2, .output = nowhere};
  const Failure failure = caught([&] { simulate(settings); });
  EXPECT_EQ(failure.code(), ExitCode::input_output);
  EXPECT_TRUE(mentions(failure, nowhere));
}

}  // namespace
}  // namespace photinus
