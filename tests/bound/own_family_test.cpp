// A family of one's own, as its file is written, passes the laws of all families by one line; the
// bounds that follow from its limits of -l'' are as tight as they can be made from eight pieces.
#include "photinus/model/own_family.hpp"

#include <gtest/gtest.h>

#include "../apps/examples/cauchy.cpp"
#include "bound/row_bound_laws.hpp"
#include "photinus/bound/expected_gap.hpp"

namespace photinus {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Mine, RowBounds, OwnFamily<Cauchy>);

/// Families whose limits are those of a built-in one's -l'', written as a user would.
struct OwnPoisson : Poisson {
  using Poisson::Poisson;
  double largest_curvature(double /*y*/, double /*low*/, double high) const { return exp(high); }
};
struct OwnLogistic : Logistic {
  using Logistic::Logistic;
  double largest_curvature(double y, double low, double high) const {
    if (low <= 0.0 && high >= 0.0) return 0.25;
    return evaluate(y, low > 0.0 ? low : high).curvature;
  }
};
struct OwnStudentT : StudentT {
  using StudentT::StudentT;
  double largest_curvature(double y, double low, double high) const {
    if (low <= y && y <= high) return evaluate(y, y).curvature;
    return std::max(evaluate(y, low).curvature, evaluate(y, high).curvature);
  }
};
INSTANTIATE_TYPED_TEST_SUITE_P(OwnPoisson, RowBounds, OwnFamily<OwnPoisson>);
INSTANTIATE_TYPED_TEST_SUITE_P(OwnLogistic, RowBounds, OwnFamily<OwnLogistic>);
INSTANTIATE_TYPED_TEST_SUITE_P(OwnStudentT, RowBounds, OwnFamily<OwnStudentT>);

/// The planted fault: limits that are too low by half.
struct TooFlat : Cauchy {
  using Cauchy::Cauchy;
  double largest_curvature(double y, double low, double high) const {
    const double limit = Cauchy::largest_curvature(y, low, high);
    return limit > 0.0 ? 0.5 * limit : limit;
  }
};

TEST(OwnFamily, AWrongLimitIsFound) {
  EXPECT_GT(worst_violation_within_reach(OwnFamily<TooFlat>{}), 1e-3);
}

// The same fault where the bounds of a run are chosen: rows that lie below their bounds are never
// bright, so that no later look at bright rows would find them. Nodes beyond the reach are no
// fault.
TEST(OwnFamily, AWrongLimitIsFoundInTheExpectedGaps) {
  const auto first = [](const auto& family, double reach) {
    BoundRows rows;
    rows.resize(3);
    rows.y = {0.0, 0.5, -0.5};
    std::vector<double> eta = {0.0, 0.3, 0.1}, scale = {0.0, 0.01, 0.01}, expected(3);
    rows.weight = {1.0, 1.0, 1.0};
    rows.centre = eta;
    for (std::size_t i = 0; i < 3; ++i)
      rows.curvature[i] = family.curvature_within(rows.y[i], eta[i], 5.0 * scale[i]);
    rows.slack = {0.0, 0.0, 0.0};
    touch_rows(family, rows);
    PointRows points;
    GapRows gaps;
    return expected_gaps(family, rows, eta.data(), scale.data(), 1.0, points, gaps, expected.data(),
                         reach);
  };
  EXPECT_EQ(first(OwnFamily<Cauchy>{}, 5.0).row, -1);
  const UnsoundRow found = first(OwnFamily<TooFlat>{}, 5.0);
  EXPECT_EQ(found.row, 1);
  EXPECT_NE(found.distance, 0.0);
  EXPECT_EQ(first(OwnFamily<TooFlat>{}, 0.0).row, -1);
}

/// The excess of a curvature over -l'' at the centre, in that of the chord.
template <class Own, class Exact>
double looseness(const Own& own, const Exact& exact, double centre, double reach) {
  const double least = exact.evaluate(1.0, centre).curvature;
  return (own.curvature_within(1.0, centre, reach) - least) /
         (exact.curvature_within(1.0, centre, reach) - least);
}

