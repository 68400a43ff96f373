// A likelihood that is not log-concave. Truth: expectation maximisation written out here, which
// climbs from wherever it starts (Lange, Little & Taylor 1989).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/families/built_in.hpp"
#include "support/mode_problem.hpp"
#include "support/student_t.hpp"

namespace photinus {
namespace {

// y = x1 - x2 + ... + 1 + noise of two sizes; 0 is far from the mode in units of sigma.
DataFile regression_file(int rows, int columns) {
  DataFile file = plain_file(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
  file.y_type = DataFile::Type::float64;
  const auto p = static_cast<std::size_t>(columns);
  Stream stream({.seed = 63, .purpose = Purpose::test});
  for (std::size_t i = 0; i < file.y.size(); ++i) {
    double eta = 1.0;
    for (std::size_t j = 0; j < p; ++j) eta += (j % 2 == 0 ? 1.0 : -1.0) * file.x[i * p + j];
    file.y[i] = eta + (stream.uniform() < 0.05 ? 3.0 : 0.2) * stream.normal();
  }
  return file;
}

DenseRow dense_row(const StudentTDouble& family, double y, double eta) {
  const double r = (y - eta) / family.sigma, nu = family.nu, s = family.sigma;
  return {family.shift - 0.5 * (nu + 1.0) * std::log1p(r * r / nu),
          (nu + 1.0) * r / ((nu + r * r) * s),
          (nu + 1.0) * (nu - r * r) / std::pow((nu + r * r) * s, 2)};
}

Dense dense(const DataFile& file, const StudentTDouble& family, const Vector& theta) {
  return {design(file, theta.size()), file.y, theta,
          [&](double y, double eta) { return dense_row(family, y, eta); }};
}

Vector dense_em(const DataFile& file, const StudentTDouble& family, double prior_precision, int p) {
  const Matrix x = design(file, p);
  Vector theta = Vector::Zero(p);
  for (int step = 0; step < 300; ++step) {
    Matrix a = prior_precision * Matrix::Identity(p, p);
    Vector b = Vector::Zero(p);
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const double y = file.y[static_cast<std::size_t>(i)];
      const double r = (y - x.row(i).dot(theta)) / family.sigma;
      const double weight = (family.nu + 1.0) / (family.nu + r * r) / std::pow(family.sigma, 2);
      a += weight * x.row(i).transpose() * x.row(i);
      b += weight * y * x.row(i).transpose();
    }
    theta = a.ldlt().solve(b);
  }
  return theta;
}

FoundMode search(const DataFile& file, const StudentTDouble& family, const Prior& prior,
                 int ranks = 1) {
  return find_mode_of(
      file, family_entry<StudentTDouble>([family](const ModelNumbers&) { return family; }), prior,
      ranks);
}

bool used(const FoundMode& mode, Derivatives derivatives) {
  return std::any_of(mode.evaluates.begin(), mode.evaluates.end(),
                     [&](const auto& command) { return command.derivatives == derivatives; });
}

Prior all(int p, const ParameterPrior& prior) {
  return Prior(std::vector<ParameterPrior>(static_cast<std::size_t>(p), prior));
}

// Catches: a search that trusts an indefinite Hessian, or ends at a saddle.
TEST(StudentTMode, IsThatOfExpectationMaximisation) {
  const StudentTDouble family;
  for (const int rows : {300, 4'000}) {
    const DataFile file = regression_file(rows, 3);
    const Dense at_zero = dense(file, family, Vector::Zero(4));
    EXPECT_LT(Eigen::SelfAdjointEigenSolver<Matrix>(at_zero.precision).eigenvalues().minCoeff(),
              0.0);
    for (const double scale : {std::numeric_limits<double>::infinity(), 1.0}) {
      const FoundMode mode = search(file, family, Prior::normal(Vector::Constant(4, scale)));
      const Vector truth = dense_em(file, family, 1.0 / (scale * scale), 4);
      const Vector off = mode.theta - truth;
      EXPECT_LT(std::sqrt(off.dot(mode.precision * off)), 5e-5);
      EXPECT_TRUE(used(mode, Derivatives::majorizer));
      EXPECT_EQ(mode.evaluates.front().share < 1.0, rows == 4'000);
      const Matrix precision =
          dense(file, family, truth).precision + Matrix::Identity(4, 4) / (scale * scale);
      EXPECT_LT((mode.precision - precision).norm(), 0.02 * precision.norm());
    }
  }
}

// Conditions of an optimum, as in mode_kinks_test.
TEST(StudentTMode, UnderALaplacePrior) {
  const StudentTDouble family;
  DataFile file = regression_file(300, 4);
  for (std::size_t i = 0; i < file.y.size(); ++i) file.y[i] -= file.x[4 * i];  // x1 plays no part
  const double s = 0.002;
  const FoundMode mode = search(file, family, all(5, {PriorFamily::laplace, s}));
  const Vector gradient = dense(file, family, mode.theta).gradient;
  EXPECT_EQ(mode.theta[0], 0.0);
  for (Eigen::Index j = 0; j < 5; ++j)
    if (mode.theta[j] == 0.0)
      EXPECT_LE(std::abs(gradient[j]), 1.0 / s);
    else
      EXPECT_LT(std::abs(gradient[j] - (mode.theta[j] > 0.0 ? 1.0 : -1.0) / s),
                5e-5 * std::sqrt(mode.precision.diagonal().sum()));
}

TEST(StudentTMode, UnderAStudentTPrior) {
  const StudentTDouble family;
  const DataFile file = regression_file(300, 3);
  const Prior prior = all(4, {PriorFamily::student_t, 0.05, 2.0});
  const Mode mode = search(file, family, prior);
  const Vector gradient = dense(file, family, mode.theta).gradient + prior.gradient(mode.theta);
  EXPECT_LT(gradient.norm(), 5e-5 * std::sqrt(mode.precision.diagonal().sum()));
}

TEST(StudentTMode, EveryRankCountFindsTheSameBits) {
  const DataFile file = regression_file(4'000, 3);
  const Prior prior = all(4, {});
  const Mode truth = search(file, {}, prior);
  for (const int ranks : {2, 3, 5}) {
    const Mode mode = search(file, {}, prior, ranks);
    EXPECT_EQ(mode.theta, truth.theta);
    EXPECT_EQ(mode.precision, truth.precision);
    EXPECT_EQ(mode.evaluations, truth.evaluations);
  }
}

// A density's log-likelihood may be anywhere; here it is -0.3 at the mode, where a family of labels
// would be separable. Catches: the rule for labels applied to densities.
TEST(StudentTMode, IsNotTakenForSeparableLabels) {
  const DataFile file = regression_file(300, 3);
  StudentTDouble family;
  const Mode truth = search(file, family, all(4, {}));
  family.shift = (-0.3 - truth.log_likelihood) / 300.0;
  const Mode mode = search(file, family, all(4, {}));
  EXPECT_NEAR(mode.log_likelihood, -0.3, 1e-6);
  EXPECT_EQ(mode.theta, truth.theta);
}

TEST(StudentTMode, CollinearColumnsUnderAFlatPrior) {
  DataFile file = regression_file(300, 3);
  for (std::size_t i = 0; i < file.y.size(); ++i) file.x[3 * i + 2] = 2.0 * file.x[3 * i];
  EXPECT_THROW(search(file, {}, all(4, {})), Failure);
  EXPECT_NO_THROW(search(file, {}, Prior::normal(Vector::Ones(4))));
}

}  // namespace
}  // namespace photinus
