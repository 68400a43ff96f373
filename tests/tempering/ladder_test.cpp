// Ladders, swaps and barriers against hand-computed numbers, closed forms and chance. Tests by
// chance allow 4.5 standard errors (false alarm 6.8e-6 each on two sides, chi-squares 3.4e-6 each;
// there are 30: 2e-4 in all), and seeds are fixed.
#include "photinus/tempering/ladder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/between_chains.hpp"
#include "photinus/tempering/barrier.hpp"
#include "photinus/tempering/swaps.hpp"
#include "support/chance.hpp"

namespace photinus {
namespace {

constexpr auto nested = LadderKind::nested_subsets, independent = LadderKind::independent_subsets;
constexpr auto power = LadderKind::likelihood_power;

TEST(Ladder, IsGeometric) {
  const auto betas = geometric_ladder(7, 0.125);
  ASSERT_EQ(betas.size(), 7U);
  for (int m = 0; m < 7; ++m)
    EXPECT_NEAR(betas[static_cast<std::size_t>(m)], std::pow(2.0, -0.5 * m), 1e-15) << m;
  EXPECT_EQ(betas.front(), 1.0);
  EXPECT_EQ(betas.back(), 0.125);
  EXPECT_EQ(geometric_ladder(1, 0.125), std::vector<double>{1.0});
  EXPECT_EQ(geometric_ladder(2, 0.3), (std::vector<double>{1.0, 0.3}));
}

TEST(Ladder, SubsetsHaveRoundedSizes) {
  EXPECT_EQ(subset_sizes(geometric_ladder(7, 0.125), 1024),
            (std::vector<std::int64_t>{1024, 724, 512, 362, 256, 181, 128}));
  EXPECT_EQ(subset_sizes({1.0, 0.55, 0.05, 0.01}, 10), (std::vector<std::int64_t>{10, 6, 1, 0}));
}

struct Complaint {
  std::vector<double> betas;
  std::string expected;
};

void expect_complaints(LadderKind kind, const std::vector<Complaint>& cases) {
  for (const auto& [betas, expected] : cases) {
    const std::string said = ladder_complaint(kind, betas, 100, 5);
    EXPECT_NE(said.find(expected), std::string::npos) << said;
    EXPECT_NE(said.find("tempering.ladder"), std::string::npos) << said;
  }
}

TEST(Ladder, ComplaintsNameTheRungAndTheReason) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto kind : {power, LadderKind::posterior_power, nested, independent})
    expect_complaints(kind, {{{}, "no rung"},
                             {{0.9, 0.5}, "rung 0 (from 0), beta = 0.9: the first rung"},
                             {{1.0, 0.5, 0.5}, "rung 2 (from 0), beta = 0.5: betas must decrease"},
                             {{1.0, 0.5, 0.7}, "rung 2 (from 0), beta = 0.7: betas must decrease"},
                             {{1.0, 1.0}, "rung 1 (from 0), beta = 1: betas must decrease"},
                             {{1.0, 0.0}, "above 0 and at most 1"},
                             {{1.0, -0.1}, "above 0 and at most 1"},
                             {{1.5, 1.0}, "above 0 and at most 1"},
                             {{1.0, nan}, "above 0 and at most 1"}});
}

TEST(Ladder, ComplaintsOfSubsetsNameTheirRows) {
  for (const auto kind : {nested, independent})
    expect_complaints(
        kind,
        {{{1.0, 0.004}, "rung 1 (from 0), beta = 0.004: its subset is round(beta N) = 0 rows"},
         {{1.0, 0.5, 0.04}, "= 4 rows, fewer than the 5 parameters"},
         {{1.0, 0.5, 0.499}, "= 50 rows, as many as the rung before"},
         {{1.0, 0.999}, "= 100 rows, as many as the rung before"}});
}

TEST(Ladder, GoodOnesGetNoComplaint) {
  for (const auto kind : {power, LadderKind::posterior_power, nested, independent}) {
    EXPECT_EQ(ladder_complaint(kind, {1.0}, 100, 5), "");
    EXPECT_EQ(ladder_complaint(kind, {1.0, 0.5, 0.05}, 100, 5), "");
  }
  EXPECT_EQ(ladder_complaint(power, {1.0, 0.999, 0.004}, 100, 5), "");
}

