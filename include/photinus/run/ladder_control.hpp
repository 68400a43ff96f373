#pragma once

#include <cstdint>
#include <vector>

#include "photinus/run/tempering_plan.hpp"
#include "photinus/tempering/swaps.hpp"

namespace photinus {

/// What a chain's ladder did, draw by draw.
struct LadderTrace {
  std::vector<std::int64_t> replica_at;  ///< one for each rung, after the swaps
  std::vector<double> swap_acceptance;   ///< one for each pair; NaN: not tried

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& replica_at& swap_acceptance;
  }
};

using Traces = std::vector<const LadderTrace*>;

template <class Traced>
Traces traces_of(const std::vector<Traced>& chains) {
  Traces traces;
  for (const auto& chain : chains) traces.push_back(&chain);
  return traces;
}

/// Over the draws [first, last) of all chains, by pair; NaN for pairs that were not tried.
std::vector<double> mean_swap_acceptance(const Traces& traces, int pairs, std::size_t first,
                                         std::size_t last);
/// Of all chains in the draws [first, last).
std::int64_t count_round_trips(const Traces& traces, int rungs, std::size_t first,
                               std::size_t last);

/// The ladders of all chains: who stands where, which pairs try to swap, and whether they do. One
/// list of betas serves all chains.
class LadderControl {
 public:
  LadderControl(const TemperingPlan& plan, int chains, std::uint64_t seed);

  int rungs() const { return static_cast<int>(betas_.size()); }
  const std::vector<double>& betas() const { return betas_; }
  double beta(int rung) const { return betas_[static_cast<std::size_t>(rung)]; }
  const LadderPlaces& places(int chain) const { return places_[static_cast<std::size_t>(chain)]; }

  /// The pairs to try in this iteration: see swap_rounds; none but in every so many-th. What the
  /// last one did is forgotten.
  std::vector<std::vector<int>> begin(std::int64_t iteration, int every = 1);
  /// Decides on the swap of pair m; true where it was made.
  bool try_swap(int chain, int m, const SwapSide& cold, const SwapSide& hot);
  /// Appends this iteration to a chain's trace.
  void record(int chain, LadderTrace& trace) const;

  /// Places the betas for equal rejection, by the draws [first, last) of all chains' traces. A
  /// ladder that would not do for the plan's rows is not taken. True where they have changed.
  bool adapt(const Traces& traces, std::size_t first, std::size_t last);

  std::vector<std::vector<int>> saved_places() const;
  void restore(const std::vector<double>& betas, const std::vector<std::vector<int>>& places);

 private:
  TemperingPlan plan_;
  std::uint64_t seed_;
  std::int64_t iteration_ = 0;
  std::vector<double> betas_;
  std::vector<LadderPlaces> places_;
  std::vector<std::vector<double>> acceptance_;  // by chain and pair, in this iteration
};

/// Whether a ladder is looked at before this iteration of warm-up.
bool time_to_adapt_ladder(std::int64_t iteration, int warmup);

}  // namespace photinus
