#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "photinus/bound/statistics.hpp"
#include "photinus/bound/trust_region.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// How the rows' bounds and proposal probabilities are chosen.
struct BoundSettings {
  Anchor anchor = Anchor::mode;
  bool ellipsoid = true;       ///< bounds need to hold within trust ellipsoids only
  int bound = tightest_bound;  ///< which of the family's bounds
  bool endless = false;        ///< no bound holds everywhere: the ellipsoids double without end
  double slack = 0.5;          ///< by how much each bound is lowered, in expected gaps of the row
  std::optional<double> q;     ///< one proposal probability for all rows; none: row by row
  ExpectedGap gaps = ExpectedGap::nodes;
  /// Row by row: q_n in expected gaps of the row, slack included; none chooses it by the number of
  /// bright rows. Where these are few, proposals cost next to nothing and brightness may as well be
  /// drawn nearly afresh every time.
  std::optional<double> q_ratio;
};

/// What is adapted in warm-up and frozen after: where the bounds are centred, how far the innermost
/// ones hold, and how widely theta is expected to spread, in units of the metric.
struct BoundChoice {
  Vector reference;
  double radius = everywhere;
  double spread = 1.0;
};

/// The lower bound of the likelihood of all rows as a function of theta: sum_n log B_n(theta), with
/// the bounds of the smallest trust ellipsoid around theta. The bounds live on the shards; their
/// sums for each shell are built by one pass over the rows when the shell is first entered.
class BoundSurface {
 public:
  /// H = precision measures distances and expected gaps.
  BoundSurface(Team& team, const BoundSettings& settings, Matrix precision, std::int64_t rows,
               const PredictorShape& shape);

  /// sqrt(P) + 4: all but about 1e-5 of a Gaussian posterior lie within.
  BoundChoice default_choice(const Vector& reference) const;
  /// Chooses every row's bound anew; all brightness must be drawn anew after it. Throws Failure
  /// usage where the innermost bounds lie so far below the likelihood that they are of no use.
  void build(const BoundChoice& choice);
  /// The same, but where build would throw, or the bounds be 0 as doubles at one of these thetas,
  /// it goes back to the choice before and returns false.
  bool rebuild(const BoundChoice& choice, const std::vector<Vector>& thetas);

  struct Bounds {
    int shell = 0;
    double reach = everywhere;
    const BoundStatistics* statistics = nullptr;
  };
  /// The bounds that hold at theta.
  Bounds at(const Vector& theta) { return of_shell(region_.shell(theta)); }
  /// With a stretch, of the ellipsoids that are so many times as wide.
  Bounds of_shell(int shell, double stretch = 1.0);
  /// Whether they are above 0 as doubles. Where bounds hold in ellipsoids only, their curvatures
  /// may overflow far out; the target ends there.
  bool above_zero(const Vector& theta);
  /// Their reach alone: no pass over the rows.
  double reach(const Vector& theta) const { return region_.reach(region_.shell(theta)); }
  const TrustRegion& region() const { return region_; }
  const BoundChoice& choice() const { return choice_; }
  const BoundSettings& settings() const { return settings_; }
  double q_ratio() const {
    return settings_.q_ratio.value_or(2.5 + 5.0 / (1.0 + expected_bright()));
  }
  double innermost_reach() const { return region_.reach(0); }
  /// Bright rows expected of a draw from the posterior.
  double expected_bright() const { return (1.0 + settings_.slack) * expected_gap_; }
  /// Likelihood evaluations and passes over the rows that the last build or rebuild took.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  bool builds_useful_bounds(const BoundChoice& choice);
  [[noreturn]] void refuse_useless_bounds() const;
  void choose_proposals();
  BoundStatistics statistics_from(const ExactSum& sums) const;

  Team& team_;
  BoundSettings settings_;
  Matrix precision_;
  std::int64_t rows_ = 0;
  PredictorShape shape_;
  BoundChoice choice_;
  TrustRegion region_;
  std::map<double, BoundStatistics> by_reach_;
  double expected_gap_ = 0.0;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