TEST(Ladder, RungsAreWhatTheirKindSays) {
  const std::vector<double> betas = {1.0, 0.5, 0.25};
  const auto numbers = [&](LadderKind kind) {
    std::vector<std::vector<double>> all;
    for (const Rung& r : make_rungs(kind, betas))
      all.push_back({r.likelihood_power, r.prior_power, 1.0 * r.order, 1.0 * r.subset});
    return all;
  };
  using Numbers = std::vector<std::vector<double>>;
  EXPECT_EQ(numbers(power), (Numbers{{1, 1, 0, 0}, {0.5, 1, 0, 0}, {0.25, 1, 0, 0}}));
  EXPECT_EQ(numbers(LadderKind::posterior_power),
            (Numbers{{1, 1, 0, 0}, {0.5, 0.5, 0, 0}, {0.25, 0.25, 0, 0}}));
  EXPECT_EQ(numbers(nested), (Numbers{{1, 1, 0, 2}, {1, 1, 0, 1}, {1, 1, 0, 0}}));
  EXPECT_EQ(numbers(independent), (Numbers{{1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 2, 0}}));
}

constexpr std::int64_t all_rows = 12;
const std::vector<double> three_betas = {1.0, 0.5, 0.25};  // 12, 6 and 3 rows
constexpr int trials = 4000;

RandomKey key(std::uint64_t trial) {
  return {.seed = 5, .purpose = Purpose::row_order, .replica = 2, .iteration = trial};
}

std::vector<RowOrder> orders_of(LadderKind kind, std::uint64_t trial) {
  return make_orders(kind, three_betas, all_rows, key(trial));
}

using Rows = std::vector<std::int32_t>;

/// The rows that rung m sees.
Rows subset_of(LadderKind kind, int m, std::uint64_t trial) {
  const Rung rung = make_rungs(kind, three_betas)[static_cast<std::size_t>(m)];
  const auto orders = orders_of(kind, trial);
  const RowOrder& order = orders[static_cast<std::size_t>(rung.order)];
  const auto size = order.sizes[static_cast<std::size_t>(rung.subset)];
  return {order.rows.begin(), order.rows.begin() + size};
}

TEST(RowOrders, SubsetsHaveTheSizesOfTheirRungsAndNoRowTwice) {
  const auto sizes = subset_sizes(three_betas, all_rows);
  for (const auto kind : {nested, independent})
    for (std::uint64_t trial = 0; trial < 100; ++trial)
      for (int m = 0; m < 3; ++m) {
        const Rows rows = subset_of(kind, m, trial);
        const std::set<std::int32_t> distinct(rows.begin(), rows.end());
        EXPECT_EQ(static_cast<std::int64_t>(rows.size()), sizes[static_cast<std::size_t>(m)]);
        EXPECT_EQ(distinct.size(), rows.size());
        EXPECT_GE(*distinct.begin(), 0);
        EXPECT_LT(*distinct.rbegin(), all_rows);
      }
}

TEST(RowOrders, NestedSubsetsAreBeginningsOfOneOrder) {
  const auto orders = orders_of(nested, 0);
  ASSERT_EQ(orders.size(), 1U);
  EXPECT_EQ(orders[0].sizes, (std::vector<std::int64_t>{3, 6, 12}));
  ASSERT_EQ(orders_of(independent, 0).size(), 3U);
  for (const auto kind : {power, LadderKind::posterior_power}) {
    const auto plain = orders_of(kind, 0);
    ASSERT_EQ(plain.size(), 1U);
    EXPECT_EQ(plain[0].sizes, std::vector<std::int64_t>{all_rows});
    EXPECT_TRUE(std::is_sorted(plain[0].rows.begin(), plain[0].rows.end()));
  }
}

bool same_orders(LadderKind kind, const RandomKey& a, const RandomKey& b) {
  const auto x = make_orders(kind, three_betas, all_rows, a);
  const auto y = make_orders(kind, three_betas, all_rows, b);
  return x.back().rows == y.back().rows;
}

TEST(RowOrders, BelongToTheirKey) {
  for (const auto kind : {nested, independent}) {
    EXPECT_TRUE(same_orders(kind, key(1), key(1)));
    EXPECT_FALSE(same_orders(kind, key(1), key(2)));
    RandomKey other = key(1);
    other.seed = 6;
    EXPECT_FALSE(same_orders(kind, key(1), other));
    other = key(1);
    other.replica = 3;
    EXPECT_FALSE(same_orders(kind, key(1), other));
  }
}

