// Truth: the normal density by elimination in long double, of a covariance from the distances
// themselves; quadrature of the prior.
#include "photinus/model/gaussian_process.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/caught.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

constexpr int rows = 75, columns = 3;
constexpr double infinity = std::numeric_limits<double>::infinity();

Vector some_theta(double log_noise = -1.0) {
  Vector theta(columns + 2);
  theta << 0.3, -0.2, 1.1, 0.4, log_noise;
  return theta;
}

using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

double log_density(const DataTable& table, const RowOrder& order, std::int64_t n,
                   const Vector& user) {
  Wide work(n, n + 1);
  const long double signal = user[columns], noise = user[columns + 1];
  for (std::int64_t i = 0; i < n; ++i) {
    const auto row = order.rows[static_cast<std::size_t>(i)];
    work(i, n) = table.y[static_cast<std::size_t>(row)];
    for (std::int64_t j = 0; j < n; ++j) {
      long double squares = 0.0L;
      for (int d = 0; d < columns; ++d) {
        const long double other = table.x(order.rows[static_cast<std::size_t>(j)], d);
        const long double z = (table.x(row, d) - other) / user[d];
        squares += z * z;
      }
      work(i, j) = signal * signal * std::exp(-0.5L * squares) + (i == j ? noise * noise : 0.0L);
    }
  }
  long double sum = std::log(2.0L * std::acos(-1.0L)) * n;
  for (std::int64_t p = 0; p < n; ++p) {
    const long double pivot = work(p, p);
    sum += std::log(pivot) + work(p, n) * work(p, n) / pivot;
    for (std::int64_t i = p + 1; i < n; ++i) {
      const long double factor = work(i, p) / pivot;
      work.row(i) -= factor * work.row(p);
    }
  }
  return static_cast<double>(-0.5L * sum);
}

// Relative 1e-11. Catches: constants, lengths squared or not, noise as a variance, rows of the
// order mistaken, the last tile.
TEST(GaussianProcess, LikelihoodIsTheDensityOfTheResponses) {
  DataTable table = some_table(rows, columns);
  table.x.array() += 100.0;  // far from 0: only distances count
  GaussianProcess model(table);
  const RowOrder order = shuffled(rows, {1, 12, 40, rows});
  for (int k = 0; k < 4; ++k) {
    const double expected = log_density(table, order, order.sizes[static_cast<std::size_t>(k)],
                                        model.to_user(some_theta()));
    EXPECT_NEAR(value_of(model, some_theta(), order, k), expected, 1e-11 * std::abs(expected));
  }
}

TEST(GaussianProcess, GradientsAreDifferences) {
  GaussianProcess model(some_table(rows, columns));
  expect_gradients(model, some_theta(), shuffled(rows, {1, 12, 40, rows}), 1e-8);
}

// Exact. Catches: sums that depend on the size of the matrix, and what an earlier theta left.
TEST(GaussianProcess, OneFactorisationGivesEverySubset) {
  GaussianProcess model(some_table(rows, columns));
  const RowOrder order = shuffled(rows, {0, 1, 12, 40, 41, rows});
  SubsetSums sums;
  value_of(model, Vector::Zero(columns + 2), order, 5);
  EXPECT_EQ(model.extend(some_theta(), order, 5, false, sums), rows * rows * rows);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(sums.value(k), value_of(model, some_theta(), order, k));
  EXPECT_EQ(sums.value(0), 0.0);
}

