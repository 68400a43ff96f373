// Truth: rows chosen independently, row n with q_n = 1 - exp(-w_n), w_n = multiple max(gap_n, least
// gap), at most 6.9078; and a naive axis that looks at every row for every point. Tolerances by
// chance: support/chance.hpp.
#include "photinus/firefly/width_axis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "support/chance.hpp"

namespace photinus {
namespace {

using Facts = std::vector<float>;  // expected gaps
using Chosen = std::vector<std::int64_t>;
/// The rows chosen in an iteration.
using Chooser = std::function<Chosen(std::uint64_t iteration)>;

RandomKey key(std::uint64_t iteration) {
  return {.seed = 33, .purpose = Purpose::test, .replica = 1, .iteration = iteration};
}

Facts with_gaps(const std::vector<double>& gaps) {
  Facts facts;
  for (const double gap : gaps) facts.push_back(static_cast<float>(gap));
  return facts;
}

FactTable table_of(const float* gaps, std::size_t rows) {
  FactTable table(rows, 1);
  for (std::size_t i = 0; i < rows; ++i) table.gap(i) = gaps[i];
  return table;
}

double q_of(double gap, const ProposalRule& rule) {
  const double kept = static_cast<double>(static_cast<float>(gap));
  return -std::expm1(-std::min(rule.multiple * std::max(kept, rule.least_gap), 6.907755278982137));
}

/// What an axis may forget.
struct Faults {
  bool resume = false;       ///< that the rest of a row that was hit does not choose it again
  bool next_cell = false;    ///< the same where the row goes on in the next cell
  bool floor = false;        ///< the rows' least width
  bool share_cells = false;  ///< that every cell has random numbers of its own
};

/// Every point of the axis from 0 on, found by going through all rows.
Chosen naive(const Facts& facts, const ProposalRule& rule, std::uint64_t iteration,
             const Faults& faults = {}) {
  const double cell_length = 1.0 / ProposalRule::unit;
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  for (const float row : facts) {
    const bool none = faults.floor && static_cast<double>(row) < rule.least_gap;
    ends.push_back(end += none ? 0 : rule.width(row));
  }
  Chosen chosen;
  std::uint64_t resume = 0;
  for (std::uint64_t cell = 0; static_cast<double>(cell) * cell_length < static_cast<double>(end);
       ++cell) {
    RandomKey numbers = key(iteration);
    numbers.index = faults.share_cells ? 0 : cell;
    Stream stream(numbers);
    if (faults.next_cell) resume = 0;
    for (double t = stream.exponential(); t < 1.0; t += stream.exponential()) {
      const auto inside = static_cast<std::uint64_t>(t * cell_length);
      const std::uint64_t point = cell * static_cast<std::uint64_t>(cell_length) + inside;
      if (point < resume || point >= end) continue;
      const auto row = std::upper_bound(ends.begin(), ends.end(), point) - ends.begin();
      if (!faults.resume) resume = ends[static_cast<std::size_t>(row)];
      chosen.push_back(row);
    }
  }
  return chosen;
}

/// The axis of rows [first, last), placed where those before it end.
Chosen of_part(const Facts& facts, const ProposalRule& rule, std::uint64_t iteration,
               std::size_t first, std::size_t last) {
  std::uint64_t start = 0;
  for (std::size_t i = 0; i < first; ++i) start += rule.width(facts[i]);
  const FactTable table = table_of(facts.data() + first, last - first);
  WidthAxis axis(table, rule);
  axis.place(start);
  Chosen chosen;
  axis.visit_chosen(key(iteration), [&](std::int64_t row) {
    chosen.push_back(row + static_cast<std::int64_t>(first));
  });
  return chosen;
}

Chosen of_all(const Facts& facts, const ProposalRule& rule, std::uint64_t iteration) {
  return of_part(facts, rule, iteration, 0, facts.size());
}

// Very different rows side by side: zero gap, 1e-9 to the widest.
constexpr ProposalRule mixed_rule = {2.0, 1e-3};
std::vector<double> mixed_gaps(std::size_t rows) {
  const double pattern[] = {0.0, 1e-9, 0.05, 1.0, 0.002, 10.0, 0.3, 0.0, 3.5, 0.01, 1e-5, 0.7};
  std::vector<double> gaps;
  Stream stream({.seed = 34, .purpose = Purpose::test});
  for (std::size_t i = 0; i < rows; ++i) gaps.push_back(pattern[i % 12] * (0.5 + stream.uniform()));
  return gaps;
}

// 2^-36 is the grain of the axis, 1e-6 that of a float.
TEST(ProposalRule, ProbabilityIsTheFormula) {
  Stream stream({.seed = 35, .purpose = Purpose::test});
  for (int i = 0; i < 10'000; ++i) {
    const double gap = std::exp(40.0 * stream.uniform() - 30.0);
    const ProposalRule rule{3.0 * stream.uniform() + 0.1, i % 2 == 0 ? 0.0 : 1e-4};
    const double q = rule.q(with_gaps({gap})[0]);
    EXPECT_NEAR(q, q_of(gap, rule), 0x1p-36 + 1e-12) << gap;
    EXPECT_LE(q, 0.999 + 1e-10);
    EXPECT_GT(q, 0.0);
  }
}

// A row whose q is 0 could darken and never brighten again.
TEST(ProposalRule, NoRowIsForgotten) {
  const float none = with_gaps({0.0})[0];
  EXPECT_GT((ProposalRule{2.0, 0.0}.q(none)), 0.0);
  EXPECT_GT((ProposalRule{2.0, 0.0}.width(none)), 0U);
  EXPECT_NEAR((ProposalRule{2.0, 1e-3}.q(none)), -std::expm1(-2e-3), 1e-10);
}

/// Largest chi-square over its limit, and largest distance over that allowed: above 1 is an alarm.
double worst_of_counts(const Chooser& choose, const std::vector<double>& q,
                       std::uint64_t iterations) {
  std::vector<double> counts(q.size());
  for (std::uint64_t i = 1; i <= iterations; ++i)
    for (const std::int64_t row : choose(i)) ++counts[static_cast<std::size_t>(row)];
  const auto trials = static_cast<double>(iterations);
  double chi_square = 0.0, worst = 0.0;
  for (std::size_t n = 0; n < q.size(); ++n) {
    const double distance = binomial_distance(counts[n], trials, q[n]);
    chi_square += distance * distance;
    worst = std::max(worst, distance);
  }
  const auto rows = static_cast<int>(q.size());
  // A row of 240 may be 5.5 standard errors off: false alarm 1e-5 together.
  return std::max(chi_square / chi_square_limit(rows), worst / 5.5);
}

/// The same for disjoint pairs of neighbours, starting at even and at odd rows: both chosen, and
/// neither.
double worst_of_pairs(const Chooser& choose, const std::vector<double>& q,
                      std::uint64_t iterations) {
  double both[2] = {}, neither[2] = {}, mean_both[2] = {}, mean_neither[2] = {};
  double spread_both[2] = {}, spread_neither[2] = {};
  const auto trials = static_cast<double>(iterations);
  for (std::size_t n = 0; n + 1 < q.size(); ++n) {
    const double p = q[n] * q[n + 1], r = (1.0 - q[n]) * (1.0 - q[n + 1]);
    mean_both[n % 2] += trials * p;
    spread_both[n % 2] += trials * p * (1.0 - p);
    mean_neither[n % 2] += trials * r;
    spread_neither[n % 2] += trials * r * (1.0 - r);
  }
  std::vector<char> hit(q.size());
  for (std::uint64_t i = 1; i <= iterations; ++i) {
    std::fill(hit.begin(), hit.end(), 0);
    for (const std::int64_t row : choose(i)) hit[static_cast<std::size_t>(row)] = 1;
    for (std::size_t n = 0; n + 1 < hit.size(); ++n) {
      both[n % 2] += hit[n] & hit[n + 1];
      neither[n % 2] += (hit[n] | hit[n + 1]) == 0 ? 1.0 : 0.0;
    }
  }
  double worst = 0.0;
  for (const int k : {0, 1}) {
    worst = std::max(worst, std::abs(both[k] - mean_both[k]) / std::sqrt(spread_both[k]));
    worst = std::max(worst, std::abs(neither[k] - mean_neither[k]) / std::sqrt(spread_neither[k]));
  }
  return worst / standard_errors_allowed;
}

class MixedRows : public ::testing::Test {
 protected:
  MixedRows() {
    for (const double gap : mixed_gaps(240)) {
      facts_.push_back(with_gaps({gap})[0]);
      q_.push_back(q_of(gap, mixed_rule));
    }
  }
  Chooser axis() const {
    return [this](std::uint64_t i) { return of_all(facts_, mixed_rule, i); };
  }
  Chooser planted(const Faults& faults) const {
    return [this, faults](std::uint64_t i) { return naive(facts_, mixed_rule, i, faults); };
  }
  static constexpr std::uint64_t iterations = 20'000;
  Facts facts_;
  std::vector<double> q_;
};

// Catches: q in place of -log(1 - q) as a width, a row found one too far on, widths added up in
// another order than rows.
TEST_F(MixedRows, EveryRowIsChosenWithItsProbability) {
  EXPECT_LT(worst_of_counts(axis(), q_, iterations), 1.0);
}

// Catches: points lost after a hit, random numbers shared by neighbouring cells.
TEST_F(MixedRows, NeighboursAreIndependent) {
  EXPECT_LT(worst_of_pairs(axis(), q_, iterations), 1.0);
}

// Exact: the rows that the naive axis finds.
TEST_F(MixedRows, AreThoseOfTheNaiveAxis) {
  for (std::uint64_t i = 1; i <= 500; ++i)
    ASSERT_EQ(of_all(facts_, mixed_rule, i), naive(facts_, mixed_rule, i));
}

// A tenth as many iterations show the faults.
TEST_F(MixedRows, PlantedFaultsAreSeen) {
  const std::uint64_t few = iterations / 10;
  EXPECT_LT(worst_of_counts(planted({}), q_, few), 1.0);
  EXPECT_LT(worst_of_pairs(planted({}), q_, few), 1.0);
  EXPECT_GT(worst_of_counts(planted({.resume = true}), q_, few), 5.0);
  EXPECT_GT(worst_of_counts(planted({.next_cell = true}), q_, few), 1.5);
  EXPECT_GT(worst_of_counts(planted({.floor = true}), q_, iterations), 1.2);
  EXPECT_GT(worst_of_pairs(planted({.share_cells = true}), q_, few), 1.5);
}

// 20 x 60 rows: every fifth has no gap and must come at the floor's rate.
TEST(WidthAxis, RowsWithoutAGapAreProposedAtTheFloorsRate) {
  std::vector<double> gaps = mixed_gaps(1'200);
  for (std::size_t i = 0; i < gaps.size(); i += 5) gaps[i] = 0.0;
  const Facts facts = with_gaps(gaps);
  double hits = 0.0;
  const std::uint64_t iterations = 2'000;
  for (std::uint64_t i = 1; i <= iterations; ++i)
    for (const std::int64_t row : of_all(facts, mixed_rule, i)) hits += row % 5 == 0 ? 1.0 : 0.0;
  EXPECT_LT(binomial_distance(hits, 240.0 * iterations, -std::expm1(-2e-3)),
            standard_errors_allowed);
}

// A million rows of 1e-9, with a widest row amid them: 20 bins of 20 hits each.
TEST(WidthAxis, ManyVeryNarrowRows) {
  const std::size_t rows = 1'000'000, wide = 314'159;
  std::vector<double> gaps(rows, 1e-9);
  gaps[wide] = 10.0;
  const Facts facts = with_gaps(gaps);
  const ProposalRule rule{1.0, 0.0};
  const FactTable table = table_of(facts.data(), rows);
  const WidthAxis axis(table, rule);
  const std::uint64_t iterations = 400'000;
  std::vector<double> bins(20);
  double wide_hits = 0.0;
  for (std::uint64_t i = 1; i <= iterations; ++i)
    axis.visit_chosen(key(i), [&](std::int64_t row) {
      if (row == static_cast<std::int64_t>(wide))
        ++wide_hits;
      else
        ++bins[static_cast<std::size_t>(row) / (rows / 20)];
    });
  const double q = q_of(1e-9, rule), trials = static_cast<double>(iterations) * (rows / 20.0);
  double chi_square = 0.0;
  for (const double count : bins)
    chi_square += (count - trials * q) * (count - trials * q) / (trials * q);
  EXPECT_LT(chi_square, chi_square_limit(20));
  EXPECT_LT(binomial_distance(wide_hits, iterations, q_of(10.0, rule)), standard_errors_allowed);
}

// Exact. Catches: cells whose points depend on who looks at them, a row that a neighbour's part
// chooses again, parts without rows.
TEST(WidthAxis, AnyPartsGiveTheSameRows) {
  Stream stream({.seed = 36, .purpose = Purpose::test});
  const std::size_t rows = 700;
  const Facts facts = with_gaps(mixed_gaps(rows));
  for (std::uint64_t iteration = 1; iteration <= 60; ++iteration) {
    const Chosen whole = of_all(facts, mixed_rule, iteration);
    for (const std::size_t parts : {2, 3, 5, 40}) {
      std::vector<std::size_t> cuts = {0, rows};
      for (std::size_t k = 1; k < parts; ++k) cuts.push_back(stream.below(rows + 1));
      std::sort(cuts.begin(), cuts.end());
      Chosen together;
      for (std::size_t k = 0; k < parts; ++k)
        for (const std::int64_t row : of_part(facts, mixed_rule, iteration, cuts[k], cuts[k + 1]))
          together.push_back(row);
      ASSERT_EQ(together, whole) << parts;
    }
  }
}

// Where the axis is cut at a row's own end, whatever the row: every cut of 60 rows.
TEST(WidthAxis, EveryCutGivesTheSameRows) {
  const Facts facts = with_gaps(mixed_gaps(60));
  for (std::uint64_t iteration = 1; iteration <= 40; ++iteration)
    for (std::size_t cut = 0; cut <= facts.size(); ++cut) {
      Chosen together = of_part(facts, mixed_rule, iteration, 0, cut);
      for (const std::int64_t row : of_part(facts, mixed_rule, iteration, cut, facts.size()))
        together.push_back(row);
      ASSERT_EQ(together, of_all(facts, mixed_rule, iteration)) << cut;
    }
}

TEST(WidthAxis, RowsComeOnceAndAscending) {
  const Facts facts = with_gaps(mixed_gaps(997));
  for (std::uint64_t iteration = 1; iteration <= 100; ++iteration) {
    std::int64_t previous = -1;
    for (const std::int64_t row : of_all(facts, mixed_rule, iteration)) {
      ASSERT_GT(row, previous);
      ASSERT_LT(row, 997);
      previous = row;
    }
  }
}

// Far from the axis' beginning, as the last shard of a large file is.
TEST(WidthAxis, FarPartsAreTheSameFromEverySide) {
  const Facts facts = with_gaps(mixed_gaps(200));
  const std::uint64_t far = std::uint64_t{1} << 58U;
  const auto from = [&](std::size_t first, std::uint64_t iteration) {
    std::uint64_t start = far;
    for (std::size_t i = 0; i < first; ++i) start += mixed_rule.width(facts[i]);
    const FactTable table = table_of(facts.data() + first, 200 - first);
    WidthAxis axis(table, mixed_rule);
    axis.place(start);
    Chosen rows;
    axis.visit_chosen(key(iteration), [&](std::int64_t row) {
      if (row + static_cast<std::int64_t>(first) >= 100)
        rows.push_back(row + static_cast<std::int64_t>(first));
    });
    return rows;
  };
  for (std::uint64_t iteration = 1; iteration <= 20; ++iteration) {
    const Chosen rows = from(0, iteration);
    EXPECT_GT(rows.size(), 10U);
    for (const std::size_t first : {1, 17, 99, 100}) EXPECT_EQ(from(first, iteration), rows);
  }
}

TEST(WidthAxis, NoRowsChooseNothing) {
  EXPECT_TRUE(of_all({}, mixed_rule, 1).empty());
  WidthAxis axis;
  EXPECT_EQ(axis.length(), 0U);
  axis.visit_chosen(key(1), [](std::int64_t) { FAIL(); });
}

TEST(WidthAxis, IterationsDiffer) {
  const Facts facts = with_gaps(mixed_gaps(240));
  EXPECT_NE(of_all(facts, mixed_rule, 1), of_all(facts, mixed_rule, 2));
}

}  // namespace
}  // namespace photinus
