// Truth: a dense Newton search written out here, in double.
#include "photinus/target/mode.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "photinus/model/logistic.hpp"
#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/temporary_directory.hpp"

namespace photinus {
namespace {

constexpr double flat = std::numeric_limits<double>::infinity();

/// Logistic regression on a file that is written, loaded and searched.
class ModeSearch : public ::testing::Test {
 protected:
  // Labels from theta = 1 at every column; columns multiplied by `scales`.
  static DataFile file_with(int rows, const std::vector<double>& scales, double strength = 1.0) {
    DataFile file = plain_file(static_cast<std::uint64_t>(rows), scales.size());
    Stream stream({.seed = 61, .purpose = Purpose::test});
    for (std::size_t i = 0; i < file.y.size(); ++i) {
      double eta = 0.0;
      for (std::size_t j = 0; j < scales.size(); ++j) {
        eta += strength * file.x[i * scales.size() + j];
        file.x[i * scales.size() + j] *= scales[j];
      }
      file.y[i] = stream.uniform() < 1.0 / (1.0 + std::exp(-eta)) ? 1.0 : 0.0;
    }
    return file;
  }

  Mode search(const DataFile& file, const Vector& prior_scales, int ranks = 1,
              InterceptRule rule = InterceptRule::automatic) const {
    const std::string path = directory_.file("data.h5");
    file.write(path);
    const FileHeader header = read_header(path);
    LocalTeam team(ranks, {family_entry<Logistic>()});
    const auto reply = team.ask(Load{header, make_layout(header.rows), "logistic", true});
    const auto space = make_parameters(header, reply.range, rule);
    team.ask(Prepare{0, 1});
    return find_mode(team, NormalPrior(prior_scales), space, {});
  }

  TemporaryDirectory directory_;
};

struct Truth {
  Vector theta, gradient;
  Matrix precision;
  double log_likelihood = 0.0;
};

// Intercept added as the last parameter where `scales` has one more element than the file.
Truth dense_newton(const DataFile& file, const Vector& scales) {
  const auto n = static_cast<Eigen::Index>(file.y.size());
  const auto columns = static_cast<Eigen::Index>(file.x_shape[1]);
  Matrix x = Matrix::Ones(n, scales.size());
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < columns; ++j)
      x(i, j) = file.x[static_cast<std::size_t>(i * columns + j)];
  const Vector precision = scales.cwiseProduct(scales).cwiseInverse();
  Truth truth{Vector::Zero(scales.size()), {}, {}, 0.0};
  for (int step = 0; step < 50; ++step) {
    Vector residual(n), weight(n);
    truth.log_likelihood = 0.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double eta = x.row(i).dot(truth.theta), p = 1.0 / (1.0 + std::exp(-eta));
      const double y = file.y[static_cast<std::size_t>(i)];
      truth.log_likelihood += y > 0.5 ? std::log(p) : std::log1p(-p);
      residual[i] = y - p;
      weight[i] = p * (1.0 - p);
    }
    truth.gradient = x.transpose() * residual - precision.cwiseProduct(truth.theta);
    truth.precision = x.transpose() * weight.asDiagonal() * x;
    truth.precision.diagonal() += precision;
    if (step == 49) break;
    truth.theta += truth.precision.ldlt().solve(truth.gradient);
  }
  return truth;
}

// The search ends where a step gains less than 1e-9 nats: sqrt(2e-9) = 4.5e-5 posterior standard
// deviations from the mode, the density 1e-9 below it, and rounding of a sum of 1,000 terms.
void expect_mode(const Mode& mode, const Truth& truth) {
  const Vector off = mode.theta - truth.theta;
  EXPECT_LT(std::sqrt(off.dot(truth.precision * off)), 5e-5);
  EXPECT_NEAR(mode.log_likelihood, truth.log_likelihood, 1e-4);
  for (Eigen::Index i = 0; i < mode.precision.rows(); ++i)
    for (Eigen::Index j = 0; j < mode.precision.cols(); ++j)
      EXPECT_NEAR(mode.precision(i, j), truth.precision(i, j),
                  1e-4 * std::sqrt(truth.precision(i, i) * truth.precision(j, j)));
}

