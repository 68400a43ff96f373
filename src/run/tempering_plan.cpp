#include "photinus/run/tempering_plan.hpp"

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

using Settings = RunConfig::Tempering;

LadderKind ladder_kind(const Settings& settings) {
  if (settings.method.starts_with("subsampled"))
    return settings.subsets == "nested" ? LadderKind::nested_subsets
                                        : LadderKind::independent_subsets;
  return settings.power_of == "likelihood" ? LadderKind::likelihood_power
                                           : LadderKind::posterior_power;
}

SwapSchedule swap_schedule(const std::string& name) {
  if (name == "sweep") return SwapSchedule::sweep;
  if (name == "none") return SwapSchedule::none;  // of runs that the program makes up: no key of it
  return name == "even_odd" ? SwapSchedule::even_odd : SwapSchedule::even_then_odd;
}

void refuse_contradictions(const RunConfig& config, const TemperingPlan& plan) {
  const Settings& settings = config.tempering;
  if (plan.transitions && settings.subsets == "independent" &&
      plan.kind == LadderKind::independent_subsets)
    throw Failure(ExitCode::usage,
                  "tempering.subsets = \"independent\" is for tempering.method = "
                  "\"subsampled_parallel\"; transitions climb through nested subsets");
  if (settings.row_exchanges > 0 && (plan.transitions || plan.kind != LadderKind::nested_subsets))
    throw Failure(ExitCode::usage,
                  "tempering.row_exchanges is for tempering.method = \"subsampled_parallel\" with "
                  "tempering.subsets = \"nested\"");
  const bool firefly = config.sampler.method == "firefly";
  if (firefly && (plan.transitions || plan.kind != LadderKind::likelihood_power))
    throw Failure(
        ExitCode::usage,
        "firefly rungs are powers of the likelihood: with sampler.method = \"firefly\" set "
        "tempering.method = \"parallel\" and tempering.power_of = \"likelihood\", or "
        "set sampler.method = \"full\"");
  if (firefly && plan.rungs() > 1 && config.firefly.update == "pseudo_marginal")
    throw Failure(
        ExitCode::usage,
        "firefly.update = \"pseudo_marginal\" keeps an estimate that belongs to one rung: "
        "it cannot go with tempering");
  const std::string& kernel = config.sampler.kernel;
  if (plan.transitions && kernel == "nuts")
    throw Failure(
        ExitCode::usage,
        "tempered transitions need a kernel whose time reversal is known, and that of "
        "sampler.kernel = \"nuts\" is not; take hmc, mala, random_walk or a slice kernel");
}

}  // namespace

TemperingPlan make_plan(const RunConfig& config, std::int64_t rows, int dimension) {
  const Settings& settings = config.tempering;
  TemperingPlan plan;
  if (settings.method == "none") return plan;
  plan.kind = ladder_kind(settings);
  plan.transitions = settings.method.ends_with("transitions");
  plan.schedule = swap_schedule(settings.schedule);
  plan.betas = settings.ladder.empty() ? geometric_ladder(settings.rungs, settings.least_beta)
                                       : settings.ladder;
  plan.adapt = settings.adapt && settings.ladder.empty() && !plan.transitions && plan.rungs() > 2;
  plan.rows = rows;
  plan.least_rows = settings.least_subset.value_or(dimension);
  refuse_contradictions(config, plan);
  const std::string complaint = ladder_complaint(plan.kind, plan.betas, rows, plan.least_rows);
  if (!complaint.empty()) throw Failure(ExitCode::usage, complaint);
  return plan;
}

}  // namespace photinus
