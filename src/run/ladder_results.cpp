#include "ladder_results.hpp"

#include <cmath>

#include "photinus/diagnostics/between_chains.hpp"
#include "photinus/tempering/barrier.hpp"

namespace photinus {

NetcdfGroup ladder_group(const std::vector<double>& betas, const Traces& traces,
                         const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "tempering", traces.size(), phase.size());
  group.dimensions.emplace_back("rung", betas.size());
  group.variables.push_back({"beta", {"rung"}, betas, {{"long_name", "inverse temperature"}}});
  if (traces.front()->replica_at.empty()) return group;
  group.variables.push_back(
      {"replica",
       {"chain", "draw", "rung"},
       gather(
           traces, phase, [](const LadderTrace* t) -> const auto& { return t->replica_at; },
           betas.size()),
       {{"long_name", "replica that stands on the rung after the iteration's swaps"}}});
  if (betas.size() == 1) return group;
  group.dimensions.emplace_back("pair", betas.size() - 1);
  group.variables.push_back(
      {"swap_acceptance",
       {"chain", "draw", "pair"},
       gather(
           traces, phase, [](const LadderTrace* t) -> const auto& { return t->swap_acceptance; },
           betas.size() - 1),
       {{"long_name", "acceptance rate of the swap of rungs pair and pair + 1; NaN: not tried"}}});
  return group;
}

void describe_swaps(const std::vector<double>& betas, const Traces& traces, const Phase& phase,
                    RunSummary::Tempering& ladder) {
  ladder.betas = betas;
  ladder.swap_acceptance =
      mean_swap_acceptance(traces, static_cast<int>(betas.size()) - 1, phase.first, phase.last);
  std::vector<double> rejection;
  for (const double rate : ladder.swap_acceptance) rejection.push_back(1.0 - rate);
  const Barrier barrier = estimate_barrier(betas, rejection);
  ladder.barrier = barrier.global();
  ladder.local_barrier = local_barrier(barrier);
  ladder.proposed_rungs = std::isnan(ladder.barrier) ? 0 : proposed_rungs(barrier);
  const double turns = ladder.schedule == "even_then_odd" ? 2.0 : 1.0;
  if (ladder.schedule != "sweep")
    ladder.expected_round_trip_rate = turns * expected_round_trip_rate(rejection);
  ladder.round_trips =
      count_round_trips(traces, static_cast<int>(betas.size()), phase.first, phase.last);
  ladder.round_trip_rate =
      static_cast<double>(ladder.round_trips) / static_cast<double>(phase.size() * traces.size());
}

std::vector<RunSummary::BetweenChains> spread_between_chains(const UserDraws& user,
                                                             const Phase& phase) {
  std::vector<RunSummary::BetweenChains> all;
  for (std::size_t j = 0; j < user.names.size(); ++j) {
    const BetweenChains spread = between_chains(series_of(user, phase, j));
    all.push_back({user.names[j], spread.r_hat, spread.effective_sample_size});
  }
  return all;
}

}  // namespace photinus
