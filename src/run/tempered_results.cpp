#include "photinus/run/tempered_results.hpp"

#include <algorithm>
#include <cmath>

#include "draw_series.hpp"
#include "photinus/diagnostics/between_chains.hpp"
#include "photinus/tempering/barrier.hpp"

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

NetcdfVariable betas_of(const TemperedSampler& sampler) {
  return {"beta", {"rung"}, sampler.betas(), {{"long_name", "inverse temperature"}}};
}

NetcdfGroup tempering_group(const TemperingPlan& plan, const TemperedSampler& sampler,
                            const Phase& phase) {
  const auto& draws = sampler.draws();
  const auto rungs = sampler.betas().size();
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "tempering", draws.size(), phase.size());
  group.dimensions.emplace_back("rung", rungs);
  group.variables.push_back(betas_of(sampler));
  group.variables.push_back(
      {"exchanges",
       {"chain", "draw"},
       gather(
           draws, phase, [](const TemperedDraws& c) -> const auto& { return c.exchanges; }),
       {{"long_name", "likelihood evaluations for the sake of swaps and changes of rung"}}});
  if (plan.transitions) {
    group.variables.push_back({"transition_acceptance",
                               {"chain", "draw"},
                               gather(
                                   draws, phase, [](const TemperedDraws& c) -> const auto& {
                                     return c.transition_acceptance;
                                   }),
                               {{"long_name", "acceptance rate of the tempered transition"}}});
    return group;
  }
  group.variables.push_back(
      {"replica",
       {"chain", "draw", "rung"},
       gather(
           draws, phase, [](const TemperedDraws& c) -> const auto& { return c.replica_at; }, rungs),
       {{"long_name", "replica that stands on the rung after the iteration's swaps"}}});
  if (rungs == 1) return group;
  group.dimensions.emplace_back("pair", rungs - 1);
  group.variables.push_back(
      {"swap_acceptance",
       {"chain", "draw", "pair"},
       gather(
           draws, phase, [](const TemperedDraws& c) -> const auto& { return c.swap_acceptance; },
           rungs - 1),
       {{"long_name",
         "acceptance rate of the swap between rungs pair and pair + 1, NaN if none"}}});
  return group;
}

std::vector<double> mean_swap_acceptance(const AllDraws& draws, std::size_t pairs,
                                         const Phase& phase) {
  std::vector<double> sum(pairs, 0.0), tried(pairs, 0.0);
  for (const auto& chain : draws)
    for (std::size_t i = phase.first * pairs; i < phase.last * pairs; ++i) {
      if (std::isnan(chain.swap_acceptance[i])) continue;
      sum[i % pairs] += chain.swap_acceptance[i];
      tried[i % pairs] += 1.0;
    }
  for (std::size_t m = 0; m < pairs; ++m)
    sum[m] = tried[m] > 0.0 ? sum[m] / tried[m] : RunSummary::not_available;
  return sum;
}

double mean_transition_acceptance(const AllDraws& draws, const Phase& phase) {
  double sum = 0.0;
  for (const auto& chain : draws)
    for (std::size_t i = phase.first; i < phase.last; ++i) sum += chain.transition_acceptance[i];
  return sum / static_cast<double>(phase.size() * draws.size());
}

void describe_swaps(const TemperedSampler& sampler, const Phase& phase,
                    RunSummary::Tempering& ladder) {
  const std::size_t pairs = sampler.betas().size() - 1;
  ladder.swap_acceptance = mean_swap_acceptance(sampler.draws(), pairs, phase);
  std::vector<double> rejection;
  for (const double rate : ladder.swap_acceptance) rejection.push_back(1.0 - rate);
  const Barrier barrier = estimate_barrier(sampler.betas(), rejection);
  ladder.barrier = barrier.global();
  ladder.local_barrier = local_barrier(barrier);
  ladder.proposed_rungs = std::isnan(ladder.barrier) ? 0 : proposed_rungs(barrier);
  ladder.expected_round_trip_rate = expected_round_trip_rate(rejection);
  ladder.round_trips =
      count_round_trips(sampler.draws(), static_cast<int>(pairs) + 1, phase.first, phase.last);
  ladder.round_trip_rate = static_cast<double>(ladder.round_trips) /
                           static_cast<double>(phase.size() * sampler.draws().size());
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
    describe_swaps(sampler, phase, ladder);
  for (std::size_t j = 0; j < user.names.size(); ++j) {
    const BetweenChains spread = between_chains(series_of(user, phase, j));
    ladder.between_chains.push_back({user.names[j], spread.r_hat, spread.effective_sample_size});
  }
  return ladder;
}

}  // namespace

std::int64_t count_round_trips(const std::vector<TemperedDraws>& draws, int rungs,
                               std::size_t first, std::size_t last) {
  std::int64_t count = 0;
  for (const auto& chain : draws) {
    RoundTrips trips(rungs);
    LadderPlaces places(rungs);
    for (std::size_t i = first; i < last; ++i) {
      const auto start = chain.replica_at.begin() + static_cast<std::ptrdiff_t>(i) * rungs;
      places.place({start, start + rungs});
      trips.see(places);
    }
    count += trips.count();
  }
  return count;
}

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
  run.tempering = describe_ladder(problem.plan, config, sampler, user);
  return run;
}

}  // namespace photinus