// A straight -l'': 2/r^2 times the integral of (r - s) (s + w/2), w = r/8, is r/3 + r/16 and 3/16
// of the chord's excess too much.
TEST(OwnFamily, BoundsAreAllButTheChords) {
  const double straight = 1.0 + 3.0 / 16.0;
  EXPECT_NEAR(looseness(OwnFamily<OwnPoisson>{}, Poisson{}, 0.3, 0.01), straight, 0.01);
  EXPECT_NEAR(looseness(OwnFamily<OwnLogistic>{}, Logistic{}, 1.3, 0.01), straight, 0.01);
  for (const double reach : {0.1, 0.5, 2.0}) {
    EXPECT_LT(looseness(OwnFamily<OwnPoisson>{}, Poisson{}, 0.3, reach), 1.3) << reach;
    EXPECT_GT(looseness(OwnFamily<OwnPoisson>{}, Poisson{}, 0.3, reach), 1.0) << reach;
  }
}

// Truth: K(d) = (2/d^2) integral of (d - s) k(s) on a fine grid of d, in long double.
TEST(OwnFamily, StaircaseMeanIsTheLargestOverAllDistances) {
  Stream stream({.seed = 24, .purpose = Purpose::test});
  int inside = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> steps;
    detail::StaircaseMean engine;
    for (int i = 0; i < 8; ++i) {
      steps.push_back((i < 4 ? 1.0 : 3.0) * stream.normal() - (trial % 3 == 0 ? 2.0 * i : 0.0));
      engine.add(steps.back());
    }
    const auto mean = [&](long double d) {
      long double sum = 0.0L;
      for (int i = 0; i < 8 && i < d; ++i) {
        const long double to = std::min<long double>(i + 1, d);
        sum += steps[static_cast<std::size_t>(i)] * (d * (to - i) - (to * to - i * i) / 2.0L);
      }
      return static_cast<double>(2.0L * sum / (d * d));
    };
    double largest = steps[0], at = 0.0;
    for (int k = 1; k <= 8'000; ++k)
      if (mean(k / 1000.0L) > largest) {
        at = k / 1000.0;
        largest = mean(k / 1000.0L);
      }
    inside += at != std::floor(at) ? 1 : 0;
    ASSERT_GE(engine.largest(), largest - 1e-12) << trial;
    ASSERT_LE(engine.largest(), largest + 1e-4) << trial;
  }
  EXPECT_GT(inside, 20);  // maxima within a step, not at its end alone
}

// Catches: a limit that is not a number taken for a low one.
TEST(OwnFamily, LimitsThatAreNoNumbersGiveNoBound) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::nan(""), 1e305})
    for (int place = 0; place < 8; ++place) {
      detail::StaircaseMean mean;
      for (int i = 0; i < 8; ++i) mean.add(i == place ? bad : 1.0);
      EXPECT_EQ(mean.largest(), infinity) << bad << ' ' << place;
    }
}

/// Says all that a family may say.
struct Talkative : Logistic {
  explicit Talkative(const ModelNumbers& given) : numbers(given) {}
  double largest_curvature(double, double, double) const { return numbers.nu; }
  ModelNumbers numbers;
};

TEST(OwnFamily, WhatIsNotSaidFollows) {
  const OwnFamily<Cauchy> plain;
  EXPECT_EQ(plain.code(-3.5), -3.5);
  EXPECT_EQ(plain.complaint({}), "");
  EXPECT_EQ(plain.tangent(1.0, 0.2).value, Cauchy{}.evaluate(1.0, 0.2).value);
  EXPECT_FALSE(GloballyBounded<OwnFamily<Cauchy>>);
}

TEST(OwnFamily, WhatIsSaidIsHeard) {
  const OwnFamily<Talkative> family(ModelNumbers{7.5, 2.0});
  EXPECT_EQ(family.curvature_within(1.0, 0.0, 1.0), 7.5);
  EXPECT_EQ(family.code(0.0), -1.0);
  ResponseSummary seen;
  seen.see(0.0, 7);
  seen.see(-1.0, 12);
  EXPECT_NE(family.complaint(seen), "");
  EXPECT_NEAR(OwnFamily<Cauchy>(ModelNumbers{4.0, 2.0}).evaluate(0.0, 0.0).value,
              -std::log(2.0 * std::acos(-1.0)), 1e-15);
}

}  // namespace
}  // namespace photinus