/// Chi-square of how often each row is in a subset of so many rows, freedom all_rows - 1: counts
/// have variances T p (1 - p), and covariances by which they sum to what they must.
template <class Subset>
double inclusion_chi_square(double size, Subset subset) {
  std::vector<double> counts(all_rows);
  for (std::uint64_t trial = 0; trial < trials; ++trial)
    for (const std::int32_t row : subset(trial)) counts[static_cast<std::size_t>(row)] += 1.0;
  const double p = size / all_rows;
  double sum = 0.0;
  for (const double count : counts) sum += std::pow(count - trials * p, 2);
  return sum / (trials * p * (1.0 - p)) * (all_rows - 1.0) / all_rows;
}

TEST(RowOrders, EveryRowIsAsOftenInASubset) {
  for (const auto kind : {nested, independent})
    for (const int m : {1, 2}) {
      const double size = m == 1 ? 6.0 : 3.0;
      const double chi_square = inclusion_chi_square(
          size, [&](std::uint64_t trial) { return subset_of(kind, m, trial); });
      EXPECT_LT(chi_square, chi_square_limit(all_rows - 1)) << m;
      EXPECT_GT(chi_square, 0.5) << m;  // below with probability 1.4e-5: rows taken by turns
    }
}

/// Swaps each of the first rows with any row, also one that was drawn before.
Rows naive_draw(std::uint64_t trial) {
  Rows rows(all_rows);
  std::iota(rows.begin(), rows.end(), 0);
  Stream stream(key(trial));
  for (std::size_t i = 0; i < 6; ++i) std::swap(rows[i], rows[stream.below(all_rows)]);
  rows.resize(6);
  return rows;
}

TEST(RowOrders, ANaiveDrawIsSeen) {
  EXPECT_GT(inclusion_chi_square(6.0, naive_draw), 2.0 * chi_square_limit(all_rows - 1));
}

/// How far the mean number of rows that two subsets share is from that of independent draws, in
/// standard errors: the number is hypergeometric.
template <class A, class B>
double overlap_distance(double a, double b, A first, B second) {
  double shared = 0.0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const Rows x = first(trial), y = second(trial);
    for (const std::int32_t row : x) shared += std::count(y.begin(), y.end(), row) > 0 ? 1.0 : 0.0;
  }
  const double n = all_rows, mean = a * b / n;
  const double variance = mean * (n - a) / n * (n - b) / (n - 1.0);
  return std::abs(shared - trials * mean) / std::sqrt(trials * variance);
}

double rung_overlap(LadderKind kind) {
  return overlap_distance(
      6, 3, [&](std::uint64_t trial) { return subset_of(kind, 1, trial); },
      [&](std::uint64_t trial) { return subset_of(kind, 2, trial); });
}

TEST(RowOrders, IndependentSubsetsShareRowsByChanceOnly) {
  EXPECT_LT(rung_overlap(independent), standard_errors_allowed);
  EXPECT_GT(rung_overlap(nested), 10.0 * standard_errors_allowed);
}

TEST(RowOrders, OfOtherKeysShareRowsByChanceOnly) {
  for (const auto kind : {nested, independent}) {
    const auto now = [&](std::uint64_t trial) { return subset_of(kind, 1, trial); };
    const auto next = [&](std::uint64_t trial) { return subset_of(kind, 1, trial + 1); };
    EXPECT_LT(overlap_distance(6, 6, now, next), standard_errors_allowed);
  }
}

TEST(SwapRounds, FollowTheirSchedule) {
  using Rounds = std::vector<std::vector<int>>;
  const auto even_odd = SwapSchedule::even_odd, both = SwapSchedule::even_then_odd;
  for (const std::int64_t iteration : {0, 1, 2}) {
    EXPECT_EQ(swap_rounds(SwapSchedule::sweep, 4, iteration), (Rounds{{3}, {2}, {1}}));
    EXPECT_EQ(swap_rounds(both, 6, iteration), (Rounds{{1, 3, 5}, {2, 4}}));
    EXPECT_EQ(swap_rounds(both, 2, iteration), (Rounds{{1}, {}}));
  }
  for (const std::int64_t even : {0, 2, 100}) {
    EXPECT_EQ(swap_rounds(even_odd, 6, even), (Rounds{{1, 3, 5}}));
    EXPECT_EQ(swap_rounds(even_odd, 6, even + 1), (Rounds{{2, 4}}));
    EXPECT_EQ(swap_rounds(even_odd, 2, even), Rounds{{1}});
  }
}

