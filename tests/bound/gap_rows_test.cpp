// Truth: the functions of one row (row_bound.hpp), bit for bit.
#include "photinus/bound/gap_rows.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>

#include "support/families.hpp"

namespace photinus {
namespace {

/// Rows with bounds, and predictors to look at them.
struct Case {
  BoundRows rows;
  PointRows points;
};

template <class Family>
Case some_case(const Family& family, Stream& stream, std::size_t size) {
  Case all;
  all.rows.resize(size);
  all.rows.weight.assign(size, 1.0);
  all.points.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double width = i % 3 == 0 ? 0.01 : (i % 3 == 1 ? 1.0 : 30.0);
    const double y = draw_response(family, stream);
    all.rows.y[i] = y;
    all.rows.centre[i] = width * stream.normal();
    all.rows.slack[i] = i % 2 == 0 ? 0.0 : 0.1 * stream.uniform();
    all.points.eta[i] = i % 5 == 4 ? all.rows.centre[i] : width * stream.normal();
    all.rows.curvature[i] = holding_curvature(family, y, all.rows.centre[i], all.points.eta[i]);
  }
  touch_rows(family, all.rows);
  return all;
}

Case picked(const Case& from, const std::vector<std::size_t>& places) {
  Case to;
  to.rows.resize(places.size());
  to.points.resize(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t k = places[i];
    to.rows.y[i] = from.rows.y[k];
    to.rows.weight[i] = from.rows.weight[k];
    to.rows.centre[i] = from.rows.centre[k];
    to.rows.curvature[i] = from.rows.curvature[k];
    to.rows.slack[i] = from.rows.slack[k];
    to.rows.tangent_value[i] = from.rows.tangent_value[k];
    to.rows.tangent_slope[i] = from.rows.tangent_slope[k];
    to.points.eta[i] = from.points.eta[k];
  }
  return to;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Everything about the rows of a case, as bits.
template <class Family>
std::vector<std::vector<double>> values_of(const Family& family, Case all) {
  GapRows gaps;
  evaluate_rows(family, all.rows.y.data(), all.rows.weight.data(), all.points);
  gap_rows(all.rows, all.points, gaps);
  const std::vector<double> gap = gaps.value, slope = gaps.slope;
  bright_terms(gaps, all.rows.size());
  return {all.points.value, all.points.slope, gap, slope, gaps.value, gaps.slope};
}

template <class Family>
class GapRowsOf : public ::testing::Test {};
TYPED_TEST_SUITE(GapRowsOf, EveryFamily);

// Catches: a vectorised loop that contracts or reorders, a clamp or a slack forgotten.
TYPED_TEST(GapRowsOf, EqualTheFunctionsOfOneRow) {
  const TypeParam family;
  Stream stream({.seed = 71, .purpose = Purpose::test});
  for (std::size_t size = 0; size <= 67; ++size) {
    const Case all = some_case(family, stream, size);
    const auto values = values_of(family, all);
    double sum = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      const double y = all.rows.y[i], eta = all.points.eta[i];
      const RowBound bound{all.rows.centre[i], all.rows.curvature[i], all.rows.slack[i]};
      const Likelihood at = family.evaluate(y, eta);
      const Gap gap = clamped(raw_gap(at, family.tangent(y, bound.centre), bound, eta));
      const BrightTerm term = bright_term(gap);
      ASSERT_TRUE(same_bits(values[0][i], at.value)) << i << " of " << size;
      ASSERT_TRUE(same_bits(values[1][i], at.slope)) << i << " of " << size;
      ASSERT_TRUE(same_bits(values[2][i], gap.value)) << i << " of " << size;
      ASSERT_TRUE(same_bits(values[3][i], gap.slope)) << i << " of " << size;
      ASSERT_TRUE(same_bits(values[4][i], term.value)) << i << " of " << size;
      ASSERT_TRUE(same_bits(values[5][i], term.slope)) << i << " of " << size;
      sum += term.value;
    }
    Case again = all;
    GapRows gaps;
    evaluate_rows(family, again.rows.y.data(), again.rows.weight.data(), again.points);
    gap_rows(again.rows, again.points, gaps);
    ASSERT_TRUE(same_bits(bright_terms(gaps, size), sum)) << size;
  }
}

// A row's bits among other rows, in other places and alone. Catches: a remainder loop that computes
// otherwise than the vectorised one.
TYPED_TEST(GapRowsOf, DoNotDependOnTheirNeighbours) {
  const TypeParam family;
  Stream stream({.seed = 72, .purpose = Purpose::test});
  const Case all = some_case(family, stream, 45);
  const auto truth = values_of(family, all);
  std::vector<std::size_t> places(45);
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t size = 45; size > 0; --size) {
    for (std::size_t i = places.size() - 1; i > 0; --i)
      std::swap(places[i], places[stream.below(i + 1)]);
    const std::vector<std::size_t> some(places.begin(),
                                        places.begin() + static_cast<std::ptrdiff_t>(size));
    const auto values = values_of(family, picked(all, some));
    for (std::size_t field = 0; field < values.size(); ++field)
      for (std::size_t i = 0; i < size; ++i)
        ASSERT_TRUE(same_bits(values[field][i], truth[field][some[i]])) << field << ' ' << i;
  }
}

