#include "photinus/data/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>

#include "photinus/data/dataset.hpp"
#include "support/caught.hpp"
#include "support/chance.hpp"
#include "support/data_file.hpp"
#include "support/sparse_text.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

// Student-t by Simpson's rule: with t = sqrt(nu) tan(a) its density in a is that of cos(a)^(nu-1).
struct StudentTDistribution {
  explicit StudentTDistribution(double degrees) : nu(degrees) {}

  double operator()(double t) const {
    const double a = std::atan(t / std::sqrt(nu));
    return 0.5 + 0.5 * integral(a) / whole;
  }

 private:
  double integral(double end) const {
    const int steps = 100;
    const double h = end / steps;
    double sum = 0.0;
    for (int k = 0; k <= steps; ++k)
      sum += (k == 0 || k == steps ? 1.0 : 2.0 + 2.0 * (k % 2)) *
             std::pow(std::max(std::cos(k * h), 0.0), nu - 1.0);
    return sum * h / 3.0;
  }

  double nu;
  double whole = integral(0.5 * std::numbers::pi);
};

double normal_distribution(double t) { return 0.5 * std::erfc(-t / std::numbers::sqrt2); }

// sqrt(n) sup |F_n - F|; above 2.6 with probability 2 exp(-2 2.6^2) = 2.7e-6 (Kolmogorov).
constexpr double kolmogorov_limit = 2.6;

template <class Distribution>
double kolmogorov_distance(std::vector<double> values, const Distribution& distribution) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = distribution(values[i]), below = static_cast<double>(i);
    distance = std::max({distance, p - below / n, (below + 1.0) / n - p});
  }
  return std::sqrt(n) * distance;
}

// FNV-1a over the bytes of the numbers.
std::uint64_t fingerprint(const std::vector<double>& values) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const double value : values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8)
      hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3ULL;
  }
  return hash;
}

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
  // (y - x'theta) / sigma of every row of a file, with the features and theta that it holds.
  std::vector<double> residuals(const SimulateSettings& settings) const {
    run(settings);
    const auto x = read_numbers(path_, "X"), y = read_numbers(path_, "y"),
               theta = read_numbers(path_, "theta");
    std::vector<double> all;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double eta = 0.0;
      for (std::size_t j = 0; j < theta.size(); ++j) eta += x[theta.size() * i + j] * theta[j];
      all.push_back((y[i] - eta) / settings.sigma);
    }
    return all;
  }
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

