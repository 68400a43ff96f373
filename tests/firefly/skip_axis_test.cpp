// Truth: rows chosen independently with probability q. Tolerances by chance: support/chance.hpp.
#include "photinus/firefly/skip_axis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/chance.hpp"

namespace photinus {
namespace {

RandomKey key(std::uint64_t iteration) {
  return {.seed = 31, .purpose = Purpose::test, .replica = 1, .iteration = iteration};
}

std::vector<std::int64_t> chosen(double q, std::uint64_t iteration, std::int64_t first,
                                 std::int64_t last) {
  std::vector<std::int64_t> rows;
  SkipAxis(q).visit_chosen(key(iteration), first, last,
                           [&](std::int64_t row) { rows.push_back(row); });
  return rows;
}

struct Case {
  double q;
  std::int64_t rows_in_bin;
  std::uint64_t iterations;
};

class SkipAxes : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr std::int64_t bins = 200;
};

// Chi-square of 200 bins of rows (one row each where q allows) and 4.5 standard errors of the sum.
// Catches: q in place of -log(1 - q) as a width, rows at cell edges chosen too often or too rarely.
TEST_P(SkipAxes, EveryRowIsChosenWithProbabilityQ) {
  const auto [q, rows_in_bin, iterations] = GetParam();
  std::vector<double> counts(bins);
  double total = 0.0;
  for (std::uint64_t i = 1; i <= iterations; ++i)
    for (const std::int64_t row : chosen(q, i, 0, bins * rows_in_bin)) {
      ++counts[static_cast<std::size_t>(row / rows_in_bin)];
      ++total;
    }
  const double trials = static_cast<double>(iterations) * static_cast<double>(rows_in_bin);
  double chi_square = 0.0;
  for (const double count : counts) {
    const double distance = binomial_distance(count, trials, q);
    chi_square += distance * distance;
  }
  EXPECT_LT(chi_square, chi_square_limit(bins));
  EXPECT_LT(binomial_distance(total, bins * trials, q), standard_errors_allowed);
}

// Pairs of neighbours, disjoint, starting at even and at odd rows: both chosen with probability
// q^2. Catches: points lost after a hit in the same cell, random numbers shared by neighbouring
// cells.
TEST_P(SkipAxes, NeighboursAreIndependent) {
  const auto [q, rows_in_bin, iterations] = GetParam();
  const std::int64_t rows = bins * rows_in_bin;
  double both[2] = {}, neither[2] = {};
  for (std::uint64_t i = 1; i <= iterations; ++i) {
    std::vector<char> hit(static_cast<std::size_t>(rows));
    for (const std::int64_t row : chosen(q, i, 0, rows)) hit[static_cast<std::size_t>(row)] = 1;
    for (std::size_t n = 0; n + 1 < hit.size(); ++n) {
      both[n % 2] += hit[n] & hit[n + 1];
      neither[n % 2] += (hit[n] | hit[n + 1]) == 0 ? 1 : 0;
    }
  }
  for (const int parity : {0, 1}) {
    const double pairs = static_cast<double>(iterations) * static_cast<double>((rows - parity) / 2);
    const double mean_both = pairs * q * q, mean_neither = pairs * (1 - q) * (1 - q);
    if (mean_both > 50)
      EXPECT_LT(binomial_distance(both[parity], pairs, q * q), standard_errors_allowed) << parity;
    else  // Poisson with mean at most 2: 13 or more have probability 2e-7
      EXPECT_LE(both[parity], 12.0) << mean_both;
    if (mean_neither > 50)
      EXPECT_LT(binomial_distance(neither[parity], pairs, (1 - q) * (1 - q)),
                standard_errors_allowed)
          << parity;
    else
      EXPECT_LE(neither[parity], 12.0) << mean_neither;
  }
}

INSTANTIATE_TEST_SUITE_P(Q, SkipAxes,
                         ::testing::Values(Case{1e-4, 100, 2'000}, Case{0.01, 1, 20'000},
                                           Case{0.3, 1, 20'000}, Case{0.999, 1, 8'000}));

// Exact. Catches: cells whose points depend on who looks at them, points lost at range edges.
TEST(SkipAxis, AnyPartitionGivesTheSameRows) {
  Stream stream({.seed = 32, .purpose = Purpose::test});
  for (const double q : {1e-4, 0.003, 0.3, 0.7, 0.999})
    for (std::uint64_t iteration = 1; iteration <= 20; ++iteration) {
      const std::int64_t rows = q < 0.01 ? 100'000 : 2'000;
      const auto whole = chosen(q, iteration, 0, rows);
      std::vector<std::int64_t> parts;
      for (std::int64_t first = 0; first < rows;) {
        const auto length = static_cast<std::int64_t>(
            stream.below(static_cast<std::uint64_t>(iteration % 2 == 0 ? 7 : rows / 3)));
        const std::int64_t last = std::min(rows, first + length);
        const auto part = chosen(q, iteration, first, last);
        parts.insert(parts.end(), part.begin(), part.end());
        first = last;
      }
      ASSERT_EQ(parts, whole) << q;
    }
}

TEST(SkipAxis, RowsComeOnceAndAscending) {
  for (const double q : {1e-4, 0.3, 0.999})
    for (std::uint64_t iteration = 1; iteration <= 50; ++iteration) {
      std::int64_t previous = 999;
      for (const std::int64_t row : chosen(q, iteration, 1'000, 9'000)) {
        ASSERT_GT(row, previous);
        ASSERT_LT(row, 9'000);
        previous = row;
      }
    }
}

// A billion rows in: the same rows of a range whether it is seen alone or with a million others.
TEST(SkipAxis, FarRowsAreTheSameFromEverySide) {
  const std::int64_t far = 1'000'000'000;
  for (const double q : {1e-3, 0.5, 0.999}) {
    std::vector<std::int64_t> expected;
    for (const std::int64_t row : chosen(q, 3, far - 50'000, far + 50'000))
      if (row >= far && row < far + 100) expected.push_back(row);
    EXPECT_EQ(chosen(q, 3, far, far + 100), expected);
  }
}

TEST(SkipAxis, EmptyRangesChooseNothing) {
  EXPECT_TRUE(chosen(0.999, 1, 5, 5).empty());
  EXPECT_TRUE(chosen(0.999, 1, 7, 3).empty());
}

// Catches: iterations or replicas that repeat each other's choices.
TEST(SkipAxis, IterationsDiffer) { EXPECT_NE(chosen(0.3, 1, 0, 1'000), chosen(0.3, 2, 0, 1'000)); }

}  // namespace
}  // namespace photinus
