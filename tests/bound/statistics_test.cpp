// Truth: log B_n row by row from the published formula, summed in long double.
#include "photinus/bound/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "photinus/families/built_in.hpp"
#include "support/real_responses.hpp"
#include "support/small_problem.hpp"
#include "support/true_bounds.hpp"

namespace photinus {
namespace {

/// Jaakkola & Jordan's bound, log B = -lambda(xi) (u^2 - xi^2) + (u - xi)/2 + log sigmoid(xi), as
/// rows keep it: xi rounded to a float, its curvature 2 lambda rounded up to one.
long double log_bound_of(long double u, long double tangent) {
  const auto xi = static_cast<long double>(static_cast<float>(tangent));
  const long double lambda = xi == 0 ? 0.125L : std::tanh(xi / 2) / (4 * xi);
  const auto rounded = static_cast<long double>(round_up(static_cast<double>(2 * lambda)));
  const long double slope = 1 / (1 + std::exp(xi)), d = u - xi;
  return -std::log1p(std::exp(-xi)) + slope * d - rounded * d * d / 2;
}

long double explicit_sum(const Dataset<float>& data, Anchor anchor, const Vector& reference,
                         const Vector& theta) {
  const auto p = static_cast<int>(theta.size());
  long double sum = 0.0L;
  for (const auto& block : data.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) {
      const long double y = block.response[static_cast<std::size_t>(i)];
      const long double xi =
          anchor == Anchor::untuned ? 1.5L : y * true_predictor(block, i, reference, p);
      sum += log_bound_of(y * true_predictor(block, i, theta, p), xi);
    }
  return sum;
}

// Anchor; constant column in the file (no intercept is added); ranks.
class Statistics : public ::testing::TestWithParam<std::tuple<Anchor, bool, int>> {
 protected:
  Statistics() : problem_(1'500, 4, std::get<1>(GetParam())) {
    LocalTeam team(std::get<2>(GetParam()), {family_entry<Logistic>()});
    space_ = problem_.open(team, "logistic");
    anchor_ = std::get<0>(GetParam());
    reference_ = some_theta(space_.dimension(), 0);
    const auto reply = team.ask(global_bounds(anchor_, reference_));
    statistics_ = make_statistics(reference_, {1, space_.dimension()}, reply.sums.values());
  }
  long double truth(const Vector& theta) const {
    return explicit_sum(rows_, anchor_, reference_, theta);
  }

