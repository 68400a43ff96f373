#include "photinus/run/forecast.hpp"

// Forecast: what draws take in memory and on disk.

namespace photinus {

namespace {

double iterations(const RunOutline& run) {
  return static_cast<double>(run.config.sampler.warmup) + run.config.sampler.draws;
}

bool has_ladder(const RunOutline& run) { return run.plan.rungs() > 1; }

// Numbers of one iteration of one chain that a ladder adds: who stands where, which swaps were
// made, and at homes the log-likelihoods of all.
double ladder_numbers(const RunOutline& run) {
  const double rungs = run.plan.rungs();
  double numbers = has_ladder(run) && !run.plan.transitions ? 2.0 * rungs : 0.0;
  if (run.at_homes) numbers += 2.0 + run.plan.replicas_per_chain();
  return numbers;
}

}  // namespace

double kept_draws_bytes(const RunOutline& run) {
  if (!run.iterates()) return 0.0;
  constexpr double series = 8.0;
  const double user = run.at_homes ? run.user_parameters : 0.0;
  return 8.0 * run.chains() * iterations(run) *
         (run.dimension + user + series + ladder_numbers(run));
}

// Every variable is a dataset with a header of its own, in both phases.
double draws_file_bytes(const RunOutline& run) {
  constexpr double file = 10e3, header = 800.0, statistics = 5.0, of_fireflies = 3.0;
  if (!run.iterates()) return 0.0;
  const double variables =
      run.user_parameters + statistics + (run.with_bounds ? of_fireflies : 0.0);
  const double of_ladder = ladder_numbers(run) - (run.at_homes ? run.plan.replicas_per_chain() : 0);
  return 8.0 * run.chains() * iterations(run) * (variables + of_ladder) + 2.0 * header * variables +
         file;
}

double checkpoint_file_bytes(const RunOutline& run, double bright) {
  double bytes = kept_draws_bytes(run) + 8.0 * run.replicas() * (3.0 * run.dimension + bright);
  if (run.at_homes)
    bytes += run.chains() * 4.0 * static_cast<double>(run.header.rows) +
             8.0 * static_cast<double>(run.dimension) * run.dimension;
  return bytes;
}

}  // namespace photinus
