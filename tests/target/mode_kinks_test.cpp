// Modes under priors that are not Gaussian. Truth: sums over rows written out here; the conditions
// of Karush, Kuhn and Tucker; a search coordinate by coordinate that knows no derivatives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "photinus/families/built_in.hpp"
#include "support/mode_problem.hpp"

namespace photinus {
namespace {

// Every second coefficient is 0, the others +-1.
DataFile sparse_file(int rows, int columns) {
  DataFile file = plain_file(static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns));
  const auto p = static_cast<std::size_t>(columns);
  Stream stream({.seed = 62, .purpose = Purpose::test});
  for (std::size_t i = 0; i < file.y.size(); ++i) {
    double eta = 0.3;
    for (std::size_t j = 0; j < p; j += 2) eta += (j % 4 == 0 ? 1.0 : -1.0) * file.x[i * p + j];
    file.y[i] = stream.uniform() < 1.0 / (1.0 + std::exp(-eta)) ? 1.0 : 0.0;
  }
  return file;
}

Prior laplace(int parameters, double scale) {
  return Prior(std::vector<ParameterPrior>(static_cast<std::size_t>(parameters),
                                           {PriorFamily::laplace, scale}));
}

FoundMode search(const DataFile& file, const Prior& prior, int ranks = 1) {
  return find_mode_of(file, family_entry<Logistic>(), prior, ranks);
}

struct Breach {
  double at_zero = 0.0;    // of |g_j| <= 1/s
  double elsewhere = 0.0;  // of g_j = sign(theta_j)/s, in units of the largest curvature's root
  int zeros = 0;
};

Breach breach(const DataFile& file, const Vector& theta, double scale) {
  const Dense at(design(file, theta.size()), file.y, theta, dense_logistic);
  const double unit =
      std::sqrt(Eigen::SelfAdjointEigenSolver<Matrix>(at.precision).eigenvalues().maxCoeff());
  Breach worst;
  for (Eigen::Index j = 0; j < theta.size(); ++j)
    if (theta[j] == 0.0) {
      ++worst.zeros;
      worst.at_zero = std::max(worst.at_zero, std::abs(at.gradient[j]) * scale - 1.0);
    } else {
      const double off = at.gradient[j] - (theta[j] > 0.0 ? 1.0 : -1.0) / scale;
      worst.elsewhere = std::max(worst.elsewhere, std::abs(off) / unit);
    }
  return worst;
}

// A step gains less than 1e-9 nats: |subgradient| < sqrt(2e-9) units, 4.5e-5. Planted fault: the
// mode of a normal prior of the same variance breaks both conditions.
TEST(ModeUnderLaplace, MeetsTheConditionsOfAnOptimum) {
  for (const auto& [rows, scale] : {std::pair{400, 0.03}, {400, 1.0}, {5'000, 0.01}}) {
    SCOPED_TRACE(scale);
    const DataFile file = sparse_file(rows, 6);
    const FoundMode mode = search(file, laplace(7, scale));
    const Breach found = breach(file, mode.theta, scale);
    EXPECT_EQ(found.zeros > 0, scale < 1.0);
    EXPECT_EQ(found.at_zero, 0.0);
    EXPECT_LT(found.elsewhere, 5e-5);
    EXPECT_LT(mode.gradient_norm, 5e-5 * std::sqrt(mode.precision.diagonal().sum()));
    const Mode normal = search(file, Prior::normal(Vector::Constant(7, std::sqrt(2.0) * scale)));
    EXPECT_GT(breach(file, normal.theta, scale).elsewhere, 1e-3);
  }
}

// The search without derivatives ends 1e-7 or less from the optimum: 1e-14 x curvature nats.
TEST(ModeUnderLaplace, NoCoordinateSearchFindsMore) {
  const DataFile file = sparse_file(300, 4);
  const Prior prior = laplace(5, 0.05);
  const Matrix x = design(file, 5);
  const auto density = [&](const Vector& theta) {
    double sum = prior.log_density(theta);
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      sum += dense_logistic(file.y[static_cast<std::size_t>(i)], x.row(i).dot(theta)).value;
    return sum;
  };
  Vector best = Vector::Zero(5);
  double highest = density(best);
  for (double step = 1.0; step > 1e-7; step *= 0.5)
    for (bool moved = true; moved;) {
      moved = false;
      for (Eigen::Index j = 0; j < 5; ++j)
        for (const double side : {step, -step}) {
          Vector next = best;
          next[j] += side;
          if (density(next) <= highest) continue;
          highest = density(best = next);
          moved = true;
        }
    }
  const Mode mode = search(file, prior);
  EXPECT_NEAR(mode.log_density, highest, 2e-9);
  EXPECT_NEAR(density(mode.theta), highest, 2e-9);
  const Vector off = mode.theta - best;
  EXPECT_LT(std::sqrt(off.dot(mode.precision * off)), 1e-4);
}

// D > N: the likelihood's curvature is singular, and the kinks make up for it.
TEST(ModeUnderLaplace, MoreParametersThanRows) {
  const DataFile file = sparse_file(30, 40);
  const FoundMode mode = search(file, laplace(41, 0.5));
  const Breach found = breach(file, mode.theta, 0.5);
  EXPECT_GE(found.zeros, 41 - 30);
  EXPECT_EQ(found.at_zero, 0.0);
  EXPECT_LT(found.elsewhere, 5e-5);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(mode.precision).eigenvalues().minCoeff(), 0.0);
}

// The prior counts by 1/(s max(|theta_j|, w_j)), w_j the standard deviation with 1/(2 s^2) in its
// place; 2 % as the likelihood's part is kept over the last steps.
TEST(ModeUnderLaplace, PrecisionFeelsTheKinkAtTheScaleOfThePosterior) {
  const double s = 0.03;
  const DataFile file = sparse_file(400, 6);
  const Mode mode = search(file, laplace(7, s));
  Matrix likelihood = Dense(design(file, 7), file.y, mode.theta, dense_logistic).precision;
  Matrix widened = likelihood;
  for (Eigen::Index j = 0; j < 7; ++j)
    widened(j, j) += 1.0 / (s * std::max(std::abs(mode.theta[j]), 2.0 * s));
  const Matrix covariance = widened.inverse();
  for (Eigen::Index j = 0; j < 7; ++j) {
    const double width = std::max(std::abs(mode.theta[j]), std::sqrt(covariance(j, j)));
    EXPECT_NEAR(mode.precision(j, j) / (likelihood(j, j) + 1.0 / (s * width)), 1.0, 0.02);
  }
}

TEST(ModeUnderLaplace, EveryRankCountFindsTheSameBits) {
  const DataFile file = sparse_file(5'000, 6);
  const Mode truth = search(file, laplace(7, 0.02));
  for (const int ranks : {2, 3, 5}) {
    const Mode mode = search(file, laplace(7, 0.02), ranks);
    EXPECT_EQ(mode.theta, truth.theta);
    EXPECT_EQ(mode.precision, truth.precision);
    EXPECT_EQ(mode.evaluations, truth.evaluations);
  }
}

TEST(ModeUnderLaplace, KinksDoNotHideColumnsWithoutAMode) {
  DataFile file = sparse_file(500, 4);
  for (std::size_t i = 0; i < file.y.size(); ++i) file.x[4 * i + 2] = 2.0 * file.x[4 * i];
  std::vector<ParameterPrior> some(5);
  some[1] = {PriorFamily::laplace, 0.05};
  EXPECT_THROW(search(file, Prior(some)), Failure);
  some[2] = {PriorFamily::laplace, 0.05};
  EXPECT_NO_THROW(search(file, Prior(some)));
}

// One parameter of each family: the gradient written out here vanishes at the mode, in units of the
// precision's root. Planted fault: half the prior's gradient leaves 1e-2 or more.
TEST(ModeUnderEveryPrior, GradientVanishes) {
  const DataFile file = sparse_file(400, 6);
  const double flat = std::numeric_limits<double>::infinity();
  std::vector<ParameterPrior> parameters;
  for (const PriorFamily family :
       {PriorFamily::normal, PriorFamily::student_t, PriorFamily::laplace, PriorFamily::half_normal,
        PriorFamily::half_cauchy, PriorFamily::half_t, PriorFamily::flat})
    parameters.push_back({family, 0.1, 3.0});
  const Prior prior(parameters);
  const Mode mode = search(file, prior);
  EXPECT_LT(mode.theta.norm(), flat);
  const Vector likelihood = Dense(design(file, 7), file.y, mode.theta, dense_logistic).gradient;
  const Vector units = mode.precision.diagonal().cwiseSqrt().cwiseInverse();
  ASSERT_NE(mode.theta[2], 0.0);
  const Vector whole = likelihood + prior.gradient(mode.theta);
  const Vector half = likelihood + 0.5 * prior.gradient(mode.theta);
  EXPECT_LT(units.cwiseProduct(whole).norm(), 1e-4);
  for (int j = 0; j < 6; ++j) EXPECT_GT(std::abs(units[j] * half[j]), 1e-2) << j;
}

}  // namespace
}  // namespace photinus
