#include "photinus/run/ladder_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/tempering/barrier.hpp"

namespace photinus {

namespace {

constexpr double not_tried = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::vector<double> mean_swap_acceptance(const Traces& traces, int pairs, std::size_t first,
                                         std::size_t last) {
  const auto number = static_cast<std::size_t>(pairs);
  std::vector<double> sum(number, 0.0), tried(number, 0.0);
  for (const LadderTrace* trace : traces)
    for (std::size_t i = first * number; i < last * number; ++i) {
      if (std::isnan(trace->swap_acceptance[i])) continue;
      sum[i % number] += trace->swap_acceptance[i];
      tried[i % number] += 1.0;
    }
  for (std::size_t m = 0; m < number; ++m) sum[m] = tried[m] > 0.0 ? sum[m] / tried[m] : not_tried;
  return sum;
}

std::int64_t count_round_trips(const Traces& traces, int rungs, std::size_t first,
                               std::size_t last) {
  std::int64_t count = 0;
  for (const LadderTrace* trace : traces) {
    RoundTrips trips(rungs);
    LadderPlaces places(rungs);
    for (std::size_t i = first; i < last; ++i) {
      const auto start = trace->replica_at.begin() + static_cast<std::ptrdiff_t>(i) * rungs;
      places.place({start, start + rungs});
      trips.see(places);
    }
    count += trips.count();
  }
  return count;
}

LadderControl::LadderControl(const TemperingPlan& plan, int chains, std::uint64_t seed)
    : plan_(plan),
      seed_(seed),
      betas_(plan.betas),
      places_(static_cast<std::size_t>(chains), LadderPlaces(plan.replicas_per_chain())) {}

std::vector<std::vector<int>> LadderControl::begin(std::int64_t iteration, int every) {
  iteration_ = iteration;
  acceptance_.assign(places_.size(), std::vector<double>(betas_.size() - 1, not_tried));
  if ((iteration + 1) % every != 0) return {};
  return swap_rounds(plan_.schedule, rungs(), iteration / every);
}

bool LadderControl::try_swap(int chain, int m, const SwapSide& cold, const SwapSide& hot) {
  const auto c = static_cast<std::size_t>(chain);
  const double acceptance = std::min(1.0, exp(log_swap_ratio(cold, hot)));
  acceptance_[c][static_cast<std::size_t>(m - 1)] = acceptance;
  const RandomKey key{seed_, Purpose::swap, static_cast<std::uint32_t>(chain),
                      static_cast<std::uint64_t>(iteration_) + 1, static_cast<std::uint64_t>(m)};
  if (!(uniform(key) < acceptance)) return false;
  places_[c].swap(m);
  return true;
}

void LadderControl::record(int chain, LadderTrace& trace) const {
  const auto c = static_cast<std::size_t>(chain);
  const auto append = [](auto& to, const auto& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  append(trace.replica_at, places_[c].replicas());
  append(trace.swap_acceptance, acceptance_[c]);
}

bool LadderControl::adapt(const Traces& traces, std::size_t first, std::size_t last) {
  if (!plan_.adapt) return false;
  std::vector<double> rejection;
  for (const double rate : mean_swap_acceptance(traces, rungs() - 1, first, last))
    rejection.push_back(std::isnan(rate) ? 0.0 : 1.0 - rate);
  auto betas = equal_rejection_ladder(estimate_barrier(betas_, rejection), rungs());
  // Of few rows, subsets of different betas may be the same.
  if (!ladder_complaint(plan_.kind, betas, plan_.rows, plan_.least_rows).empty() || betas == betas_)
    return false;
  betas_ = std::move(betas);
  return true;
}

std::vector<std::vector<int>> LadderControl::saved_places() const {
  std::vector<std::vector<int>> saved;
  for (const auto& places : places_) saved.push_back(places.replicas());
  return saved;
}

void LadderControl::restore(const std::vector<double>& betas,
                            const std::vector<std::vector<int>>& places) {
  betas_ = betas;
  for (std::size_t chain = 0; chain < places_.size(); ++chain) places_[chain].place(places[chain]);
}

bool time_to_adapt_ladder(std::int64_t iteration, int warmup) {
  constexpr int least_draws = 20;
  for (const int part : {8, 4, 2})
    if (iteration == warmup / part) return iteration >= least_draws;
  return false;
}

}  // namespace photinus