// Truth: -1 where all hold, else the first planted bound that lies above its likelihood.
TYPED_TEST(GapRowsOf, FirstBoundAboveItsLikelihoodIsNamed) {
  const TypeParam family;
  Stream stream({.seed = 73, .purpose = Purpose::test});
  const Case good = some_case(family, stream, 41);
  const auto first = [&](const std::vector<std::size_t>& broken) {
    Case all = good;
    for (const std::size_t i : broken)
      all.rows.tangent_value[i] += 1.0 + std::abs(all.rows.tangent_value[i]);
    for (const std::size_t i : broken) all.points.eta[i] = all.rows.centre[i];
    GapRows gaps;
    evaluate_rows(family, all.rows.y.data(), all.rows.weight.data(), all.points);
    gap_rows(all.rows, all.points, gaps);
    return first_unsound(gaps, all.rows.size());
  };
  EXPECT_EQ(first({}), -1);
  for (std::size_t i = 0; i < 41; ++i) EXPECT_EQ(first({i}), static_cast<std::int64_t>(i));
  EXPECT_EQ(first({40, 7, 23}), 7);
  EXPECT_EQ(first({0, 40}), 0);
}

// Slack is no excuse: a bound that holds thanks to its slack alone is a wrong one.
TEST(GapRows, SlackHidesNoBrokenBound) {
  const Logistic family;
  Case all;
  all.rows.resize(1);
  all.points.resize(1);
  all.rows.y[0] = 1.0;
  all.rows.weight[0] = 1.0;
  all.rows.centre[0] = 2.0;
  all.rows.curvature[0] = 0.5 * family.global_curvature(1.0, 2.0);
  all.rows.slack[0] = 100.0;
  all.points.eta[0] = 0.0;
  touch_rows(family, all.rows);
  evaluate_rows(family, all.rows.y.data(), all.rows.weight.data(), all.points);
  GapRows gaps;
  gap_rows(all.rows, all.points, gaps);
  EXPECT_GT(gaps.value[0], 0.0);
  EXPECT_EQ(first_unsound(gaps, 1), 0);
}

template <class Family>
class ScaledRowsOf : public ::testing::Test {};
TYPED_TEST_SUITE(ScaledRowsOf, EveryScaleFamily);

// Bounds of a sampled scale, as quadratics about y: exact, and the same gap as the formula
//   l - [peak(w) - tau - w (y - eta)^2 exp(-2 tau) / 2] + slack
// in long double, relative to the sizes added up.
TYPED_TEST(ScaledRowsOf, GapsAreTheFormula) {
  const TypeParam family;
  Stream stream({.seed = 74, .purpose = Purpose::test});
  for (int i = 0; i < 300; ++i) {
    const double tau = 1.5 * stream.normal();
    const TypeParam scaled = family.at(tau);
    Case all = some_case(family, stream, 9);
    std::vector<double> weights;
    for (std::size_t k = 0; k < 9; ++k)
      weights.push_back(family.residual_weight(all.rows.y[k], all.rows.centre[k]));
    scale_rows(family, weights, tau, all.rows);
    evaluate_rows(scaled, all.rows.y.data(), all.rows.weight.data(), all.points);
    GapRows gaps;
    gap_rows(all.rows, all.points, gaps);
    EXPECT_EQ(first_unsound(gaps, 9), -1);
    for (std::size_t k = 0; k < 9; ++k) {
      const long double residual = static_cast<long double>(all.rows.y[k]) - all.points.eta[k];
      const long double bent =
          weights[k] * residual * residual * std::exp(-2.0L * static_cast<long double>(tau)) / 2;
      const long double value = scaled.evaluate(all.rows.y[k], all.points.eta[k]).value;
      const long double truth =
          value - (family.residual_peak(weights[k]) - tau - bent) + all.rows.slack[k];
      const double size = 1.0 + std::abs(static_cast<double>(value)) + static_cast<double>(bent);
      ASSERT_NEAR(gaps.value[k], static_cast<double>(std::max(truth, 0.0L)), 1e-14 * size);
    }
  }
}

}  // namespace
}  // namespace photinus
