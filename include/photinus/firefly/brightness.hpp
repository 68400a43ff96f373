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
  pseudo_marginal,  ///< all rows proposed anew with every theta, and both accepted as one
};

/// Implicit update, bright -> dark: proposed with probability q_dark, accepted with
/// min(1, q / (q_dark expm1(gap))). The published listing's companion condition (line 10) has its
/// inequality reversed.
inline bool goes_dark(double gap, double q, double q_dark, double u) {
  return u < q_dark && u * expm1(gap) < q;
}

/// Implicit update, dark -> bright: proposed with probability q, accepted with
/// min(1, q_dark expm1(gap) / q).
inline bool goes_bright(double gap, double q, double q_dark, double u) {
  return u * q < q_dark * expm1(gap);
}

/// Pseudo-marginal update (section 5): a row's term of the log weight where it is proposed bright
/// with probability r, log(L/B - 1) - log r + log(1 - r); the factors 1/(1 - r) of all rows cancel.
inline double pseudo_marginal_term(double gap, double r) {
  return log_expm1(gap) - log(r) + log1p(-r);
}

/// Explicit update: z ~ Bernoulli(1 - exp(-gap)).
inline bool drawn_bright(double gap, double u) { return u < -expm1(-gap); }

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
