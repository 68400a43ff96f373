// Truth: log B_n row by row from the published formula, summed in long double.
#include "photinus/bound/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "support/small_problem.hpp"

namespace photinus {
namespace {

long double predictor_of(const BlockRows<float>& block, std::int64_t i, const Vector& theta) {
  long double eta = theta.size() > block.columns ? theta[block.columns] : 0.0;
  for (int j = 0; j < block.columns; ++j)
    eta += static_cast<long double>(block.row(i)[j]) * static_cast<long double>(theta[j]);
  return eta;
}

/// log B = -lambda(xi) (u^2 - xi^2) + (u - xi)/2 + log sigmoid(xi): Jaakkola & Jordan.
long double log_bound_of(long double u, long double xi) {
  const long double lambda = xi == 0 ? 0.125L : std::tanh(xi / 2) / (4 * xi);
  return -lambda * (u * u - xi * xi) + (u - xi) / 2 - std::log1p(std::exp(-xi));
}

long double explicit_sum(const Dataset<float>& data, Anchor anchor, const Vector& reference,
                         const Vector& theta) {
  long double sum = 0.0L;
  for (const auto& block : data.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) {
      const long double y = block.response[static_cast<std::size_t>(i)];
      const long double xi =
          anchor == Anchor::untuned ? 1.5L : y * predictor_of(block, i, reference);
      sum += log_bound_of(y * predictor_of(block, i, theta), xi);
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
    const auto reply = team.ask(BuildStatistics{anchor_, reference_});
    statistics_ = make_statistics(reference_, reply.sums.values());
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
  EXPECT_EQ(statistics_.dimension(), space_.added_intercept ? 5 : 4);
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
  const auto built = team.ask(BuildStatistics{Anchor::mode, reference});
  const auto reply = team.ask(Evaluate{Evaluate::all_rows, reference, Derivatives::none});
  const double log_bound = make_statistics(reference, built.sums.values()).log_bound(reference);
  EXPECT_NEAR(log_bound / reply.sums.value(0), 1.0, 1e-12);
}

}  // namespace
}  // namespace photinus
