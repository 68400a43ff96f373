#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// Which pairs of rungs try to exchange their replicas in an iteration.
enum class SwapSchedule : std::uint8_t {
  sweep,          ///< every pair, the hottest first (van de Meent, Paige & Wood, algorithm 1)
  even_odd,       ///< every second pair, by turns: non-reversible (Syed et al. 2021)
  even_then_odd,  ///< two turns of even_odd in every iteration
  none            ///< replicas keep their rungs
};

/// Rounds of pairs in the order in which they are tried; pair m is of the rungs m-1 and m. Pairs of
/// a round share no rung: they can be asked about together.
std::vector<std::vector<int>> swap_rounds(SwapSchedule schedule, int rungs, std::int64_t iteration);

/// log of h_m(cold) h_{m-1}(hot) / (h_m(hot) h_{m-1}(cold)), where `cold` is at rung m-1 and `hot`
/// at m: with the minimum of 1 and this a swap is accepted (eq. 2). `at_own` and `at_other` are the
/// log densities of each at its own rung and at the other's. A state that is impossible where it
/// would go is never taken there.
struct SwapSide {
  double at_own = 0.0;
  double at_other = 0.0;
};
double log_swap_ratio(const SwapSide& cold, const SwapSide& hot);

/// Where replicas stand on their ladder: a permutation, changed by swaps.
class LadderPlaces {
 public:
  explicit LadderPlaces(int rungs = 1);

  int rungs() const { return static_cast<int>(replica_at_.size()); }
  int replica_at(int rung) const { return replica_at_[static_cast<std::size_t>(rung)]; }
  int rung_of(int replica) const { return rung_of_[static_cast<std::size_t>(replica)]; }
  const std::vector<int>& replicas() const { return replica_at_; }
  /// Exchanges the replicas of the rungs m-1 and m.
  void swap(int m);
  /// Puts replicas[m] on rung m.
  void place(const std::vector<int>& replicas);

 private:
  std::vector<int> replica_at_;
  std::vector<int> rung_of_;
};

/// Counts round trips: a replica that was on the coldest rung, then on the hottest, and is on the
/// coldest again.
class RoundTrips {
 public:
  explicit RoundTrips(int replicas = 1) : last_end_(static_cast<std::size_t>(replicas)) {}

  /// To be told after every iteration.
  void see(const LadderPlaces& places);
  std::int64_t count() const { return count_; }

 private:
  enum class End : std::uint8_t { none, cold, hot };
  std::vector<End> last_end_;
  std::int64_t count_ = 0;
};

}  // namespace photinus