// Exact; the larger file spans two of the writer's pieces. Catches: random numbers carried from row
// to row, or numbered within a piece.
TEST_F(Simulate, SmallerFileIsAPrefixOfTheLarger) {
  for (const std::string family :
       {"logistic", "probit", "softmax", "poisson", "student_t", "linear"}) {
    SimulateSettings settings{
        .family = family, .rows = 17'000, .columns = 4, .seed = 7, .output = path_};
    const std::string path = run(settings);
    const auto x = read_numbers(path, "X"), y = read_numbers(path, "y"),
               theta = read_numbers(path, "theta");
    settings.rows = 16'500;
    run(settings);
    const auto fewer_x = read_numbers(path, "X"), fewer_y = read_numbers(path, "y");
    EXPECT_EQ(fewer_x, std::vector<double>(x.begin(), x.begin() + 4 * 16'500)) << family;
    EXPECT_EQ(fewer_y, std::vector<double>(y.begin(), y.begin() + 16'500)) << family;
    EXPECT_EQ(read_numbers(path, "theta"), theta) << family;
    settings.seed = 8;
    run(settings);
    EXPECT_NE(read_numbers(path, "X"), fewer_x) << family;
    EXPECT_NE(read_numbers(path, "y"), fewer_y) << family;
  }
}

// Exact: files made before other families came are made again.
TEST_F(Simulate, LogisticBytesStay) {
  run({.rows = 300, .columns = 4, .seed = 7, .output = path_});
  EXPECT_EQ(fingerprint(read_numbers(path_, "X")), 0x38771e495d42293cULL);
  EXPECT_EQ(fingerprint(read_numbers(path_, "y")), 0xa7dcb675c2052198ULL);
  EXPECT_EQ(fingerprint(read_numbers(path_, "theta")), 0xaaa2c485f4e1a37bULL);
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

// P(y = 1) = Phi(x'theta), as above; the planted fault is the logistic probability.
TEST_F(Simulate, ProbitLabelsFollowTheirProbability) {
  run({.family = "probit", .rows = 50'000, .columns = 4, .seed = 3, .output = path_});
  const auto x = read_numbers(path_, "X"), y = read_numbers(path_, "y"),
             theta = read_numbers(path_, "theta");
  const auto distance = [&](const auto& probability) {
    double sum = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double eta = 0.0;
      for (std::size_t j = 0; j < 4; ++j) eta += x[4 * i + j] * theta[j];
      const double p = probability(eta);
      sum += eta * (y[i] - p);
      variance += eta * eta * p * (1.0 - p);
    }
    return std::abs(sum) / std::sqrt(variance);
  };
  EXPECT_LT(distance(normal_distribution), standard_errors_allowed);
  EXPECT_GT(distance([](double eta) { return 1.0 / (1.0 + std::exp(-eta)); }), 20.0);
}

// Of each class the residuals, weighted by its predictor, as above; planted: classes one place on.
TEST_F(Simulate, SoftmaxLabelsFollowTheirProbability) {
  run({.family = "softmax",
       .classes = 3,
       .rows = 50'000,
       .columns = 4,
       .seed = 3,
       .output = path_});
  const auto x = read_numbers(path_, "X"), y = read_numbers(path_, "y"),
             theta = read_numbers(path_, "theta");
  ASSERT_EQ(theta.size(), 12U);
  const auto distance = [&](std::size_t shift) {
    double sum = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double eta[3] = {}, total = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j < 4; ++j) eta[k] += x[4 * i + j] * theta[4 * k + j];
        total += std::exp(eta[k]);
      }
      double mean = 0.0, square = 0.0;
      for (const double e : eta) {
        mean += e * std::exp(e) / total;
        square += e * e * std::exp(e) / total;
      }
      sum += eta[(static_cast<std::size_t>(y[i]) + shift) % 3] - mean;
      variance += square - mean * mean;
    }
    return std::abs(sum) / std::sqrt(variance);
  };
  EXPECT_LT(distance(0), standard_errors_allowed);
  EXPECT_GT(distance(1), 20.0);
}

// Pearson's statistic of counts in cells of at least five expected: chi-square with as many degrees
// less one, within 4.5 standard deviations of a normal (Wilson & Hilferty). Means on both sides of
// the change of algorithm; the planted fault is a mean 5 % off. Catches: a squeeze that is too
// wide, the wrong constant of log y!.
TEST_F(Simulate, PoissonCountsHaveTheirProbabilities) {
  const auto deviation = [&](double intercept, double factor) {
    SimulateSettings settings{.family = "poisson",
                              .rows = 200'000,
                              .columns = 1,
                              .seed = 9,
                              .theta = "ones",
                              .features = "normal",
                              .intercept = false,
                              .scalar = "float64",
                              .output = path_};
    run(settings);
    const auto x = read_numbers(path_, "X"), y = read_numbers(path_, "y");
    // Rows of a mean about exp(intercept), each with its own probabilities.
    std::vector<double> expected(400), seen(400);
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (std::abs(x[i] - intercept) > 0.3) continue;
      const double mean = factor * std::exp(x[i]);
      for (std::size_t k = 0; k < 400; ++k) {
        const auto count = static_cast<double>(k);
        expected[k] += std::exp(count * std::log(mean) - mean - std::lgamma(count + 1.0));
      }
      if (y[i] < 400.0) seen[static_cast<std::size_t>(y[i])] += 1.0;
    }
    double square = 0.0, cells = -1.0;
    for (std::size_t k = 0; k < 400; ++k)
      if (expected[k] >= 5.0) {
        square += (seen[k] - expected[k]) * (seen[k] - expected[k]) / expected[k];
        cells += 1.0;
      }
    return (std::cbrt(square / cells) - (1.0 - 2.0 / (9.0 * cells))) /
           std::sqrt(2.0 / (9.0 * cells));
  };
  for (const double intercept : {-1.0, 0.5, 2.0, 2.6, 3.2})
    EXPECT_LT(std::abs(deviation(intercept, 1.0)), standard_errors_allowed) << intercept;
  EXPECT_GT(deviation(0.5, 1.05), standard_errors_allowed);
  EXPECT_GT(deviation(2.3, 1.05), standard_errors_allowed);
}

TEST(StudentTDistribution, IsTheKnownOneAtFourDegrees) {
  for (const double t : {-30.0, -2.0, -0.1, 0.0, 0.7, 5.0}) {
    const double c = 1.0 + t * t / 4.0;
    const double exact = 0.5 + 0.375 * t / std::sqrt(c) * (1.0 - t * t / (12.0 * c));
    EXPECT_NEAR(StudentTDistribution(4.0)(t), exact, 1e-6) << t;
  }
}

// Kolmogorov and Smirnov against the exact distribution, Cauchy to all but normal.
// Planted faults: other degrees of freedom and other scales are told apart. Catches: sigma taken
// for a variance, chi^2 not divided by nu, a disc taken for a square.
TEST_F(Simulate, StudentTResiduals) {
  for (const double nu : {1.0, 2.5, 4.0, 300.0}) {
    const auto r = residuals({.family = "student_t",
                              .nu = nu,
                              .sigma = 0.2,
                              .rows = 20'000,
                              .columns = 3,
                              .scalar = "float64",
                              .output = path_});
    EXPECT_LT(kolmogorov_distance(r, StudentTDistribution(nu)), kolmogorov_limit) << nu;
    auto wider = r;
    for (double& value : wider) value *= 1.15;
    EXPECT_GT(kolmogorov_distance(wider, StudentTDistribution(nu)), kolmogorov_limit) << nu;
  }
  const auto r = residuals(
      {.family = "student_t", .rows = 200'000, .columns = 2, .scalar = "float64", .output = path_});
  EXPECT_GT(kolmogorov_distance(r, StudentTDistribution(5.5)), kolmogorov_limit);
}

TEST_F(Simulate, LinearResiduals) {
  const auto r = residuals({.family = "linear",
                            .sigma = 3.0,
                            .rows = 50'000,
                            .columns = 3,
                            .scalar = "float64",
                            .output = path_});
  EXPECT_LT(kolmogorov_distance(r, normal_distribution), kolmogorov_limit);
  EXPECT_GT(kolmogorov_distance(r, StudentTDistribution(10.0)), kolmogorov_limit);
}

// The quantiles of the residuals, uniform on (-1/2, 1/2), are uncorrelated with every feature
// within 4.5 standard errors. Catches: noise that uses the features' random numbers again. Planted
// fault: a residual that holds 5 % of a feature.
TEST_F(Simulate, ResidualsKnowNothingOfTheFeatures) {
  const auto r = residuals({.family = "student_t", .rows = 50'000, .columns = 4, .output = path_});
  const auto x = read_numbers(path_, "X");
  const StudentTDistribution distribution(4.0);
  const auto distance = [&](std::size_t column, double share) {
    double sum = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double w = x[4 * i + column];
      sum += w * (distribution(r[i] + share * w) - 0.5);
      variance += w * w / 12.0;
    }
    return std::abs(sum) / std::sqrt(variance);
  };
  for (std::size_t column = 0; column < 4; ++column)
    EXPECT_LT(distance(column, 0.0), standard_errors_allowed) << column;
  EXPECT_GT(distance(0, 0.05), standard_errors_allowed);
}

TEST_F(Simulate, ResponsesAreOfTheFeaturesType) {
  const auto y = [&](const std::string& family, const std::string& scalar) {
    run({.family = family, .rows = 50, .columns = 2, .scalar = scalar, .output = path_});
    return read_numbers(path_, "y");
  };
  const auto is_float = [](double v) { return v == static_cast<double>(static_cast<float>(v)); };
  for (const std::string family : {"student_t", "linear"}) {
    const auto narrow = y(family, "float32"), wide = y(family, "float64");
    EXPECT_TRUE(std::all_of(narrow.begin(), narrow.end(), is_float)) << family;
    EXPECT_FALSE(std::all_of(wide.begin(), wide.end(), is_float)) << family;
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

// The count of filled entries is binomial, their values have mean 0 and standard deviation 1, all
// within 4.5 standard errors of 5,000 rows. Planted: a share that is a tenth too large.
TEST_F(Simulate, EntriesAreFilledByTheirShare) {
  const double share = 0.05, entries = 5'000.0 * 100.0;
  run({.rows = 5'000, .columns = 101, .features = "normal", .filled = share, .output = path_});
  const auto x = read_numbers(path_, "X");
  double filled = 0.0, sum = 0.0, squares = 0.0;
  std::vector<double> by_column(100, 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i % 101 == 100) {
      ASSERT_EQ(x[i], 1.0);
    } else if (x[i] != 0.0) {
      filled += 1.0;
      by_column[i % 101] += 1.0;
      sum += x[i];
      squares += x[i] * x[i];
    }
  }
  EXPECT_LT(binomial_distance(filled, entries, share), standard_errors_allowed);
  EXPECT_GT(binomial_distance(filled, entries, 1.1 * share), standard_errors_allowed);
  for (const std::size_t j : {0U, 1U, 50U, 98U, 99U})
    EXPECT_LT(binomial_distance(by_column[j], 5'000.0, share), standard_errors_allowed) << j;
  EXPECT_LT(std::abs(sum), standard_errors_allowed * std::sqrt(filled));
  EXPECT_LT(std::abs(squares - filled), standard_errors_allowed * std::sqrt(2.0 * filled));
}

// Exact: both formats hold the same rows, and fewer rows are the first of more. Catches: digits
// lost in the text, an intercept forgotten, labels drawn from other predictors.
TEST_F(Simulate, TextHoldsTheRowsOfTheDenseFile) {
  const std::string text = directory_.file("data.svm");
  for (const std::string family : {"logistic", "student_t"}) {
    SimulateSettings settings{
        .family = family, .rows = 700, .columns = 20, .filled = 0.2, .output = path_};
    run(settings);
    const auto x = read_numbers(path_, "X"), y = read_numbers(path_, "y");
    settings.format = "libsvm";
    settings.output = text;
    run(settings);
    const auto rows = read_text_rows(text, 3);
    ASSERT_EQ(rows.size(), y.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::vector<double> dense(20, 0.0);
      for (const auto& [index, value] : rows[i].entries)
        dense[static_cast<std::size_t>(index) - 1] = value;
      ASSERT_EQ(dense, std::vector<double>(&x[20 * i], &x[20 * i] + 20)) << i;
      ASSERT_EQ(static_cast<float>(rows[i].label), static_cast<float>(y[i])) << i;
      ASSERT_GE(rows[i].entries.size(), 1U) << i;
    }
    settings.rows = 300;
    run(settings);
    EXPECT_EQ(read_text_rows(text), std::vector<TextRow>(rows.begin(), rows.begin() + 300));
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
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    expect_usage({.family = "student_t", .nu = bad, .output = path_}, "--nu");
    expect_usage({.family = "student_t", .sigma = bad, .output = path_}, "--sigma");
    expect_usage({.family = "linear", .sigma = bad, .output = path_}, "--sigma");
  }
  expect_usage({.family = "poisson", .theta = "normal:50", .output = path_}, "smaller --theta");
  expect_usage({.family = "softmax", .classes = 1, .output = path_}, "--classes");
  expect_usage({.rows = 0, .output = path_}, "--rows");
  expect_usage({.rows = -5, .output = path_}, "--rows");
  expect_usage({.columns = 1, .output = path_}, "--columns");
  expect_usage({.columns = 0, .intercept = false, .output = path_}, "--columns");
  for (const char* theta : {"twos", "normal:", "normal:x", "normal:0", "normal:-1", "normal:1x",
                            "normal:nan", "normal:inf"})
    expect_usage({.rows = 10, .theta = theta, .output = path_}, "--theta");
  expect_usage({.features = "uniform", .output = path_}, "--features");
  for (const double filled : {0.0, -0.1, 1.1, std::nan("")})
    expect_usage({.filled = filled, .output = path_}, "--filled");
  expect_usage({.format = "csv", .output = path_}, "--format");
  expect_usage({.format = "libsvm", .scalar = "float64", .output = path_}, "--scalar float32");
  expect_usage({.scalar = "float16", .output = path_}, "--scalar");
  expect_usage({.output = ""}, "--output");
}

TEST_F(Simulate, ResponsesThatTheTypeCannotHold) {
  expect_usage({.family = "student_t", .nu = 0.01, .output = path_}, "float32 does not hold");
  expect_usage({.family = "linear", .sigma = 1e300, .output = path_}, "row ");
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".part"));
  run({.family = "linear", .sigma = 1e300, .rows = 10, .scalar = "float64", .output = path_});
}

TEST_F(Simulate, PlaceThatCannotBeWritten) {
  const std::string nowhere = directory_.file("no/such/directory/data.h5");
  for (const char* format : {"hdf5", "libsvm"}) {
    const SimulateSettings settings{.rows = 10, .columns = 2, .format = format, .output = nowhere};
    const Failure failure = caught([&] { simulate(settings); });
    EXPECT_EQ(failure.code(), ExitCode::input_output);
    EXPECT_TRUE(mentions(failure, nowhere));
  }
}

}  // namespace
}  // namespace photinus