TEST(SwapRounds, OfOneRungHoldNoPair) {
  for (const auto schedule :
       {SwapSchedule::sweep, SwapSchedule::even_odd, SwapSchedule::even_then_odd})
    for (const auto& round : swap_rounds(schedule, 1, 0)) EXPECT_TRUE(round.empty());
}

TEST(SwapRatio, IsThatOfBothSides) {
  EXPECT_DOUBLE_EQ(log_swap_ratio({-3.0, -1.5}, {-2.0, -2.75}), 0.75);
  const double impossible = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(log_swap_ratio({-3.0, -1.5}, {-2.0, impossible}), impossible);
  EXPECT_EQ(log_swap_ratio({-3.0, impossible}, {-2.0, -1.0}), impossible);
  EXPECT_EQ(log_swap_ratio({-3.0, impossible}, {impossible, -1.0}), impossible);
}

TEST(LadderPlaces, AreChangedBySwapsOfNeighbours) {
  LadderPlaces places(4);
  EXPECT_EQ(places.replicas(), (std::vector<int>{0, 1, 2, 3}));
  places.swap(2);
  places.swap(1);
  places.swap(3);
  EXPECT_EQ(places.replicas(), (std::vector<int>{2, 0, 3, 1}));
  places.place({3, 2, 0, 1});
  places.swap(1);
  EXPECT_EQ(places.replicas(), (std::vector<int>{2, 3, 0, 1}));
  for (int rung = 0; rung < 4; ++rung) EXPECT_EQ(places.rung_of(places.replica_at(rung)), rung);
}

std::int64_t round_trips(int rungs, const std::vector<std::vector<int>>& history) {
  RoundTrips trips(rungs);
  LadderPlaces places(rungs);
  for (const auto& replicas : history) {
    places.place(replicas);
    trips.see(places);
  }
  return trips.count();
}

TEST(RoundTrips, GoFromTheColdestRungToTheHottestAndBack) {
  const std::vector<std::vector<int>> up = {{0, 1, 2}, {1, 0, 2}, {1, 2, 0}};
  auto back = up;
  back.insert(back.end(), {{1, 0, 2}, {0, 1, 2}});
  EXPECT_EQ(round_trips(3, {}), 0);
  EXPECT_EQ(round_trips(3, up), 0);
  EXPECT_EQ(round_trips(3, back), 1);
  // Standing still at an end is no trip; nor is turning back half-way.
  EXPECT_EQ(round_trips(3, {{0, 1, 2}, {0, 1, 2}, {1, 0, 2}, {0, 1, 2}}), 0);
  // From the hottest to the coldest is half a trip.
  EXPECT_EQ(round_trips(3, {{0, 1, 2}, {0, 2, 1}, {2, 0, 1}}), 0);
  EXPECT_EQ(round_trips(2, {{0, 1}, {1, 0}, {0, 1}, {1, 0}}), 2);
  EXPECT_EQ(round_trips(1, {{0}, {0}, {0}}), 0);
}

/// Acceptance of swaps between N(0, I/a) and N(0, I/b), a > b, in d = 2 or 4 dimensions. It is
/// twice the probability that the colder |theta|^2 is the larger: with x = b/(a+b) that is the
/// regularised incomplete beta function I_x(d/2, d/2).
double normal_acceptance(double a, double b, int dimension) {
  const double x = b / (a + b);
  return 2.0 * (dimension == 2 ? x : x * x * (3.0 - 2.0 * x));
}

double half_square(Stream& stream, double beta, int dimension) {
  double sum = 0.0;
  for (int j = 0; j < dimension; ++j) sum += std::pow(stream.normal(), 2);
  return 0.5 * sum / beta;
}

/// Mean over exact draws less the closed form, in standard errors; of a ratio with its last term
/// left out if it is `one_sided`.
double acceptance_distance(double a, double b, int dimension, bool one_sided) {
  constexpr int draws = 100'000;
  Stream stream(
      {.seed = 8, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(dimension)});
  double sum = 0.0, squares = 0.0;
  const double truth = normal_acceptance(a, b, dimension);
  for (int i = 0; i < draws; ++i) {
    const double cold = half_square(stream, a, dimension), hot = half_square(stream, b, dimension);
    const SwapSide hot_side{-b * hot, (one_sided ? -b : -a) * hot};
    const double rate = std::min(1.0, exp(log_swap_ratio({-a * cold, -b * cold}, hot_side)));
    sum += rate - truth;
    squares += (rate - truth) * (rate - truth);
  }
  return std::abs(sum) / std::sqrt(squares);
}

