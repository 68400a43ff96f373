#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// What a home must know of its rows beside their family.
struct HomeShape {
  int columns = 0;  ///< of the file
  int inputs = 0;   ///< of every predictor
  bool sampled_scale = false;
  int bound = tightest_bound;
};

/// A replica's bright rows at its home, where theta updates run without a message.
///
/// Rows stand in ascending order and sums are taken in that order. The likelihoods at the last two
/// thetas are kept, so that the theta that a kernel settles on is not evaluated again. `reach` says
/// which of the bounds hold at a theta: see TrustRegion.
class HomeRows {
 public:
  virtual ~HomeRows() = default;

  virtual std::int64_t count() const = 0;
  /// Likelihood evaluations made since the home was built.
  virtual std::int64_t evaluations() const = 0;

  /// Likelihoods and bounds are taken to this power from now on: gaps are beta delta.
  virtual void temper(double beta) = 0;

  /// Replaces all rows by these, evaluated at theta; their curvatures are those of `reach`.
  virtual void reset(const Vector& theta, double reach, BrightRecords&& records) = 0;
  /// Takes out `darkened`, puts in `brightened` (both ascending, evaluated at the settled theta).
  virtual void flip(const std::vector<std::int64_t>& darkened, BrightRecords&& brightened) = 0;

  /// Sum of log(L/B - 1) over the bright rows; its gradient is added to `*gradient` if given.
  virtual double evaluate(const Vector& theta, double reach, Vector* gradient) = 0;
  /// Makes theta the one that the replica is at.
  virtual void settle(const Vector& theta) = 0;
  /// Implicit update, bright -> dark, at the settled theta: the rows that go dark, ascending. The
  /// index of `key` is set to each row.
  virtual std::vector<std::int64_t> rows_going_dark(double reach, double q_dark, RandomKey key) = 0;
};

}  // namespace photinus
