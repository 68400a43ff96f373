#include "photinus/firefly/brightness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "photinus/base/random.hpp"
#include "support/chance.hpp"

namespace photinus {
namespace {

// All 120 sets of 3 out of 10 are equally likely: chi-square with 119 degrees of freedom.
TEST(ChooseDistinct, EverySetIsEquallyLikely) {
  std::map<std::vector<int>, int> counts;
  Stream stream({.seed = 41, .purpose = Purpose::test});
  const int draws = 60'000, sets = 120;
  for (int i = 0; i < draws; ++i) ++counts[choose_distinct(stream, 3, 10)];
  ASSERT_EQ(counts.size(), static_cast<std::size_t>(sets));
  const double expected = static_cast<double>(draws) / sets;
  double chi_square = 0.0;
  for (const auto& [set, count] : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, chi_square_limit(sets - 1));
}

TEST(ChooseDistinct, AscendingAndDistinctWhateverTheCount) {
  Stream stream({.seed = 42, .purpose = Purpose::test});
  for (int count = 0; count <= 50; ++count) {
    const auto rows = choose_distinct(stream, count, 50);
    ASSERT_EQ(static_cast<int>(rows.size()), count);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_GE(rows[i], i == 0 ? 0 : rows[i - 1] + 1);
      ASSERT_LT(rows[i], 50);
    }
  }
}

// Over as many iterations as there are rows, every row is visited as often as one iteration is
// long, and no iteration visits a row twice. Exact. Catches: rows at the seam skipped or visited
// twice.
TEST(SweepRuns, GoRoundAllRowsEvenly) {
  for (const std::int64_t rows : {1, 7, 100, 1'001})
    for (const double fraction : {1e-6, 0.1, 0.3, 0.5, 0.999, 1.0}) {
      std::vector<std::int64_t> visits(static_cast<std::size_t>(rows));
      std::int64_t length = 0;
      for (std::int64_t iteration = 1; iteration <= rows; ++iteration) {
        std::int64_t previous = -1;
        length = 0;
        for (const RowRun& run : sweep_runs(iteration, fraction, rows))
          for (std::int64_t row = run.first; row < run.last; ++row) {
            ASSERT_GT(row, previous);
            ASSERT_LT(row, rows);
            previous = row;
            ++length;
            ++visits[static_cast<std::size_t>(row)];
          }
      }
      EXPECT_NEAR(static_cast<double>(length), fraction * static_cast<double>(rows), 1.0);
      for (const std::int64_t count : visits) ASSERT_EQ(count, length) << rows << ' ' << fraction;
    }
}

// Consecutive iterations go on where the last one ended, late in a long run too.
TEST(SweepRuns, GoOnWhereTheyEnded) {
  const std::int64_t rows = 1'000'000'007, late = 1'000'000'000'000;
  const auto before = sweep_runs(late, 0.1, rows), after = sweep_runs(late + 1, 0.1, rows);
  const RowRun& last = before.front();  // where there are two, the first is the later part
  const RowRun& next = after.size() == 1 ? after.front() : after.back();
  EXPECT_EQ(last.last % rows, next.first);
}

/// Probability of a decision over its uniform number. The two halves leave P(bright) invariant
/// where P(dark) q min(1, q_dark e/q) = P(bright) min(q_dark, q/e), e = expm1(gap).
double probability(bool (*decide)(double, double, double, double), double gap, double q,
                   double q_dark) {
  const int points = 100'000;
  int yes = 0;
  for (int i = 0; i < points; ++i) yes += decide(gap, q, q_dark, (i + 0.5) / points) ? 1 : 0;
  return static_cast<double>(yes) / points;
}

// Truth: z ~ Bernoulli(1 - exp(-gap)); the grid of 100,000 gives 1e-5. Catches: the published
// listing's reversed inequality.
TEST(ImplicitUpdate, LeavesTheConditionalInvariant) {
  for (const double gap : {0.001, 0.05, 0.3, 2.0})
    for (const double q : {0.001, 0.01, 0.2, 0.9})
      for (const double q_dark : {1.0, 0.3}) {
        const double bright = -std::expm1(-gap);
        const double up = q * probability(goes_bright, gap, q, q_dark);
        const double down = probability(goes_dark, gap, q, q_dark);
        EXPECT_NEAR((1.0 - bright) * up, bright * down, 1.1e-5) << gap << ' ' << q << ' ' << q_dark;
        EXPECT_GT(up, 0.0);
        EXPECT_LE(down, q_dark + 1e-5);
      }
}

TEST(ExplicitUpdate, DrawsTheConditional) {
  for (const double gap : {0.001, 0.05, 0.3, 2.0}) {
    int bright = 0;
    for (int i = 0; i < 100'000; ++i) bright += drawn_bright(gap, (i + 0.5) / 1e5) ? 1 : 0;
    EXPECT_NEAR(bright / 1e5, -std::expm1(-gap), 1.1e-5);
  }
}

}  // namespace
}  // namespace photinus
