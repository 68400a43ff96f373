#include "photinus/run/tempered_results.hpp"

#include <algorithm>
#include <cmath>

#include "draw_series.hpp"
#include "evidence_results.hpp"
#include "ladder_results.hpp"
#include "photinus/run/ladder_path.hpp"

namespace photinus {

namespace {

using AllDraws = std::vector<TemperedDraws>;

std::vector<ChainDraws> posterior_draws(const AllDraws& draws) {
  std::vector<ChainDraws> posterior;
  for (const auto& chain : draws) posterior.push_back(chain.draws);
  return posterior;
}

UserDraws user_draws(const TemperedProblem& problem, const AllDraws& draws) {
  UserDraws user{problem.home.names, {}, problem.problem.parameters.coefficients()};
  for (const auto& chain : draws) user.chains.push_back(chain.parameters);
  return user;
}

NetcdfGroup tempering_group(const TemperingPlan& plan, const TemperedSampler& sampler,
                            const Phase& phase) {
  const auto& draws = sampler.draws();
  NetcdfGroup group = ladder_group(sampler.betas(), traces_of(draws), phase);
  group.variables.push_back(
      {"exchanges",
       {"chain", "draw"},
       gather(
           draws, phase, [](const TemperedDraws& c) -> const auto& { return c.exchanges; }),
       {{"long_name", "likelihood evaluations for the sake of swaps and changes of rung"}}});
  if (plan.transitions)
    group.variables.push_back({"transition_acceptance",
                               {"chain", "draw"},
                               gather(
                                   draws, phase, [](const TemperedDraws& c) -> const auto& {
                                     return c.transition_acceptance;
                                   }),
                               {{"long_name", "acceptance rate of the tempered transition"}}});
  return group;
}

double mean_transition_acceptance(const AllDraws& draws, const Phase& phase) {
  double sum = 0.0;
  for (const auto& chain : draws)
    for (std::size_t i = phase.first; i < phase.last; ++i) sum += chain.transition_acceptance[i];
  return sum / static_cast<double>(phase.size() * draws.size());
}

RunSummary::Tempering describe_ladder(const TemperingPlan& plan, const RunConfig& config,
                                      const TemperedSampler& sampler, const UserDraws& user) {
  const Phase phase = sampling_phase(config);
  RunSummary::Tempering ladder;
  ladder.method = config.tempering.method;
  ladder.schedule = plan.transitions ? "none" : config.tempering.schedule;
  ladder.betas = sampler.betas();
  for (const auto& rung : sampler.rungs()) ladder.step_size.push_back(rung.step_size);
  ladder.exchanges = sampler.exchanges();
  if (plan.transitions)
    ladder.transition_acceptance = mean_transition_acceptance(sampler.draws(), phase);
  else if (plan.rungs() > 1)
    describe_swaps(sampler.betas(), traces_of(sampler.draws()), phase, ladder);
  ladder.between_chains = spread_between_chains(user, phase);
  return ladder;
}

}  // namespace

NetcdfFile tempered_draws_file(const TemperedProblem& problem, const RunConfig& config,
                               const TemperedSampler& sampler) {
  NetcdfFile file{{{"inference_library", "photinus"}}, {}};
  const auto posterior = posterior_draws(sampler.draws());
  const UserDraws user = user_draws(problem, sampler.draws());
  for (const Phase& phase : {sampling_phase(config), warmup_phase(config)}) {
    file.groups.push_back(posterior_group(user, phase));
    file.groups.push_back(statistics_group(posterior, phase));
    file.groups.push_back(tempering_group(problem.plan, sampler, phase));
  }
  return file;
}

RunSummary summarize_tempered(const TemperedProblem& problem, const RunConfig& config,
                              const TemperedSampler& sampler) {
  const auto& s = config.sampler;
  RunSummary run;
  run.exact = true;
  run.method = s.method;
  run.kernel = s.kernel;
  run.family = config.model.family;
  run.bound = run.update = "none";
  run.plan = "home";
  run.rows = problem.home.header.rows;
  run.columns = problem.home.header.columns;
  run.chains = s.chains;
  run.warmup = s.warmup;
  run.draws = s.draws;
  run.iterations = sampler.iterations();
  const auto& counts = sampler.evaluations();
  run.likelihood_evaluations = {problem.problem.mode.evaluations, 0, counts.warmup,
                                counts.sampling};
  const UserDraws user = user_draws(problem, sampler.draws());
  const auto posterior = posterior_draws(sampler.draws());
  for (const auto& chain : posterior) {
    double sum = 0.0;
    for (std::size_t i = static_cast<std::size_t>(s.warmup); i < chain.acceptance_rate.size(); ++i)
      sum += chain.acceptance_rate[i];
    run.acceptance_rate.push_back(sum / s.draws);
    run.step_size.push_back(chain.step_size.back());
  }
  run.parameters = summarize_draws(user, config, posterior);
  run.converged = judge(run.parameters, s.chains).converged;
  run.evaluations_per_effective_sample = evaluations_per_effective_sample(
      run.parameters, counts.sampling, static_cast<std::int64_t>(s.chains) * s.draws);
  if (const auto ratio = ladder_ratio(config, problem.plan, sampler))
    run.evidence = describe(*ratio, run.rows);
  run.tempering = describe_ladder(problem.plan, config, sampler, user);
  return run;
}

}  // namespace photinus