// Exact: what replicas' moves leave to go on from changes no bit and no count. Subsets, their order
// and theta change at random; of two models one is new every time.
TEST(GaussianProcess, WhatIsKeptChangesNothing) {
  const DataTable table = some_table(rows, columns);
  GaussianProcess kept(table);
  RowOrder order = shuffled(rows, {1, 12, 13, 40, rows});
  Stream stream({.seed = 21, .purpose = Purpose::test});
  std::vector<Vector> thetas = {some_theta(), some_theta(-400.0), Vector::Zero(columns + 2)};
  for (int i = 0; i < 300; ++i) {
    const auto at = stream.below(thetas.size());
    const bool with_slope = stream.below(2) == 0;
    const int k = static_cast<int>(stream.below(5));
    if (stream.below(4) == 0) std::swap(order.rows[stream.below(rows)], order.rows[20]);
    GaussianProcess fresh(table);
    SubsetSums sums, expected;
    EXPECT_EQ(kept.extend(thetas[at], order, k, with_slope, sums),
              fresh.extend(thetas[at], order, k, with_slope, expected));
    for (int subset = 0; subset <= k; ++subset)
      ASSERT_EQ(sums.value(subset), expected.value(subset)) << i;
    if (with_slope) {
      ASSERT_EQ(sums.slope(k), expected.slope(k)) << i;
    }
    if (stream.below(3) == 0) kept.moved(thetas[stream.below(thetas.size())], thetas[at]);
    if (stream.below(5) == 0) thetas[at][0] += 0.1;
  }
}

