// Truth: the mixture's density in long double, component by component; quadrature of the prior.
#include "photinus/model/mixture.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/caught.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

constexpr int rows = 150;

ModelNumbers of_components(int components) {
  ModelNumbers numbers;
  numbers.components = components;
  return numbers;
}

GaussianMixture make(int components, int columns) {
  return {some_table(rows, columns), of_components(components)};
}

Vector some_theta(const DataModel& model) {
  Stream stream({.seed = 21, .purpose = Purpose::test});
  return model.draw_prior(stream);
}

// From the user's parameters: weights, means, variances.
double log_density(const Vector& user, const Vector& x, int components) {
  const auto d = x.size();
  long double sum = 0.0L;
  for (int k = 0; k < components; ++k) {
    long double term = user[k];
    for (Eigen::Index j = 0; j < d; ++j) {
      const long double mean = user[components + k * d + j];
      const long double variance = user[components + components * d + k * d + j];
      term *= std::exp(-(x[j] - mean) * (x[j] - mean) / (2.0L * variance)) /
              std::sqrt(2.0L * std::acos(-1.0L) * variance);
    }
    sum += term;
  }
  return static_cast<double>(std::log(sum));
}

// Relative 1e-12. Catches: constants, a weight or variance of another component, rows of the order
// mistaken, the last tile of rows.
TEST(GaussianMixture, LikelihoodIsTheDensityOfItsRows) {
  const RowOrder order = shuffled(rows, {1, 64, 100, rows});
  for (const int components : {1, 2, 5})
    for (const int columns : {1, 2, 3}) {
      const DataTable table = some_table(rows, columns);
      GaussianMixture model = make(components, columns);
      const Vector theta = some_theta(model), user = model.to_user(theta);
      EXPECT_NEAR(user.head(components).sum(), 1.0, 1e-14);
      for (int k = 0; k < 4; ++k) {
        double expected = 0.0;
        for (std::int64_t i = 0; i < order.sizes[static_cast<std::size_t>(k)]; ++i)
          expected += log_density(
              user, table.x.row(order.rows[static_cast<std::size_t>(i)]).transpose(), components);
        EXPECT_NEAR(value_of(model, theta, order, k), expected, 1e-12 * (1 + std::abs(expected)));
      }
    }
}

TEST(GaussianMixture, GradientsAreDifferences) {
  for (const int components : {1, 2, 5}) {
    GaussianMixture model = make(components, 2);
    expect_gradients(model, some_theta(model), shuffled(rows, {1, 64, 100, rows}), 1e-8);
  }
}

TEST(GaussianMixture, SubsetsAreTheSameByStepsAndAtOnce) {
  GaussianMixture model = make(5, 2);
  expect_same_bits_by_steps(model, some_theta(model), shuffled(rows, {3, 64, 100, rows}));
}