TEST(SwapRatio, AcceptsNormalsAsOftenAsTheClosedFormSays) {
  for (const int dimension : {2, 4})
    for (const double b : {0.8, 0.5, 0.1}) {
      EXPECT_LT(acceptance_distance(1.0, b, dimension, false), standard_errors_allowed);
      EXPECT_GT(acceptance_distance(1.0, b, dimension, true), 10.0 * standard_errors_allowed);
    }
}

std::vector<double> normal_rejection(const std::vector<double>& betas, int dimension) {
  std::vector<double> rejection;
  for (std::size_t m = 1; m < betas.size(); ++m)
    rejection.push_back(1.0 - normal_acceptance(betas[m - 1], betas[m], dimension));
  return rejection;
}

TEST(Barrier, SumsRejections) {
  const Barrier barrier = estimate_barrier({1.0, 0.5, 0.125}, {0.3, 0.6});
  ASSERT_EQ(barrier.cumulative.size(), 3U);
  EXPECT_EQ(barrier.cumulative[0], 0.0);
  EXPECT_DOUBLE_EQ(barrier.cumulative[1], 0.3);
  EXPECT_DOUBLE_EQ(barrier.global(), 0.9);
  const auto slopes = local_barrier(barrier);
  ASSERT_EQ(slopes.size(), 2U);
  EXPECT_NEAR(slopes[0], 0.3 / 0.6931471805599453, 1e-15);
  EXPECT_NEAR(slopes[1], 0.6 / 1.3862943611198906, 1e-15);
  EXPECT_EQ(Barrier{}.global(), 0.0);
}

// In two dimensions rungs b and b - db reject with probability db/2b: Lambda = log(1/beta)/2.
TEST(Barrier, OfNormalsIsThatOfTheClosedForm) {
  const auto betas = geometric_ladder(1001, 0.01);
  const Barrier barrier = estimate_barrier(betas, normal_rejection(betas, 2));
  EXPECT_NEAR(barrier.global(), 0.5 * std::log(100.0), 1e-4);
  for (const double slope : local_barrier(barrier)) EXPECT_NEAR(slope, 0.5, 1e-4);
  EXPECT_EQ(proposed_rungs(barrier), 6);  // 2 Lambda = 4.6, 5 pairs
}

TEST(Barrier, ProposesTwiceItsPairs) {
  EXPECT_EQ(proposed_rungs({{1.0, 0.1}, {0.0, 3.0}}), 7);
  EXPECT_EQ(proposed_rungs({{1.0, 0.1}, {0.0, 0.7}}), 2);
  EXPECT_EQ(proposed_rungs({{1.0, 0.1}, {0.0, 0.0}}), 2);
}