  SmallProblem problem_;
  ParameterSpace space_;
  Anchor anchor_ = Anchor::mode;
  Vector reference_;
  BoundStatistics statistics_;
  Dataset<float> rows_ = problem_.rows();
};

TEST_P(Statistics, InterceptIsAddedWhereThereIsNone) {
  EXPECT_EQ(space_.added_intercept, !std::get<1>(GetParam()));
  EXPECT_EQ(statistics_.reference.size(), space_.added_intercept ? 5 : 4);
}

// Relative 1e-11. Catches: a constant left out, the added intercept's column forgotten, statistics
// about the wrong point.
TEST_P(Statistics, SumIsTheSumOfAllRows) {
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Vector theta = some_theta(space_.dimension(), i, i < 4 ? 0.7 : 5.0);
    const double value = statistics_.log_bound(theta);
    EXPECT_NEAR(value / static_cast<double>(truth(theta)), 1.0, 1e-11) << i;
    Vector ignored = Vector::Zero(space_.dimension());
    EXPECT_EQ(statistics_.log_bound(theta, ignored), value);
  }
}

// The sum is quadratic, so central differences of the explicit sum are exact but for rounding:
// 1e-19 |sum| / h in long double, and 1e-11 of the gradient's size in doubles.
TEST_P(Statistics, GradientIsAddedAndIsTheDifference) {
  const long double h = 0x1p-6L;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Vector theta = some_theta(space_.dimension(), i);
    const Vector before = some_theta(space_.dimension(), 99);
    Vector gradient = before;
    statistics_.log_bound(theta, gradient);
    gradient -= before;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      Vector up = theta, down = theta;
      up[j] += static_cast<double>(h);
      down[j] -= static_cast<double>(h);
      const auto difference = static_cast<double>((truth(up) - truth(down)) / (2 * h));
      EXPECT_NEAR(gradient[j], difference, 1e-11 * (100.0 + gradient.norm())) << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AnchorsInterceptsRanks, Statistics,
                         ::testing::Combine(::testing::Values(Anchor::mode, Anchor::untuned),
                                            ::testing::Bool(), ::testing::Values(1, 3)));

// At the reference a tuned bound touches: the sum is the log likelihood there. Relative 1e-12.
TEST(TunedStatistics, TouchAtTheReference) {
  const SmallProblem problem(1'500, 4);
  LocalTeam team(1, {family_entry<Logistic>()});
  const Vector reference = some_theta(problem.open(team, "logistic").dimension(), 0);
  const auto built = team.ask(global_bounds(Anchor::mode, reference));
  const auto reply = team.ask(Evaluate{Evaluate::all_rows, reference, Derivatives::none});
  const double log_bound =
      make_statistics(reference, {1, 5}, built.sums.values()).log_bound(reference);
  EXPECT_NEAR(log_bound / reply.sums.value(0), 1.0, 1e-12);
}

/// Labels or real numbers, as the family wants them.
template <class Truth>
SmallProblem problem_for() {
  if constexpr (std::is_same_v<Truth, TrueLogistic>)
    return SmallProblem(1'500, 4);
  else
    return SmallProblem([](const std::string& path) { real_responses(1'500, 4).write(path); });
}

/// A metric in which the coefficients are correlated and of different widths.
Matrix some_whitening(Eigen::Index p) {
  Matrix whitening = Matrix::Zero(p, p);
  for (Eigen::Index i = 0; i < p; ++i)
    for (Eigen::Index j = i; j < p; ++j)
      whitening(i, j) = 0.03 / static_cast<double>(1 + i + 2 * (j - i)) * (j % 2 == 0 ? 1.0 : -1.0);
  return whitening;
}

/// What may be left out of the truth, to prove that the comparison sees it.
enum class Fault : std::uint8_t { none, slack, outer_curvature, spread };

template <class Truth>
class ShellStatistics : public ::testing::Test {
 protected:
  static constexpr double reach = 3.0, slack = 0.4;

  void build(LocalTeam& team) {
    if constexpr (!std::is_same_v<Truth, TrueLogistic>) truth_.sigma = problem_.numbers.sigma = 0.3;
    const auto space = problem_.open(team, Truth::name);
    reference_ = some_theta(space.dimension(), 0);
    command_ = ellipsoid_bounds(reference_, reach, slack);
    command_.whitening = some_whitening(reference_.size());
    command_.spread = 1.25;
    const auto reply = team.ask(command_);
    innermost_ = reply.sums.values();
    expected_gap_ = reply.expected_gap.value(0);
  }
  BoundStatistics statistics(const std::vector<double>& sums) const {
    return make_statistics(reference_, {1, static_cast<int>(reference_.size())}, sums);
  }
  /// Calls visit(row's bound, y, eta) for all rows.
  template <class Visit>
  void for_all_rows(const BuildStatistics& command, const Vector& theta, Visit visit) const {
    for (const auto& block : rows_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i)
        visit(true_row_bound(truth_, command, block, i),
              static_cast<long double>(block.response[static_cast<std::size_t>(i)]),
              true_predictor(block, i, theta, static_cast<int>(theta.size())));
  }
  double sum(double within, const Vector& theta, Fault fault = Fault::none) const {
    BuildStatistics command = command_;
    if (fault == Fault::slack) command.slack = 0.0;
    if (fault == Fault::spread) command.spread = 1.0;
    long double all = 0.0L;
    for_all_rows(command, theta, [&](const TrueRowBound& row, long double y, long double eta) {
      const bool inner = within == reach || fault == Fault::outer_curvature;
      const long double curvature =
          inner ? row.curvature : true_outer_curvature(truth_, row, y, within);
      all += true_log_bound(truth_, row, y, curvature, eta);
    });
    return static_cast<double>(all);
  }

  SmallProblem problem_ = problem_for<Truth>();
  Dataset<float> rows_ = problem_.rows<typename Truth::Family>();
  Truth truth_;
  Vector reference_;
  BuildStatistics command_;
  std::vector<double> innermost_;
  double expected_gap_ = 0.0;
};
using EllipsoidFamilies = ::testing::Types<TrueLogistic, TrueStudentBounds>;
TYPED_TEST_SUITE(ShellStatistics, EllipsoidFamilies);

constexpr double agreement = 1e-10;  // relative

// Slack among the constants, 2R and 4R and everywhere beside R; on 1 and 3 ranks.
TYPED_TEST(ShellStatistics, SumIsTheSumOfAllRows) {
  for (const int ranks : {1, 3}) {
    LocalTeam team(ranks, {family_entry<typename TypeParam::Family>()});
    this->build(team);
    for (const double within : {3.0, 6.0, 12.0, everywhere}) {
      const auto sums = within == 3.0
                            ? this->innermost_
                            : team.ask(CollapseBounds{this->reference_, within}).sums.values();
      for (std::uint64_t i = 0; i < 3; ++i) {
        const Vector theta = some_theta(static_cast<int>(this->reference_.size()), i);
        const double value = this->statistics(sums).log_bound(theta);
        EXPECT_NEAR(value / this->sum(within, theta), 1.0, agreement) << within << ' ' << i;
      }
    }
  }
}

TYPED_TEST(ShellStatistics, ExpectedGapIsTheSumOfAllRows) {
  LocalTeam team(1, {family_entry<typename TypeParam::Family>()});
  this->build(team);
  long double all = 0.0L;
  this->for_all_rows(this->command_, this->reference_,
                     [&](const TrueRowBound& row, long double, long double) { all += row.gap; });
  EXPECT_NEAR(this->expected_gap_ / static_cast<double>(all), 1.0, 1e-7);
  EXPECT_GT(this->expected_gap_, 1e-3);
}

// Minus the Hessian: sum of c_n x_n x_n'; by exact differences of the explicit sum.
TYPED_TEST(ShellStatistics, PrecisionIsTheSecondDifference) {
  LocalTeam team(1, {family_entry<typename TypeParam::Family>()});
  this->build(team);
  const Vector theta = some_theta(static_cast<int>(this->reference_.size()), 4);
  const Matrix precision = this->statistics(this->innermost_).precision(theta);
  const double h = 0.5;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    const double second = this->sum(3.0, up) - 2.0 * this->sum(3.0, theta) + this->sum(3.0, down);
    EXPECT_NEAR(precision(j, j), -second / (h * h), 1e-9 * precision.norm()) << j;
  }
  EXPECT_EQ(precision, precision.transpose());
}

// The planted faults are in the truth; the comparison above sees each.
TYPED_TEST(ShellStatistics, WhatIsLeftOutIsSeen) {
  LocalTeam team(1, {family_entry<typename TypeParam::Family>()});
  this->build(team);
  const Vector theta = some_theta(static_cast<int>(this->reference_.size()), 1);
  const auto outer =
      this->statistics(team.ask(CollapseBounds{this->reference_, 6.0}).sums.values());
  const double inner = this->statistics(this->innermost_).log_bound(theta);
  const auto off = [&](double value, double within, Fault fault) {
    return std::abs(value / this->sum(within, theta, fault) - 1.0);
  };
  EXPECT_GT(off(inner, 3.0, Fault::slack), 100.0 * agreement);
  EXPECT_GT(off(inner, 3.0, Fault::spread), 100.0 * agreement);
  EXPECT_GT(off(outer.log_bound(theta), 6.0, Fault::outer_curvature), 100.0 * agreement);
}

/// Bounds of a sampled scale: log B = peak(w) - tau - w (y - eta)^2 exp(-2 tau) / 2 - slack.
template <class Truth>
class SampledScaleStatistics : public ::testing::Test {
 protected:
  SampledScaleStatistics() {
    LocalTeam team(2, {family_entry<typename Truth::Family>()});
    space_ = problem_.open(team, Truth::name, 0, true);
    reference_ = some_theta(space_.dimension(), 0);
    reference_[space_.coefficients()] = -0.7;
    command_ = global_bounds(Anchor::mode, reference_);
    command_.whitening = some_whitening(reference_.size());
    command_.slack = 0.5;
    statistics_ =
        make_statistics(reference_, {1, space_.coefficients()}, team.ask(command_).sums.values());
  }

  long double sum(const Vector& theta) const {
    Truth at_reference;
    at_reference.sigma = std::exp(static_cast<long double>(reference_[space_.coefficients()]));
    const long double tau = theta[space_.coefficients()];
    long double all = 0.0L;
    for (const auto& block : rows_.blocks)
      for (std::int64_t i = 0; i < block.rows; ++i) {
        const auto row = true_scale_bound(at_reference, command_, block, i);
        const long double eta = true_predictor(block, i, theta, space_.coefficients());
        all += true_scale_log_bound(at_reference, row, block.response[static_cast<std::size_t>(i)],
                                    eta, tau);
      }
    return all;
  }

  Vector some(std::uint64_t i) const { return some_theta(space_.dimension(), i, 0.5); }

  SmallProblem problem_ = problem_for<Truth>();
  Dataset<float> rows_ = problem_.rows<typename Truth::Family>();
  ParameterSpace space_;
  Vector reference_;
  BuildStatistics command_;
  BoundStatistics statistics_;
};
using ScaledFamilies = ::testing::Types<TrueLinearBounds, TrueStudentBounds>;
TYPED_TEST_SUITE(SampledScaleStatistics, ScaledFamilies);

TYPED_TEST(SampledScaleStatistics, SumIsTheSumOfAllRows) {
  for (std::uint64_t i = 0; i < 5; ++i) {
    const Vector theta = this->some(i);
    const double value = this->statistics_.log_bound(theta);
    EXPECT_NEAR(value / static_cast<double>(this->sum(theta)), 1.0, agreement) << i;
    Vector ignored = Vector::Zero(theta.size());
    EXPECT_NEAR(this->statistics_.log_bound(theta, ignored) / value, 1.0, 1e-14);
  }
}

// Central differences of the explicit sum, h = 2^-15: truncation h^2 of the third derivative.
TYPED_TEST(SampledScaleStatistics, GradientIsTheDifference) {
  const double h = 0x1p-15;
  for (std::uint64_t i = 0; i < 2; ++i) {
    const Vector theta = this->some(i);
    const Vector before = this->some(99);
    Vector gradient = before;
    this->statistics_.log_bound(theta, gradient);
    gradient -= before;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      Vector up = theta, down = theta;
      up[j] += h;
      down[j] -= h;
      const auto difference = static_cast<double>((this->sum(up) - this->sum(down)) / (2.0L * h));
      EXPECT_NEAR(gradient[j], difference, 1e-8 * (1.0 + gradient.norm())) << j;
    }
  }
}

// Differences of the gradient, h = 2^-12: truncation 6e-8 of the third derivative. The planted
// fault: a cross term of log sigma of the other sign.
TYPED_TEST(SampledScaleStatistics, PrecisionIsTheGradientsDifference) {
  const double h = 0x1p-12;
  const auto p = static_cast<Eigen::Index>(this->space_.dimension());
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Vector theta = this->some(i);
    const Matrix precision = this->statistics_.precision(theta);
    ASSERT_EQ(precision.rows(), p);
    Matrix differences(p, p);
    for (Eigen::Index j = 0; j < p; ++j) {
      Vector up = theta, down = theta, above = Vector::Zero(p), below = Vector::Zero(p);
      up[j] += h;
      down[j] -= h;
      this->statistics_.log_bound(up, above);
      this->statistics_.log_bound(down, below);
      differences.col(j) = -(above - below) / (2.0 * h);
    }
    EXPECT_LT((precision - differences).norm(), 1e-6 * precision.norm());
    Matrix wrong = precision;
    wrong.col(p - 1).head(p - 1) *= -1.0;
    EXPECT_GT((wrong - differences).norm(), 1e-3 * precision.norm());
  }
}

}  // namespace
}  // namespace photinus