// Rows far from every component: no underflow to log 0. The nearest component decides, 1e-12.
TEST(GaussianMixture, FarRowsHaveTheirLikelihood) {
  DataTable table = some_table(1, 1);
  table.x(0, 0) = 1e4;
  GaussianMixture model(table, of_components(2));
  Vector theta = Vector::Zero(model.dimension());
  theta[1] = 1.0;  // mean of the first
  const double expected =
      std::log(0.5) - 0.5 * std::log(2.0 * std::acos(-1.0)) - 0.5 * (1e4 - 1.0) * (1e4 - 1.0);
  EXPECT_NEAR(value_of(model, theta, shuffled(1, {1}), 0), expected, 1e-12 * std::abs(expected));
  theta[3] = -800.0;  // log variance of the first, which is nowhere near then
  EXPECT_NEAR(value_of(model, theta, shuffled(1, {1}), 0),
              std::log(0.5) - 0.5 * std::log(2.0 * std::acos(-1.0)) - 0.5e8, 1e-4);
  theta[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(value_of(model, theta, shuffled(1, {1}), 0), -std::numeric_limits<double>::infinity());
}

// The joint density of a mean m and t = log v; what is added stands for a planted fault.
double prior_integral(double jacobian_left_out) {
  const GaussianMixture model = make(1, 1);
  return integral(
      [&](double t) {
        const double sd = std::exp(0.5 * t);
        return sd * integral(
                        [&](double m) {
                          Vector theta(2);
                          theta << sd * m, t;
                          return std::exp(model.log_prior(theta, nullptr) - jacobian_left_out * t);
                        },
                        -25.0, 25.0, 400);
      },
      -8.0, 40.0, 3'000);
}

// Within 1e-10. Catches: a constant, the Jacobian of the logarithm, means' spread 4 for 2.
TEST(GaussianMixture, PriorOfMeanAndVarianceIntegratesToOne) {
  EXPECT_NEAR(prior_integral(0.0), 1.0, 1e-10);
  EXPECT_GT(std::abs(prior_integral(0.5) - 1.0), 0.1);
}

// Three weights with two coordinates, other parameters held: relative 1e-9.
TEST(GaussianMixture, PriorOfWeightsIntegratesToOne) {
  const GaussianMixture model = make(3, 1), one = make(1, 1);
  const double held = 3.0 * one.log_prior(Vector::Zero(2), nullptr);
  const double found = integral(
      [&](double a) {
        return integral(
            [&](double b) {
              Vector theta = Vector::Zero(model.dimension());
              theta[0] = a;
              theta[1] = b;
              return std::exp(model.log_prior(theta, nullptr) - held);
            },
            -30.0, 30.0, 600);
      },
      -30.0, 30.0, 600);
  EXPECT_NEAR(found, 1.0, 1e-9);
}

// 4.5 standard errors: false alarms 4e-4 (2 x 24 sums, and 3 moments in the next). The planted
// fault is the density of variances, not of their logarithms.
TEST(GaussianMixture, DrawsHaveThePriorsDensity) {
  const GaussianMixture model = make(5, 2);
  EXPECT_LT(score_distance(model), standard_errors_allowed);
  const auto without_jacobian = [&](const Vector& theta) {
    Vector gradient;
    model.log_prior(theta, &gradient);
    gradient.tail(10).array() -= 1.0;
    return gradient;
  };
  EXPECT_GT(score_distance(model, without_jacobian), standard_errors_allowed);
}

// Weights: mean 1/5, variance 4/150; 1/v has mean and variance 1; m^2 / (4 v) mean 1, variance 2.
TEST(GaussianMixture, DrawsHaveThePriorsMoments) {
  const GaussianMixture model = make(5, 2);
  Stream stream({.seed = 22, .purpose = Purpose::test});
  const double draws = 20'000.0;
  double weight = 0.0, precision = 0.0, square = 0.0;
  for (double i = 0.0; i < draws; i += 1.0) {
    const Vector user = model.to_user(model.draw_prior(stream));
    weight += user[3] - 0.2;
    precision += 1.0 / user[15 + 7] - 1.0;
    square += user[5 + 7] * user[5 + 7] / (4.0 * user[15 + 7]) - 1.0;
  }
  EXPECT_LT(std::abs(weight), standard_errors_allowed * std::sqrt(draws * 4.0 / 150.0));
  EXPECT_LT(std::abs(precision), standard_errors_allowed * std::sqrt(draws));
  EXPECT_LT(std::abs(square), standard_errors_allowed * std::sqrt(2.0 * draws));
}

TEST(GaussianMixture, PlaceOfThePriorsCentre) {
  const GaussianMixture model = make(4, 2);
  const Vector user = model.to_user(model.prior_mean(2.0));
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(user[k], 0.25, 1e-15);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(user[4 + i], 0.0);
    EXPECT_NEAR(user[12 + i], 2.0, 1e-15);
  }
}

// The stick's coordinates give back the weights that they were made of.
TEST(GaussianMixture, StickBreakingThereAndBack) {
  const StickBreaking sticks(4);
  const double numbers[4] = {0.3, 5.0, 1e-6, 2.0};
  double y[3], log_weights[4];
  sticks.coordinates_of(numbers, y);
  sticks.log_weights(y, log_weights);
  for (int k = 0; k < 4; ++k)
    EXPECT_NEAR(std::exp(log_weights[k]), numbers[k] / 7.300001, 1e-14) << k;
}

TEST(GaussianMixture, NamesAndRefusals) {
  EXPECT_EQ(
      make(2, 2).names(),
      (std::vector<std::string>{"weight1", "weight2", "mean1_1", "mean1_2", "mean2_1", "mean2_2",
                                "variance1_1", "variance1_2", "variance2_1", "variance2_2"}));
  const Failure none = caught([] { make(0, 2); });
  EXPECT_EQ(none.code(), ExitCode::usage);
  EXPECT_TRUE(mentions(none, "model.components"));
  DataTable table = some_table(rows, 2);
  table.offset.assign(rows, 0.0);
  const Failure offset = caught([&] { GaussianMixture(table, {}); });
  EXPECT_EQ(offset.code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(offset, "/offset"));
}

}  // namespace
}  // namespace photinus
