#pragma once

#include <vector>

#include "draw_series.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/run/ladder_control.hpp"

namespace photinus {

/// Group `tempering`: the betas, who stood on which rung, and how readily pairs swapped.
NetcdfGroup ladder_group(const std::vector<double>& betas, const Traces& traces,
                         const Phase& phase);

/// Acceptance of swaps, barriers and round trips in the draws of the phase; ladder.schedule is
/// there already.
void describe_swaps(const std::vector<double>& betas, const Traces& traces, const Phase& phase,
                    RunSummary::Tempering& ladder);

/// The diagnostics of between_chains for every parameter.
std::vector<RunSummary::BetweenChains> spread_between_chains(const UserDraws& user,
                                                             const Phase& phase);

}  // namespace photinus
