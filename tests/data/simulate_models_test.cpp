// Files of the families whose rows are no regression. Truth: their laws.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "photinus/data/dataset.hpp"
#include "photinus/data/simulate.hpp"
#include "photinus/model/gaussian_process.hpp"
#include "photinus/model/mixture.hpp"
#include "support/caught.hpp"
#include "support/chance.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

class SimulateModels : public ::testing::Test {
 protected:
  std::vector<double> numbers(const char* dataset) const { return read_numbers(path_, dataset); }
  DataTable table(const SimulateSettings& settings) const {
    simulate(settings);
    return read_table(read_header(path_), silent);
  }
  Stream truth(std::uint64_t seed) const {
    return Stream({.seed = seed, .purpose = Purpose::simulate_truth});
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

std::vector<double> first(const std::vector<double>& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Exact. The larger files of rows span two of the writer's pieces, those of the process several
// blocks of its matrix. Catches: random numbers carried from row to row, responses that know the
// size of their matrix.
TEST_F(SimulateModels, SmallerFileIsAPrefixOfTheLarger) {
  for (const std::string family : {"mvn", "mixture", "gp"})
    for (const char* scalar : {"float32", "float64"}) {
      const bool process = family == "gp";
      const std::size_t more = process ? 150 : 17'000, fewer = process ? 65 : 16'500;
      SimulateSettings settings{
          .family = family, .columns = 3, .seed = 7, .scalar = scalar, .output = path_};
      settings.rows = static_cast<std::int64_t>(more);
      simulate(settings);
      const auto x = numbers("X"), theta = numbers("theta");
      const auto y = process ? numbers("y") : std::vector<double>(more);
      settings.rows = static_cast<std::int64_t>(fewer);
      simulate(settings);
      EXPECT_EQ(numbers("X"), first(x, 3 * fewer)) << family;
      EXPECT_EQ(numbers("theta"), theta) << family;
      if (process) {
        EXPECT_EQ(numbers("y"), first(y, fewer));
      }
      settings.seed = 8;
      simulate(settings);
      EXPECT_NE(numbers("X"), first(x, 3 * fewer)) << family;
    }
}

TEST_F(SimulateModels, FilesAreWhatTheReaderWants) {
  for (const std::string family : {"mvn", "mixture", "gp"}) {
    simulate({.family = family, .rows = 20, .columns = 2, .output = path_});
    const FileHeader header = read_header(path_);
    EXPECT_EQ(header.rows, 20);
    EXPECT_EQ(header.column_names, (std::vector<std::string>{"x1", "x2"}));
    EXPECT_EQ(header.response, family == "gp");
    simulate({.family = family, .rows = 20, .columns = 1, .output = path_});
    EXPECT_EQ(read_header(path_).columns, 1);
  }
}

// Means of 40,000 rows and their squares, 4.5 standard errors: false alarms 3e-5 (4 sums). A
// variance of 2 is not one of 2.2.
TEST_F(SimulateModels, NormalRowsHaveTheirMeanAndVariance) {
  const double rows = 40'000.0;
  const DataTable data = table({.family = "mvn",
                                .covariance = 2.0,
                                .rows = 40'000,
                                .columns = 2,
                                .theta = "normal:3",
                                .output = path_});
  const auto theta = numbers("theta");
  ASSERT_EQ(theta.size(), 2U);
  for (int d = 0; d < 2; ++d) {
    const auto z = (data.x.col(d).array() - theta[static_cast<std::size_t>(d)]).eval();
    EXPECT_LT(std::abs(z.sum()), standard_errors_allowed * std::sqrt(2.0 * rows));
    const auto excess = [&](double variance) {
      return std::abs(z.square().sum() / variance - rows) / std::sqrt(2.0 * rows);
    };
    EXPECT_LT(excess(2.0), standard_errors_allowed);
    EXPECT_GT(excess(2.2), standard_errors_allowed);
  }
}

// The true parameters are those of the model's prior, drawn from the same random numbers: 1e-14.
TEST_F(SimulateModels, ParametersAreDrawsOfTheModelsPrior) {
  const auto expect_draw = [&](const DataModel& model, std::uint64_t seed) {
    Stream stream = truth(seed);
    const Vector user = model.to_user(model.draw_prior(stream));
    const auto theta = numbers("theta");
    ASSERT_EQ(static_cast<Eigen::Index>(theta.size()), user.size());
    for (Eigen::Index j = 0; j < user.size(); ++j)
      EXPECT_NEAR(theta[static_cast<std::size_t>(j)], user[j], 1e-13 * (1.0 + std::abs(user[j])));
  };
  ModelNumbers numbers;
  numbers.components = 4;
  expect_draw(GaussianMixture(table({.family = "mixture",
                                     .components = 4,
                                     .rows = 20,
                                     .columns = 3,
                                     .seed = 5,
                                     .output = path_}),
                              numbers),
              5);
  expect_draw(GaussianProcess(
                  table({.family = "gp", .rows = 20, .columns = 3, .seed = 6, .output = path_})),
              6);
}

// The score of the rows at the truth has mean 0, within 4.5 standard errors: false alarms 2e-4 (24
// sums). Another component's variances and means give a score that has not.
TEST_F(SimulateModels, MixtureRowsHaveTheirDensity) {
  const DataTable data = table({.family = "mixture",
                                .rows = 20'000,
                                .columns = 2,
                                .seed = 9,
                                .scalar = "float64",
                                .output = path_});
  GaussianMixture model(data, {});
  Stream stream = truth(9);
  const Vector theta = model.draw_prior(stream);
  Vector other = theta;
  other.tail(20) << theta.segment(6, 8), theta.segment(4, 2), theta.segment(16, 8),
      theta.segment(14, 2);
  const auto score = [&](const Vector& at) {
    Vector sum = Vector::Zero(at.size()), squares = sum;
    for (std::int32_t row = 0; row < 20'000; ++row) {
      Vector slope = Vector::Zero(at.size());
      model.log_likelihood(at, {&row, 1}, &slope);
      sum += slope;
      squares += slope.cwiseProduct(slope);
    }
    return (sum.array() / squares.array().sqrt()).abs().maxCoeff();
  };
  EXPECT_LT(score(theta), standard_errors_allowed);
  EXPECT_GT(score(other), standard_errors_allowed);
}

// Of 40 files with 60 rows, y'A^-1 y at the truth is chi-square with 2,400 degrees of freedom, and
// coordinates are normal with standard deviation sum l / D: 4.5 standard errors, false alarms 2e-5.
TEST_F(SimulateModels, ProcessHasItsCovariance) {
  double squares = 0.0, coordinates = 0.0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const DataTable data = table({.family = "gp",
                                  .rows = 60,
                                  .columns = 2,
                                  .seed = seed,
                                  .scalar = "float64",
                                  .output = path_});
    const auto theta = numbers("theta");
    Matrix covariance(60, 60);
    for (int i = 0; i < 60; ++i)
      for (int j = 0; j < 60; ++j) {
        const double a = (data.x(i, 0) - data.x(j, 0)) / theta[0];
        const double b = (data.x(i, 1) - data.x(j, 1)) / theta[1];
        covariance(i, j) = theta[2] * theta[2] * std::exp(-0.5 * (a * a + b * b)) +
                           (i == j ? theta[3] * theta[3] : 0.0);
      }
    const Eigen::Map<const Vector> y(data.y.data(), 60);
    squares += y.dot(covariance.llt().solve(y));
    coordinates += data.x.squaredNorm() / std::pow(0.5 * (theta[0] + theta[1]), 2.0);
  }
  EXPECT_LT(std::abs(squares - 2'400.0), standard_errors_allowed * std::sqrt(4'800.0));
  EXPECT_LT(std::abs(coordinates - 4'800.0), standard_errors_allowed * std::sqrt(9'600.0));
}

TEST_F(SimulateModels, SettingsOutOfRange) {
  const auto expect_usage = [&](const SimulateSettings& settings, const std::string& part) {
    const Failure failure = caught([&] { simulate(settings); });
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_TRUE(mentions(failure, part));
    EXPECT_FALSE(std::filesystem::exists(path_));
    EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
  };
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    expect_usage({.family = "mvn", .covariance = bad, .output = path_}, "--covariance");
  expect_usage({.family = "mvn", .covariance = 1e200, .output = path_}, "float32 does not hold");
  for (const int bad : {0, -3})
    expect_usage({.family = "mixture", .components = bad, .output = path_}, "--components");
  expect_usage({.family = "gp", .rows = 20'001, .output = path_}, "20000");
  for (const std::string family : {"mvn", "mixture", "gp"}) {
    expect_usage({.family = family, .columns = 0, .output = path_}, "--columns");
    expect_usage({.family = family, .format = "libsvm", .output = path_}, "--format libsvm");
    expect_usage({.family = family, .filled = 0.5, .output = path_}, "--filled");
  }
}

}  // namespace
}  // namespace photinus
