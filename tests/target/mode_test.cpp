// Truth: a dense Newton search written out here, in double.
#include "photinus/target/mode.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/data/simulate.hpp"
#include "photinus/families/built_in.hpp"
#include "support/caught.hpp"
#include "support/mode_problem.hpp"

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

  static FoundMode search(const DataFile& file, const Vector& prior_scales, int ranks = 1) {
    return find_mode_of(file, family_entry<Logistic>(), Prior::normal(prior_scales), ranks);
  }
};

struct Truth {
  Vector theta;
  Matrix precision;
  double log_likelihood = 0.0;
};

// Intercept added as the last parameter where `scales` has one more element than the file.
Truth dense_newton(const DataFile& file, const Vector& scales) {
  const Matrix x = design(file, scales.size());
  const Vector prior = scales.cwiseProduct(scales).cwiseInverse();
  Truth truth{Vector::Zero(scales.size()), {}, 0.0};
  for (int step = 0;; ++step) {
    const Dense at(x, file.y, truth.theta, dense_logistic);
    truth.log_likelihood = at.value;
    truth.precision = at.precision + Matrix(prior.asDiagonal());
    const Vector change =
        truth.precision.ldlt().solve(at.gradient - prior.cwiseProduct(truth.theta));
    if (change.norm() < 1e-10 * truth.theta.norm() || step == 50) return truth;
    truth.theta += change;
  }
}

// The search ends where a step gains less than 1e-9 nats: sqrt(2e-9) = 4.5e-5 posterior standard
// deviations from the mode, the density 1e-9 below it, and rounding of a sum of 1,000 terms. The
// precision is kept over the last steps, by which it changes by about 1 %.
void expect_mode(const Mode& mode, const Truth& truth) {
  const Vector off = mode.theta - truth.theta;
  EXPECT_LT(std::sqrt(off.dot(truth.precision * off)), 5e-5);
  EXPECT_NEAR(mode.log_likelihood, truth.log_likelihood, 1e-4);
  for (Eigen::Index i = 0; i < mode.precision.rows(); ++i)
    for (Eigen::Index j = 0; j < mode.precision.cols(); ++j)
      EXPECT_NEAR(mode.precision(i, j), truth.precision(i, j),
                  0.02 * std::sqrt(truth.precision(i, i) * truth.precision(j, j)));
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
    EXPECT_NEAR(mode.log_density,
                mode.log_likelihood + Prior::normal(scales).log_density(mode.theta), 1e-9);
  }
}