// Catches: a prior left out of gradient or curvature, per-column scales exchanged.
TEST_F(ModeSearch, FindsTheModeUnderOneScaleOrMany) {
  const DataFile file = file_with(1'000, {1.0, 1.0, 1.0});
  Vector scales(4);
  for (const std::vector<double>& values :
       std::vector<std::vector<double>>{{1.0, 1.0, 1.0, 1.0},
                                        {0.01, 0.1, 1.0, 10.0},
                                        {flat, flat, flat, flat},
                                        {1.0, flat, 0.001, flat}}) {
    std::copy(values.begin(), values.end(), scales.data());
    const Mode mode = search(file, scales);
    const Truth truth = dense_newton(file, scales);
    expect_mode(mode, truth);
    EXPECT_NEAR(mode.log_density, mode.log_likelihood + NormalPrior(scales).log_density(mode.theta),
                1e-9);
  }
}

// 1e-9 is the decrement g' H^-1 g / 2, so |g| < sqrt(2e-9 x largest eigenvalue).
TEST_F(ModeSearch, GradientVanishes) {
  const Mode mode = search(file_with(1'000, {1.0, 1.0}), Vector::Ones(3));
  const double largest =
      Eigen::SelfAdjointEigenSolver<Matrix>(mode.precision).eigenvalues().maxCoeff();
  EXPECT_LT(mode.gradient_norm, std::sqrt(2e-9 * largest));
}

// Exact. Catches: a search that depends on how rows are shared.
TEST_F(ModeSearch, EveryRankCountFindsTheSameBits) {
  const DataFile file = file_with(1'000, {1.0, 1.0, 1.0});
  const Mode truth = search(file, Vector::Ones(4));
  for (const int ranks : {2, 3, 5, 8}) {
    const Mode mode = search(file, Vector::Ones(4), ranks);
    EXPECT_EQ(mode.theta, truth.theta);
    EXPECT_EQ(mode.precision, truth.precision);
    EXPECT_EQ(mode.log_density, truth.log_density);
    EXPECT_EQ(mode.gradient_norm, truth.gradient_norm);
    EXPECT_EQ(mode.evaluations, truth.evaluations);
  }
}

TEST_F(ModeSearch, CountsItsPasses) {
  const Mode mode = search(file_with(1'000, {1.0, 1.0}), Vector::Ones(3));
  EXPECT_EQ(static_cast<double>(mode.evaluations), 1'000.0 * mode.data_passes);
  EXPECT_GE(mode.data_passes, mode.iterations + 1.0);
  EXPECT_LE(mode.iterations, 10);
}

// Units of measurement are no collinearity. Catches: a test of the curvature that depends on them.
TEST_F(ModeSearch, ColumnsInVeryDifferentUnits) {
  const DataFile file = file_with(1'000, {1e-5, 1.0, 1e5});
  const Vector scales = Vector::Constant(4, flat);
  expect_mode(search(file, scales), dense_newton(file, scales));
}

TEST_F(ModeSearch, StrongDataNeedHalvedSteps) {
  const DataFile file = file_with(1'000, {1.0, 1.0, 1.0}, 15.0);
  const Vector scales = Vector::Constant(4, 100.0);
  const Mode mode = search(file, scales);
  EXPECT_LT(0.5 * std::pow(mode.gradient_norm, 2) /
                Eigen::SelfAdjointEigenSolver<Matrix>(mode.precision).eigenvalues().minCoeff(),
            1e-6);
}

TEST_F(ModeSearch, SeparableDataUnderAFlatPrior) {
  DataFile file = plain_file(300, 2);
  for (std::size_t i = 0; i < file.y.size(); ++i) {
    if (file.x[2 * i] == 0.0) file.x[2 * i] = 1.0;
    file.y[i] = file.x[2 * i] > 0.0 ? 1.0 : 0.0;
  }
  const Failure failure = caught([&] { search(file, Vector::Constant(3, flat)); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(failure, "separable"));
  EXPECT_NO_THROW(search(file, Vector::Ones(3)));
}

TEST_F(ModeSearch, CollinearColumnsUnderAFlatPrior) {
  DataFile file = file_with(500, {1.0, 1.0, 1.0});
  for (std::size_t i = 0; i < file.y.size(); ++i) file.x[3 * i + 2] = 2.0 * file.x[3 * i];
  const Failure failure = caught([&] { search(file, Vector::Constant(4, flat)); });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  EXPECT_TRUE(mentions(failure, "collinear"));
  EXPECT_TRUE(mentions(failure, "parameter x1") || mentions(failure, "parameter x3"));
  EXPECT_NO_THROW(search(file, Vector::Ones(4)));
}

TEST_F(ModeSearch, OneClassOnlyUnderAFlatIntercept) {
  DataFile file = plain_file(300, 2);
  std::fill(file.y.begin(), file.y.end(), 1.0);
  Vector scales(3);
  scales << 1.0, 1.0, flat;
  EXPECT_EQ(caught([&] { search(file, scales); }).code(), ExitCode::bad_data);
  EXPECT_NO_THROW(search(file, Vector::Ones(3)));
}

}  // namespace
}  // namespace photinus