// A likelihood of n rows counts n^3, what is known nothing.
TEST(GaussianProcess, EvaluationsAreCounted) {
  GaussianProcess model(some_table(rows, columns));
  const RowOrder order = shuffled(rows, {10, 40, rows});
  SubsetSums sums;
  EXPECT_EQ(model.evaluations(rows), rows * rows * rows);
  EXPECT_EQ(model.extend(some_theta(), order, 1, false, sums), 64'000);
  EXPECT_EQ(model.extend(some_theta(), order, 0, false, sums), 0);
  EXPECT_EQ(model.extend(some_theta(), order, 1, false, sums), 0);
  EXPECT_EQ(model.extend(some_theta(), order, 1, true, sums), 64'000);
  EXPECT_EQ(model.extend(some_theta(), order, 1, true, sums), 0);
  EXPECT_FALSE(sums.knows(0, true));
  EXPECT_EQ(model.extend(some_theta(), order, 2, true, sums), rows * rows * rows);
  EXPECT_TRUE(sums.knows(1, true));
  EXPECT_EQ(sums.slope(1).size(), columns + 2);
  EXPECT_EQ(sums.known(), 3);
}

// Equal rows without noise have no factor; the rows before them have.
TEST(GaussianProcess, MatricesWithoutAFactor) {
  DataTable table = some_table(rows, columns);
  const RowOrder order = shuffled(rows, {10, 40, rows});
  table.x.row(order.rows[30]) = table.x.row(order.rows[2]);
  GaussianProcess model(table);
  SubsetSums sums;
  const Vector without_noise = some_theta(-400.0);
  model.extend(without_noise, order, 2, true, sums);
  EXPECT_EQ(sums.value(0), value_of(model, without_noise, order, 0));
  EXPECT_TRUE(std::isfinite(sums.value(0)));
  EXPECT_EQ(sums.value(1), -infinity);
  EXPECT_EQ(sums.value(2), -infinity);
  EXPECT_EQ(sums.slope(2), Vector::Zero(columns + 2));
}

TEST(GaussianProcess, ThetaOutOfReachHasNoLikelihood) {
  GaussianProcess model(some_table(rows, columns));
  const RowOrder order = shuffled(rows, {10, rows});
  for (int j = 0; j < columns + 2; ++j)
    for (const double bad : {std::nan(""), infinity}) {
      if (j < columns && bad == infinity) continue;  // a column that does not matter
      Vector theta = some_theta();
      theta[j] = bad;
      SubsetSums sums;
      model.extend(theta, order, 1, true, sums);
      EXPECT_EQ(sums.value(0), -infinity) << j;
      EXPECT_EQ(sums.value(1), -infinity) << j;
      EXPECT_EQ(sums.slope(1), Vector::Zero(columns + 2)) << j;
    }
}

// The integrals over one coordinate each with the others held at h multiply to p(h)^(P - 1).
double excess_of_integrals(const DataModel& model, double jacobian_left_out) {
  const int p = model.dimension();
  const Vector held = Vector::Zero(p);
  double sum = -(p - 1) * model.log_prior(held, nullptr);
  for (int j = 0; j < p; ++j)
    sum += std::log(integral(
        [&](double t) {
          Vector theta = held;
          theta[j] = t;
          const double left_out = j < p - 2 ? 0.0 : jacobian_left_out * t;
          return std::exp(model.log_prior(theta, nullptr) - left_out);
        },
        -30.0, 12.0, 20'000));
  return sum;
}

// Within 1e-10. Catches: Gamma's constants and rate, the Jacobians, half a log(2 pi).
TEST(GaussianProcess, PriorIntegratesToOne) {
  const GaussianProcess model(some_table(rows, columns));
  EXPECT_NEAR(excess_of_integrals(model, 0.0), 0.0, 1e-10);
  EXPECT_GT(std::abs(excess_of_integrals(model, 1.0)), 0.1);
}

// 4.5 standard errors: false alarms 1e-4 (10 sums, 5 moments). The planted fault is a rate of 1 for
// the noise.
TEST(GaussianProcess, DrawsHaveThePriorsDensity) {
  const GaussianProcess model(some_table(rows, columns));
  EXPECT_LT(score_distance(model), standard_errors_allowed);
  const auto of_another_rate = [&](const Vector& theta) {
    Vector gradient;
    model.log_prior(theta, &gradient);
    gradient[columns + 1] = 2.0 - std::exp(theta[columns + 1]);
    return gradient;
  };
  EXPECT_GT(score_distance(model, of_another_rate), standard_errors_allowed);
}

// Means and variances: log l 0.5 and 1, s_f 4 and 4, s_n 1 and 1/2.
TEST(GaussianProcess, DrawsHaveThePriorsMoments) {
  const GaussianProcess model(some_table(rows, columns));
  Stream stream({.seed = 31, .purpose = Purpose::test});
  const double draws = 20'000.0;
  Vector sum = Vector::Zero(5);
  for (double i = 0.0; i < draws; i += 1.0) {
    const Vector user = model.to_user(model.draw_prior(stream));
    for (int d = 0; d < columns; ++d) sum[d] += std::log(user[d]) - 0.5;
    sum[3] += (user[3] - 4.0) / 2.0;
    sum[4] += (user[4] - 1.0) / std::sqrt(0.5);
  }
  EXPECT_LT(sum.cwiseAbs().maxCoeff(), standard_errors_allowed * std::sqrt(draws));
}

TEST(GaussianProcess, NamesAndPlaceOfThePriorsMean) {
  const GaussianProcess model(some_table(rows, columns));
  EXPECT_EQ(model.names(),
            (std::vector<std::string>{"length1", "length2", "length3", "signal_sd", "noise_sd"}));
  const Vector user = model.to_user(model.prior_mean(0.5));
  const double expected[] = {0.5 * std::exp(1.0), 0.5 * std::exp(1.0), 0.5 * std::exp(1.0), 2.0,
                             0.5};
  for (int j = 0; j < 5; ++j) EXPECT_NEAR(user[j], expected[j], 1e-14) << j;
}

TEST(GaussianProcess, TablesThatDoNotFit) {
  DataTable table = some_table(rows, columns);
  table.weight.assign(rows, 1.0);
  EXPECT_TRUE(mentions(caught([&] { GaussianProcess{table}; }), "/weights"));
  table.weight.clear();
  table.y.clear();
  const Failure failure = caught([&] { GaussianProcess{table}; });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(failure, "there is no dataset /y"));
  table.x.setZero(20'001, 1);
  table.y.assign(20'001, 0.0);
  EXPECT_TRUE(mentions(caught([&] { GaussianProcess{table}; }), "20001 rows"));
}

}  // namespace
}  // namespace photinus
