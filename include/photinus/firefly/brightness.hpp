#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/bound/row_bound.hpp"

namespace photinus {

class Stream;

/// How brightness is updated. Maclaurin & Adams (2014), section 3.2.
enum class BrightnessUpdate : std::uint8_t {
  implicit,                      ///< Metropolis-Hastings flips, proposed by the skip axis
  explicit_with_replacement,     ///< Gibbs draws of rows picked independently
  explicit_without_replacement,  ///< Gibbs draws of a fixed number of rows of every block
  sweep,                         ///< Gibbs draws of consecutive rows, going round
};

/// Implicit update, bright -> dark: proposed always, accepted with min(1, q / expm1(gap)).
/// The published listing's companion condition (line 10) has its inequality reversed.
inline bool goes_dark(const Gap& gap, double q, double u) { return u * expm1(gap.value) < q; }

/// Implicit update, dark -> bright: proposed with probability q, accepted with
/// min(1, expm1(gap) / q).
inline bool goes_bright(const Gap& gap, double q, double u) { return u * q < expm1(gap.value); }

/// Explicit update: z ~ Bernoulli(1 - exp(-gap)).
inline bool drawn_bright(const Gap& gap, double u) { return u < bright_probability(gap); }

/// `count` distinct numbers of 0 .. size-1, ascending: Floyd's algorithm (Bentley & Floyd 1987).

std::vector<int> choose_distinct(Stream& stream, int count, int size);

/// The rows [first, last) that iteration `iteration` (from 1) of a sweep visits, as one or two runs
/// on the circle of `rows` rows.
struct RowRun {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
std::vector<RowRun> sweep_runs(std::int64_t iteration, double fraction, std::int64_t rows);

}  // namespace photinus
