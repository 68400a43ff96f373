#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../measurement_files.hpp"
#include "cases.hpp"

namespace photinus::paper::tempering {

/// The median R-hat of the later half of what has been drawn, while chains run.
struct Convergence {
  std::vector<std::int64_t> draws;  ///< of each chain so far, warm-up with them
  std::vector<double> seconds;      ///< of CPU, per chain
  std::vector<double> r_hat;
};

/// What is kept of a case.
struct Measurement {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::string settings;  ///< the whole config, but for path and lengths
  int chains = 3;
  std::int64_t warmup = 0, draws = 0;  ///< of each chain; without warm-up half of the draws count
  double seconds = 0.0;                ///< of CPU, per chain, all iterations
  double wall_seconds = 0.0;           ///< of all chains
  double kernel_evaluations = 0.0;     ///< per draw and chain
  double other_evaluations = 0.0;      ///< the same: for the sake of swaps and changes of rung
  double acceptance = none;            ///< of the kernel on the coldest rung
  double swap_acceptance = none;       ///< mean over pairs
  double transition_acceptance = none;
  double seconds_ratio = none;  ///< of a draw to one of plain HMC, drawn in turns: timed cells only
  double r_hat = none, ess = none;  ///< the paper's, medians over the parameters
  double worst_r_hat = none;        ///< rank-normalised and split
  double worst_ess = none;          ///< bulk; none where worst_r_hat is above 1.2
  Convergence convergence;

  double seconds_per_draw() const { return seconds / static_cast<double>(warmup + draws); }
  bool converged() const { return r_hat < 1.1; }
};

template <class SomeMeasurement, class Visit>
void for_each_member(SomeMeasurement& m, Visit visit) {
  visit("settings", m.settings);
  visit("chains", m.chains);
  visit("warmup", m.warmup);
  visit("draws", m.draws);
  visit("seconds", m.seconds);
  visit("wall_seconds", m.wall_seconds);
  visit("kernel_evaluations", m.kernel_evaluations);
  visit("other_evaluations", m.other_evaluations);
  visit("acceptance", m.acceptance);
  visit("swap_acceptance", m.swap_acceptance);
  visit("transition_acceptance", m.transition_acceptance);
  visit("seconds_ratio", m.seconds_ratio);
  visit("r_hat", m.r_hat);
  visit("ess", m.ess);
  visit("worst_r_hat", m.worst_r_hat);
  visit("worst_ess", m.worst_ess);
  visit("convergence_draws", m.convergence.draws);
  visit("convergence_seconds", m.convergence.seconds);
  visit("convergence_r_hat", m.convergence.r_hat);
}

/// Empty where the measurement is a whole one.
std::string complaint(const Measurement& m);

using MeasurementFiles = paper::MeasurementFiles<Measurement, Case>;

}  // namespace photinus::paper::tempering