// Lambda = 2 (1 - beta)^2 on a fine grid: where it ends flat in log beta, and steep.
TEST(Barrier, EqualRejectionInvertsLambda) {
  Barrier barrier;
  barrier.betas = geometric_ladder(20'001, 0.05);
  const auto lambda = [](double beta) { return 2.0 * (1.0 - beta) * (1.0 - beta); };
  for (const double beta : barrier.betas) barrier.cumulative.push_back(lambda(beta));
  // Hardly rejecting pairs count as 1e-3, which would distort a grid this fine.
  for (double& value : barrier.cumulative) value *= 1e7;
  for (const int rungs : {2, 5, 9}) {
    const auto betas = equal_rejection_ladder(barrier, rungs);
    ASSERT_EQ(betas.size(), static_cast<std::size_t>(rungs));
    EXPECT_EQ(betas.front(), 1.0);
    EXPECT_EQ(betas.back(), barrier.betas.back());
    for (int m = 0; m < rungs; ++m)
      EXPECT_NEAR(lambda(betas[static_cast<std::size_t>(m)]), lambda(0.05) * m / (rungs - 1), 1e-5);
  }
}

// Of normals a pair's rejection depends on the ratio of its betas alone, so that the ladder of
// equal rejection is the geometric one; from a bad ladder a few rounds lead there.
TEST(Barrier, EqualRejectionLeadsToTheGeometricLadderOfNormals) {
  for (const int dimension : {2, 4}) {
    std::vector<double> betas = {1.0, 0.97, 0.95, 0.9, 0.5, 0.02};
    for (int round = 0; round < 20; ++round)
      betas =
          equal_rejection_ladder(estimate_barrier(betas, normal_rejection(betas, dimension)), 6);
    const auto truth = geometric_ladder(6, 0.02);
    for (std::size_t m = 0; m < truth.size(); ++m) EXPECT_NEAR(betas[m], truth[m], 1e-6) << m;
  }
}

TEST(Barrier, PairsThatNeverRejectStayApart) {
  const Barrier barrier = estimate_barrier({1.0, 0.5, 0.25, 0.125}, {0.0, 0.0, 0.0});
  const auto betas = equal_rejection_ladder(barrier, 4);
  for (std::size_t m = 1; m < betas.size(); ++m) EXPECT_NEAR(betas[m] / betas[m - 1], 0.5, 1e-12);
  EXPECT_EQ(equal_rejection_ladder(barrier, 1), std::vector<double>{1.0});
}

TEST(RoundTrips, ExpectedRateIsThatOfTheFormula) {
  EXPECT_DOUBLE_EQ(expected_round_trip_rate({}), 0.5);
  EXPECT_DOUBLE_EQ(expected_round_trip_rate({0.5, 0.5}), 1.0 / 6.0);
  EXPECT_DOUBLE_EQ(expected_round_trip_rate({0.2, 0.75}), 1.0 / 8.5);
  EXPECT_EQ(expected_round_trip_rate({0.2, 1.0}), 0.0);
}

/// Round trips of five replicas whose swaps are decided by coin tosses.
double round_trips(SwapSchedule schedule, const std::vector<double>& rejection, int iterations) {
  LadderPlaces places(5);
  RoundTrips trips(5);
  Stream stream({.seed = 9, .purpose = Purpose::test});
  for (int i = 0; i < iterations; ++i) {
    for (const auto& round : swap_rounds(schedule, 5, i))
      for (const int m : round)
        if (stream.uniform() > rejection[static_cast<std::size_t>(m - 1)]) places.swap(m);
    trips.see(places);
  }
  return static_cast<double>(trips.count());
}

// Trips are more regular than those of a Poisson process, so that the standard error of their
// number is at most its square root. Iterations of even_then_odd are two turns: who arrives at an
// end stays there until the next turn of the same half, and is seen.
TEST(RoundTrips, AreAsManyAsExpectedUnderEvenOddSwaps) {
  const std::vector<double> rejection = {0.2, 0.6, 0.3, 0.5};
  constexpr int turns = 200'000;
  const auto off = [&](double count, double rate) {
    return std::abs(count - turns * rate) / std::sqrt(count);
  };
  const double count = round_trips(SwapSchedule::even_odd, rejection, turns);
  EXPECT_LT(off(count, expected_round_trip_rate(rejection)), standard_errors_allowed);
  EXPECT_EQ(round_trips(SwapSchedule::even_then_odd, rejection, turns / 2), count);
  // The limit of many rungs, 1 / (2 + 2 Lambda), is not the rate of five.
  EXPECT_GT(off(count, 1.0 / (2.0 + 2.0 * 1.6)), 2.0 * standard_errors_allowed);
}

// W = (5/3 + 14/3)/2, B = 4 (1.25^2 + 1.25^2) = 12.5, Var = 3/4 W + B/4 = 5.5.
TEST(BetweenChains, HandComputedNumbers) {
  const auto two = between_chains({{1, 2, 3, 4}, {3, 4, 5, 8}});
  EXPECT_NEAR(two.r_hat, std::sqrt(5.5 / (19.0 / 6.0)), 1e-15);
  EXPECT_NEAR(two.effective_sample_size, 8.0 * 5.5 / 12.5, 1e-14);
  const auto same = between_chains({{1, 2, 3, 4}, {1, 2, 3, 4}, {4, 1, 3, 2}});
  EXPECT_NEAR(same.r_hat, std::sqrt(0.75), 1e-15);
  EXPECT_EQ(same.effective_sample_size, 12.0);
}

TEST(BetweenChains, NeedTwoChainsOfTwoDrawsThatMove) {
  for (const Chains& chains : std::vector<Chains>{{}, {{1, 2}}, {{1}, {2}}, {{3, 3}, {4, 4}}}) {
    EXPECT_TRUE(std::isnan(between_chains(chains).r_hat));
    EXPECT_TRUE(std::isnan(between_chains(chains).effective_sample_size));
  }
}

}  // namespace
}  // namespace photinus
