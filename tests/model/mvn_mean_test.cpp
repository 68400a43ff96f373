// Truth: the normal density by elimination in long double; conjugate posteriors; quadrature.
#include "photinus/model/mvn_mean.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/caught.hpp"
#include "support/whole_models.hpp"

namespace photinus {
namespace {

constexpr int rows = 150, columns = 5;

std::vector<double> full_covariance() {
  std::vector<double> numbers;
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < columns; ++j) numbers.push_back(i == j ? 1.0 + i : 0.5);
  return numbers;
}

ModelNumbers with_covariance(std::vector<double> covariance) {
  ModelNumbers numbers;
  numbers.covariance = std::move(covariance);
  return numbers;
}

Prior some_prior(int dimension = columns) {
  return Prior::normal(Vector::LinSpaced(dimension, 0.5, 2.0));
}

MvnMean make(std::vector<double> covariance) {
  return {some_table(rows, columns), with_covariance(std::move(covariance)), some_prior()};
}

Vector some_theta() { return Vector::LinSpaced(columns, -0.6, 0.9); }

using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

// -(r'S^-1 r + log det S + D log 2 pi) / 2, by elimination of r from (S, r).
double log_density(const Wide& covariance, const Wide& residual) {
  const auto d = covariance.rows();
  Wide work(d, d + 1);
  work << covariance, residual;
  long double sum = std::log(2.0L * std::acos(-1.0L)) * d;
  for (Eigen::Index p = 0; p < d; ++p) {
    const long double pivot = work(p, p);
    sum += std::log(pivot) + work(p, d) * work(p, d) / pivot;
    for (Eigen::Index i = p + 1; i < d; ++i) {
      const long double factor = work(i, p) / pivot;
      work.row(i) -= factor * work.row(p);
    }
  }
  return static_cast<double>(-0.5L * sum);
}

Wide matrix_of(const std::vector<double>& numbers) {
  Wide matrix = Wide::Zero(columns, columns);
  for (int i = 0; i < columns; ++i)
    for (int j = 0; j < columns; ++j) {
      const auto at = [&](int n) {
        return static_cast<long double>(numbers[static_cast<std::size_t>(n)]);
      };
      if (numbers.size() == 1 && i == j) matrix(i, j) = at(0);
      if (numbers.size() == columns && i == j) matrix(i, j) = at(i);
      if (numbers.size() > columns) matrix(i, j) = at(columns * i + j);
    }
  return matrix;
}

const std::vector<std::vector<double>>& covariances() {
  static const std::vector<std::vector<double>> all{
      {2.5}, {0.5, 1.0, 2.0, 0.1, 7.0}, full_covariance()};
  return all;
}

// Relative 1e-13. Catches: constants, the determinant's sign, variances taken for deviations.
TEST(MvnMean, LikelihoodIsTheDensityOfItsRows) {
  const DataTable table = some_table(rows, columns);
  const RowOrder order = shuffled(rows, {1, 40, rows});
  for (const auto& covariance : covariances()) {
    MvnMean model = make(covariance);
    for (int k = 0; k < 3; ++k) {
      double expected = 0.0;
      for (std::int64_t i = 0; i < order.sizes[static_cast<std::size_t>(k)]; ++i) {
        const Vector residual =
            table.x.row(order.rows[static_cast<std::size_t>(i)]).transpose() - some_theta();
        expected += log_density(matrix_of(covariance), residual.cast<long double>());
      }
      EXPECT_NEAR(value_of(model, some_theta(), order, k), expected, 1e-13 * std::abs(expected));
    }
  }
}

TEST(MvnMean, GradientsAreDifferences) {
  for (const auto& covariance : covariances()) {
    MvnMean model = make(covariance);
    expect_gradients(model, some_theta(), shuffled(rows, {1, 40, rows}), 1e-9);
  }
}

TEST(MvnMean, SubsetsAreTheSameByStepsAndAtOnce) {
  MvnMean model = make(full_covariance());
  expect_same_bits_by_steps(model, some_theta(), shuffled(rows, {3, 40, 41, rows}));
}

// With all of it a constant: log p(theta | x) - log N(theta; mean, covariance) within 1e-11.
TEST(MvnMean, PosteriorIsConjugate) {
  const RowOrder order = shuffled(rows, {1, 40, rows});
  for (const auto& covariance : covariances()) {
    MvnMean model = make(covariance);
    for (int k = 0; k < 3; ++k) {
      const auto size = static_cast<std::size_t>(order.sizes[static_cast<std::size_t>(k)]);
      const auto posterior = model.posterior({order.rows.data(), size});
      const auto evidence = [&](const Vector& theta) {
        const Vector from_mean = theta - posterior.mean;
        return model.log_prior(theta, nullptr) + value_of(model, theta, order, k) -
               log_density(posterior.covariance.cast<long double>(), from_mean.cast<long double>());
      };
      EXPECT_NEAR(evidence(some_theta()), evidence(Vector::Constant(columns, -0.4)), 1e-11);
    }
  }
}

// The prior integrates to 1 (1e-12), its draws have its density, and 4.5 standard errors see draws
// a tenth too wide: false alarms 1e-4 (10 sums).
TEST(MvnMean, PriorAndItsDraws) {
  const MvnMean one(some_table(10, 1), {}, some_prior(1));
  const auto density = [&](double t) {
    return std::exp(one.log_prior(Vector::Constant(1, t), nullptr));
  };
  EXPECT_NEAR(integral(density, -30.0, 30.0), 1.0, 1e-12);
  const MvnMean model = make({1.0});
  EXPECT_LT(score_distance(model), standard_errors_allowed);
  const auto of_narrower = [&](const Vector& theta) {
    Vector gradient;
    model.log_prior(1.1 * theta, &gradient);
    return gradient;
  };
  EXPECT_GT(score_distance(model, of_narrower), standard_errors_allowed);
  EXPECT_EQ(model.prior_mean(2.0), Vector::Zero(columns));
}

TEST(MvnMean, Names) {
  DataTable table = some_table(rows, 2);
  EXPECT_EQ(MvnMean(table, {}, some_prior(2)).names(), (std::vector<std::string>{"mu1", "mu2"}));
  table.header.column_names = {"age", "income"};
  EXPECT_EQ(MvnMean(table, {}, some_prior(2)).names(), table.header.column_names);
}

TEST(MvnMean, ThetaOutOfReachHasNoLikelihood) {
  MvnMean model = make({1.0});
  const RowOrder order = shuffled(rows, {rows});
  for (const double bad : {1e200, std::numeric_limits<double>::quiet_NaN()}) {
    Vector theta = some_theta();
    theta[2] = bad;
    EXPECT_EQ(value_of(model, theta, order, 0), -std::numeric_limits<double>::infinity());
  }
}

TEST(MvnMean, CovariancesThatAreNone) {
  std::vector<double> skew = full_covariance();
  skew[1] = 0.4;
  std::vector<double> indefinite = full_covariance();
  for (int i = 0; i < columns; ++i) indefinite[static_cast<std::size_t>(columns * i + i)] = 0.3;
  const std::pair<std::vector<double>, const char*> cases[] = {
      {{}, "has 0 numbers"},         {{1.0, 2.0}, "has 2 numbers"},
      {{0.0}, "positive definite"},  {{-1.0}, "positive definite"},
      {skew, "symmetric"},           {indefinite, "positive definite"},
      {{std::nan("")}, "not finite"}};
  for (const auto& [covariance, part] : cases) {
    const Failure failure = caught([&] { make(covariance); });
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_TRUE(mentions(failure, "model.covariance"));
    EXPECT_TRUE(mentions(failure, part));
  }
}

TEST(MvnMean, TablesAndPriorsThatDoNotFit) {
  DataTable table = some_table(rows, columns);
  EXPECT_EQ(caught([&] { MvnMean(table, {}, some_prior(4)); }).code(), ExitCode::usage);
  table.weight.assign(rows, 1.0);
  const Failure failure = caught([&] { MvnMean(table, {}, some_prior()); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(failure, "/weights"));
}

}  // namespace
}  // namespace photinus