// 1e-9 is the decrement g' H^-1 g / 2, so |g| < sqrt(2e-9 x largest eigenvalue); 1 % for H.
TEST_F(ModeSearch, GradientVanishes) {
  const Mode mode = search(file_with(1'000, {1.0, 1.0}), Vector::Ones(3));
  const double largest =
      Eigen::SelfAdjointEigenSolver<Matrix>(mode.precision).eigenvalues().maxCoeff();
  EXPECT_LT(mode.gradient_norm, 1.01 * std::sqrt(2e-9 * largest));
}

// Exact. Catches: a search that depends on how rows are shared; a share of the rank's rows in the
// place of a share of every block's.
TEST_F(ModeSearch, EveryRankCountFindsTheSameBits) {
  for (const int rows : {1'000, 5'000}) {  // without and with a start on a share of the rows
    const DataFile file = file_with(rows, {1.0, 1.0, 1.0});
    const FoundMode truth = search(file, Vector::Ones(4));
    EXPECT_EQ(truth.evaluates.front().share < 1.0, rows == 5'000);
    for (const int ranks : {2, 3, 5, 8}) {
      const Mode mode = search(file, Vector::Ones(4), ranks);
      EXPECT_EQ(mode.theta, truth.theta);
      EXPECT_EQ(mode.precision, truth.precision);
      EXPECT_EQ(mode.log_density, truth.log_density);
      EXPECT_EQ(mode.gradient_norm, truth.gradient_norm);
      EXPECT_EQ(mode.evaluations, truth.evaluations);
    }
  }
}

// 1,000 rows: blocks of 8; 5,000 rows: 78 blocks of 64 and one of 8, of which 1/8 takes part.
TEST_F(ModeSearch, CountsItsPasses) {
  for (const int rows : {1'000, 5'000}) {
    const FoundMode mode = search(file_with(rows, {1.0, 1.0}), Vector::Ones(3));
    std::int64_t evaluations = 0;
    for (const auto& command : mode.evaluates)
      evaluations += command.share == 1.0 ? rows : 78 * 8 + 1;
    EXPECT_EQ(mode.evaluations, evaluations);
    EXPECT_EQ(static_cast<double>(mode.evaluations) / rows, mode.data_passes);
    EXPECT_GE(mode.data_passes, mode.iterations + 1.0);
    EXPECT_LE(mode.iterations, 10);
  }
}

// Catches: a Hessian per step, a start that is not carried over, a tolerance too fine for a share.
TEST_F(ModeSearch, ManyRowsAreReadFewTimes) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("data.h5");
  simulate({.rows = 200'000, .columns = 21, .seed = 3, .output = path});
  const FileHeader header = read_header(path);
  LocalTeam local(1, {family_entry<Logistic>()});
  RecordingTeam team(local);
  const auto reply = team.ask(Load{header, make_layout(header.rows), "logistic", {}, true});
  const auto space = make_parameters(header, reply.range, InterceptRule::automatic);
  team.ask(Prepare{0, 1, 21, {}});
  const FoundMode mode{find_mode(team, header.rows, Prior::normal(Vector::Ones(21)), space, {}),
                       team.evaluates()};
  EXPECT_LE(mode.full_passes(Derivatives::hessian), 1);
  EXPECT_LE(mode.full_passes(Derivatives::gradient), 4);
  EXPECT_EQ(mode.full_passes(Derivatives::none) + mode.full_passes(Derivatives::majorizer), 0);
  EXPECT_LT(mode.data_passes, 5.5);
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

TEST_F(ModeSearch, TheStartOnAShareIsTheSameMode) {
  const DataFile file = file_with(6'000, {1.0, 0.3, 2.0, 1.0});
  const Vector scales = Vector::Constant(5, flat);
  const FoundMode mode = search(file, scales);
  EXPECT_LT(mode.evaluates.front().share, 1.0);
  EXPECT_EQ(mode.evaluates.back().share, 1.0);
  expect_mode(mode, dense_newton(file, scales));
}

/// 8,000 rows, 125 blocks of 64: the first 8 of each are the share that a search starts on.
class MisleadingShare : public ModeSearch {
 protected:
  static constexpr std::size_t rows = 8'000, block = 64;
  static bool starts_block(std::size_t row) { return row % block < block / 8; }

  static void expect_found(const DataFile& file) {
    for (const double scale : {flat, 1.0}) {
      const Vector scales = Vector::Constant(3, scale);
      const FoundMode mode = search(file, scales);
      EXPECT_LT(mode.evaluates.front().share, 1.0);
      EXPECT_LT(mode.data_passes, 30.0);
      expect_mode(mode, dense_newton(file, scales));
    }
  }
};

// Catches: the share's failure reported as the data's.
TEST_F(MisleadingShare, IsSeparableAndTheDataAreNot) {
  DataFile file = file_with(rows, {1.0, 1.0});
  for (std::size_t i = 0; i < rows; ++i)
    if (starts_block(i)) file.y[i] = file.x[2 * i] > 0.0 ? 1.0 : 0.0;
  expect_found(file);
}

TEST_F(MisleadingShare, HasCollinearColumnsAndTheDataHaveNot) {
  DataFile file = file_with(rows, {1.0, 1.0});
  for (std::size_t i = 0; i < rows; ++i)
    if (starts_block(i)) file.x[2 * i + 1] = -file.x[2 * i];
  expect_found(file);
}

TEST_F(MisleadingShare, RowsSortedByLabelInAllOrInEveryBlock) {
  for (const std::size_t sorted : {rows, block}) {
    const DataFile file = file_with(rows, {1.0, 1.0});
    DataFile in_order = file;
    std::size_t to = 0;
    for (std::size_t first = 0; first < rows; first += sorted)
      for (const double label : {1.0, 0.0})
        for (std::size_t i = first; i < first + sorted; ++i) {
          if (file.y[i] != label) continue;
          std::copy_n(&file.x[2 * i], 2, &in_order.x[2 * to]);
          in_order.y[to++] = label;
        }
    expect_found(in_order);
  }
}

// A share whose optimum is far from that of all rows: every label of the share is the other one.
// Where the search is not given the steps to come back from there, it begins again at 0.
TEST_F(MisleadingShare, SaysTheOpposite) {
  DataFile file = file_with(rows, {1.0, 1.0}, 3.0);
  for (std::size_t i = 0; i < rows; ++i)
    if (starts_block(i)) file.y[i] = 1.0 - file.y[i];
  expect_found(file);
  const Vector scales = Vector::Constant(3, flat);
  for (const int most : {7, 100}) {
    const FoundMode mode = find_mode_of(file, family_entry<Logistic>(), Prior::normal(scales), 1,
                                        {.most_iterations = most});
    const bool begins_again = std::any_of(
        mode.evaluates.begin(), mode.evaluates.end(),
        [](const auto& command) { return command.share == 1.0 && command.theta.isZero(0.0); });
    EXPECT_EQ(begins_again, most == 7);
    EXPECT_LE(mode.iterations, most);
    expect_mode(mode, dense_newton(file, scales));
  }
}

}  // namespace
}  // namespace photinus
