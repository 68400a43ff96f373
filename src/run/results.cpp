#include "photinus/run/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw_series.hpp"
#include "ladder_results.hpp"
#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

auto member(std::vector<std::int64_t> ChainDraws::*series) {
  return [series](const ChainDraws& chain) -> const auto& { return chain.*series; };
}

NetcdfGroup firefly_group(const std::vector<ChainDraws>& draws, const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "firefly", draws.size(), phase.size());
  group.variables.push_back({"bright",
                             {"chain", "draw"},
                             gather(draws, phase, member(&ChainDraws::bright)),
                             {{"long_name", "number of bright rows"}}});
  group.variables.push_back({"evaluations",
                             {"chain", "draw"},
                             gather(draws, phase, member(&ChainDraws::evaluations)),
                             {{"long_name", "likelihood evaluations of the iteration"}}});
  group.variables.push_back({"shell",
                             {"chain", "draw"},
                             gather(draws, phase, member(&ChainDraws::shell)),
                             {{"long_name", "trust ellipsoid of the draw, 0 is the innermost"}}});
  return group;
}

}  // namespace

UserDraws user_draws(const ParameterSpace& parameters, const std::vector<ChainDraws>& draws) {
  const auto p = static_cast<std::size_t>(parameters.dimension());
  UserDraws user{parameters.names, {}, parameters.coefficients()};
  for (const auto& chain : draws) {
    user.chains.push_back(chain.theta);
    if (!parameters.sampled_scale) continue;
    auto& theta = user.chains.back();
    for (std::size_t i = p - 1; i < theta.size(); i += p) theta[i] = exp(theta[i]);
  }
  return user;
}

NetcdfFile draws_file(const ParameterSpace& parameters, const RunConfig& config,
                      const Sampler& sampler) {
  const auto& draws = sampler.draws();
  NetcdfFile file{{{"inference_library", "photinus"}}, {}};
  const UserDraws user = user_draws(parameters, draws);
  for (const Phase& phase : {sampling_phase(config), warmup_phase(config)}) {
    file.groups.push_back(posterior_group(user, phase));
    file.groups.push_back(statistics_group(draws, phase));
    if (config.sampler.method == "firefly") file.groups.push_back(firefly_group(draws, phase));
    if (sampler.ladder().rungs() > 1)
      file.groups.push_back(
          ladder_group(sampler.ladder().betas(), traces_of(sampler.traces()), phase));
  }
  return file;
}

std::vector<ParameterSummary> summarize_draws(const ParameterSpace& parameters,
                                              const RunConfig& config,
                                              const std::vector<ChainDraws>& draws) {
  return summarize_draws(user_draws(parameters, draws), config, draws);
}

std::vector<ParameterSummary> summarize_draws(const UserDraws& user, const RunConfig& config,
                                              const std::vector<ChainDraws>& draws) {
  const Phase phase = sampling_phase(config);
  std::vector<ParameterSummary> all;
  Chains lp;
  for (const auto& chain : draws)
    lp.emplace_back(chain.lp.begin() + static_cast<std::ptrdiff_t>(phase.first),
                    chain.lp.begin() + static_cast<std::ptrdiff_t>(phase.last));
  all.push_back(summarize("lp", lp));
  if (user.coefficients > 0) all.push_back(summarize("|theta|", norm_series(user, phase)));
  for (std::size_t j = 0; j < user.names.size(); ++j)
    all.push_back(summarize(user.names[j], series_of(user, phase, j)));
  return all;
}

double evaluations_per_effective_sample(const std::vector<ParameterSummary>& parameters,
                                        std::int64_t evaluations, std::int64_t draws) {
  auto worst = static_cast<double>(draws);
  for (const auto& parameter : parameters) {
    if (std::isnan(parameter.ess_bulk)) return std::numeric_limits<double>::quiet_NaN();
    worst = std::min(worst, parameter.ess_bulk);
  }
  return static_cast<double>(evaluations) / worst;
}

namespace {

std::string bound_name(const BoundSettings& settings, const FamilyEntry& family) {
  if (settings.ellipsoid) return "ellipsoid";
  if (settings.bound != tightest_bound)
    return family.global_bounds[static_cast<std::size_t>(settings.bound)];
  return family.global_bounds.size() == 1 ? family.global_bounds.front() : "tightest";
}

}  // namespace

RunSummary describe(const RunConfig& config, const Problem& problem, const Team& team,
                    const FamilyEntry& family) {
  const bool firefly = config.sampler.method == "firefly";
  RunSummary run;
  run.exact = true;
  run.method = config.sampler.method;
  run.kernel = config.sampler.kernel;
  run.family = config.model.family;
  run.bound = firefly ? bound_name(problem.surface->settings(), family) : "none";
  if (firefly) {
    run.q = config.firefly.q.value_or(RunSummary::not_available);
    run.slack = config.firefly.slack;
  }
  run.update = firefly ? config.firefly.update : "none";
  run.plan = firefly ? "home" : "shards";
  run.ranks = team.ranks();
  run.rows = problem.layout.rows;
  run.columns = problem.header.columns;
  run.data_passes_setup = problem.data_passes;
  run.mode = {problem.mode.log_likelihood, problem.mode.log_density, problem.mode.gradient_norm,
              problem.mode.iterations, problem.mode.data_passes};
  run.likelihood_evaluations.setup = problem.mode.evaluations;
  run.seconds = {problem.seconds.read, problem.seconds.mode, problem.seconds.statistics, 0.0, 0.0};
  return run;
}

}  // namespace photinus
