#include "photinus/evidence/annealed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/evidence/equal_length_betas.hpp"
#include "photinus/evidence/log_mean.hpp"

namespace photinus {

namespace {

[[noreturn]] void usage(const std::string& message) {
  throw Failure(ExitCode::usage, "annealed importance sampling: " + message);
}

void check_betas(const std::vector<double>& betas) {
  if (betas.empty()) return;
  std::ostringstream text;
  for (const double beta : betas) text << (text.str().empty() ? "" : ", ") << beta;
  const bool ascending =
      std::adjacent_find(betas.begin(), betas.end(), [](double before, double after) {
        return !(after > before);
      }) == betas.end();
  if (betas.size() < 2 || !ascending || betas.front() != 0.0 || betas.back() != 1.0)
    usage("betas must be ascending from 0 to 1, but are " + text.str());
}

void check(const AnnealedSettings& settings) {
  if (settings.runs < 2)
    usage("runs is " + std::to_string(settings.runs) + ", but must be 2 or more");
  if (settings.updates < 1)
    usage("updates is " + std::to_string(settings.updates) + ", but must be 1 or more");
  if (!(settings.weight_variance > 0.0))
    usage("weight_variance is " + std::to_string(settings.weight_variance) +
          ", but must be above 0");
  check_betas(settings.betas);
}

SmcSettings pilot_settings(const AnnealedSettings& settings) {
  // Replicas of a key are 16 bits wide: the pilot's are counted from the other end.
  constexpr std::uint32_t last_replica = 0xffff;
  SmcSettings pilot = settings.pilot;
  pilot.seed = settings.seed;
  pilot.replica = last_replica - settings.replica;
  return pilot;
}

// What all runs have in common.
struct Schedule {
  const PathKernel& kernel(std::size_t k) const { return kernels[level_of[k]]; }

  std::vector<PathKernel> kernels;  // of the pilot's levels, none of the first
  std::vector<double> betas;
  std::vector<std::size_t> level_of;  // of each beta: at or next above it, never the prior's
};

Schedule make_schedule(const std::vector<SmcLevel>& levels, const AnnealedSettings& settings) {
  Schedule schedule{{PathKernel()}, settings.betas, {}};
  for (std::size_t k = 1; k < levels.size(); ++k)
    schedule.kernels.push_back(
        {make_kernel(settings.pilot.kernel, precision_metric(levels[k].precision)),
         levels[k].step_size});
  if (schedule.betas.empty()) schedule.betas = equal_length_betas(levels, settings.weight_variance);
  std::size_t level = 1;
  for (const double beta : schedule.betas) {
    while (levels[level].beta < beta) ++level;
    schedule.level_of.push_back(level);
  }
  return schedule;
}

double log_weight(EvidenceModel& model, const Schedule& schedule, const AnnealedSettings& settings,
                  int run) {
  const auto stream_at = [&](std::size_t k) {
    return Stream({.seed = settings.seed,
                   .purpose = Purpose::annealed,
                   .replica = settings.replica,
                   .iteration = k,
                   .index = static_cast<std::uint64_t>(run)});
  };
  const auto moved = [&](std::size_t k, PathPoint point) {
    Stream stream = stream_at(k);
    const PathKernel& kernel = schedule.kernel(k);
    for (int update = 0; update < settings.updates; ++update)
      point = move(model, schedule.betas[k], kernel.kernel, kernel.step_size, point, stream).point;
    return point;
  };
  Stream stream = stream_at(0);
  const bool with_gradient = schedule.kernel(0).kernel.needs_gradient;
  return annealed_log_weight(
      schedule.betas, evaluate(model, model.draw_prior(stream), with_gradient),
      [](const PathPoint& point) { return point.log_likelihood; }, moved);
}

std::string remark_of(const LogMean& mean, int runs) {
  constexpr double least_size = 10.0, least_share = 0.1;
  if (mean.effective_size >= std::max(least_size, least_share * runs)) return {};
  return "the mean rests on " + std::to_string(static_cast<int>(std::lround(mean.effective_size))) +
         " of " + std::to_string(runs) +
         " runs: the error may be larger than stated; lower weight_variance or take more updates";
}

}  // namespace

EvidenceEstimate continue_annealed(EvidenceModel& model, const AnnealedSettings& settings,
                                   AnnealedState state,
                                   const std::function<void(const AnnealedState&)>& after_step) {
  check(settings);
  const std::int64_t earlier = model.evaluations() - state.evaluations;
  const auto tell = [&] {
    state.evaluations = model.evaluations() - earlier;
    if (after_step) after_step(state);
  };
  const SmcRun pilot =
      continue_smc(model, pilot_settings(settings), state.pilot, [&](const SmcState& level) {
        state.pilot = level;
        tell();
      });
  const Schedule schedule = make_schedule(pilot.levels, settings);
  for (auto run = static_cast<int>(state.log_weights.size()); run < settings.runs; ++run) {
    state.log_weights.push_back(log_weight(model, schedule, settings, run));
    tell();
  }

  const LogMean mean = log_mean_exp(state.log_weights);
  EvidenceEstimate estimate;
  estimate.method = "annealed";
  estimate.log_z = mean.value;
  estimate.standard_error = mean.standard_error;
  estimate.evaluations = model.evaluations() - earlier;
  estimate.remark = remark_of(mean, settings.runs);
  return estimate;
}

}  // namespace photinus
