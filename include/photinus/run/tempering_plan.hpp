#pragma once

#include <vector>

#include "photinus/run/config.hpp"
#include "photinus/tempering/ladder.hpp"
#include "photinus/tempering/swaps.hpp"

namespace photinus {

/// What the config says of a ladder.
struct TemperingPlan {
  LadderKind kind = LadderKind::likelihood_power;
  bool transitions = false;  ///< tempered transitions; else replicas on all rungs, and swaps
  SwapSchedule schedule = SwapSchedule::even_odd;
  std::vector<double> betas = {1.0};
  bool adapt = false;  ///< the betas, in warm-up
  std::int64_t rows = 0;
  int least_rows = 1;  ///< of a subset: see ladder_complaint

  int rungs() const { return static_cast<int>(betas.size()); }
  int replicas_per_chain() const { return transitions ? 1 : rungs(); }
  /// Every tempered transition has subsets of its own.
  bool fresh_subsets() const { return transitions && kind == LadderKind::nested_subsets; }
};

/// Throws Failure usage for ladders that are none: see ladder_complaint. Subsets must have as many
/// rows as theta has numbers unless the config says otherwise: the posterior of fewer may be all
/// but its prior, and with a flat one none.
TemperingPlan make_plan(const RunConfig& config, std::int64_t rows, int dimension);

}  // namespace photinus
