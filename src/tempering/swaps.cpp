#include "photinus/tempering/swaps.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace photinus {

namespace {

std::vector<int> every_second_pair(int first, int rungs) {
  std::vector<int> pairs;
  for (int m = first; m < rungs; m += 2) pairs.push_back(m);
  return pairs;
}

}  // namespace

std::vector<std::vector<int>> swap_rounds(SwapSchedule schedule, int rungs,
                                          std::int64_t iteration) {
  if (schedule == SwapSchedule::none) return {};
  if (schedule == SwapSchedule::even_odd)
    return {every_second_pair(1 + static_cast<int>(iteration % 2), rungs)};
  if (schedule == SwapSchedule::even_then_odd)
    return {every_second_pair(1, rungs), every_second_pair(2, rungs)};
  std::vector<std::vector<int>> rounds;
  for (int m = rungs - 1; m >= 1; --m) rounds.push_back({m});
  return rounds;
}

double log_swap_ratio(const SwapSide& cold, const SwapSide& hot) {
  const double ratio = (cold.at_other - cold.at_own) + (hot.at_other - hot.at_own);
  return std::isnan(ratio) ? -std::numeric_limits<double>::infinity() : ratio;
}

LadderPlaces::LadderPlaces(int rungs)
    : replica_at_(static_cast<std::size_t>(rungs)), rung_of_(static_cast<std::size_t>(rungs)) {
  std::iota(replica_at_.begin(), replica_at_.end(), 0);
  std::iota(rung_of_.begin(), rung_of_.end(), 0);
}

void LadderPlaces::swap(int m) {
  auto& cold = replica_at_[static_cast<std::size_t>(m - 1)];
  auto& hot = replica_at_[static_cast<std::size_t>(m)];
  std::swap(cold, hot);
  rung_of_[static_cast<std::size_t>(cold)] = m - 1;
  rung_of_[static_cast<std::size_t>(hot)] = m;
}

void LadderPlaces::place(const std::vector<int>& replicas) {
  replica_at_ = replicas;
  for (std::size_t m = 0; m < replicas.size(); ++m)
    rung_of_[static_cast<std::size_t>(replicas[m])] = static_cast<int>(m);
}

void RoundTrips::see(const LadderPlaces& places) {
  if (places.rungs() < 2) return;
  End& cold = last_end_[static_cast<std::size_t>(places.replica_at(0))];
  if (cold == End::hot) ++count_;
  cold = End::cold;
  End& hot = last_end_[static_cast<std::size_t>(places.replica_at(places.rungs() - 1))];
  // Only who comes from the coldest rung is on a round trip.
  if (hot == End::cold) hot = End::hot;
}

}  // namespace photinus
