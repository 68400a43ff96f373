#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "commands.hpp"
#include "ladder_results.hpp"
#include "log.hpp"
#include "photinus/output/table.hpp"
#include "photinus/run/results.hpp"
#include "photinus/run/sampler.hpp"
#include "run_keeper.hpp"
#include "run_to_end.hpp"

namespace photinus {

namespace {

double mean_bright(const std::vector<ChainDraws>& draws, std::size_t first) {
  double sum = 0.0, count = 0.0;
  for (const auto& chain : draws)
    for (std::size_t i = first; i < chain.bright.size(); ++i, count += 1.0)
      sum += static_cast<double>(chain.bright[i]);
  return count > 0.0 ? sum / count : 0.0;
}

double bright_now(const Sampler& sampler) {
  double bright = 0.0;
  for (const auto& chain : sampler.draws()) bright += static_cast<double>(chain.bright.back());
  return bright / static_cast<double>(sampler.draws().size());
}

// Chains that did not stay within the innermost ellipsoid: exact all the same, but dear.
void report_shells(const Sampler& sampler, const RunConfig& config, const TrustRegion& region,
                   RunSummary& run) {
  constexpr double noticed = 0.01;
  const auto warmup = static_cast<std::size_t>(config.sampler.warmup);
  for (std::size_t c = 0; c < sampler.draws().size(); ++c) {
    const auto& shells = sampler.draws()[c].shell;
    double outside = 0.0, outermost = 0.0;
    for (std::size_t i = warmup; i < shells.size(); ++i) {
      outside += shells[i] > 0 ? 1.0 : 0.0;
      outermost += !region.endless() && shells[i] + 1 >= TrustRegion::ellipsoids ? 1.0 : 0.0;
    }
    run.outside.push_back(outside / config.sampler.draws);
    if (outside <= noticed * config.sampler.draws && outermost == 0.0) continue;
    run.warnings.push_back(fmt::format(
        "chain {} (from 0) {}: {:.3g} % of its draws lie beyond the innermost trust ellipsoid "
        "(radius {:.3g}), where moves are exact but slow; a longer warm-up{} a larger "
        "firefly.radius{} helps",
        c, outermost > 0.0 ? "presses on the outermost shell" : "leaves the innermost shell",
        100.0 * outside / config.sampler.draws, run.radius, region.endless() ? " or" : ",",
        region.endless() ? "" : " or firefly.bound = the family's global bound"));
  }
}

// Of a run whose replicas live at homes.
void refuse_settings_of_homes(const RunConfig& config) {
  const auto refuse = [](const char* key, const char* value, const char* others) {
    throw Failure(ExitCode::usage, fmt::format("{} = \"{}\" is for tempered runs with "
                                               "sampler.method = \"full\"; take {}",
                                               key, value, others));
  };
  if (config.sampler.metric == "adapted")
    refuse("sampler.metric", "adapted", "\"hessian\" or \"identity\"");
  if (config.sampler.start == "prior_mean")
    refuse("sampler.start", "prior_mean", "\"mode\" or \"prior\"");
}

RunSummary::Tempering describe_ladder(const Sampler& sampler, const Problem& problem,
                                      const RunConfig& config) {
  RunSummary::Tempering ladder;
  ladder.method = config.tempering.method;
  ladder.schedule = config.tempering.schedule;
  ladder.step_size = sampler.step_sizes();
  const Phase phase = sampling_phase(config);
  describe_swaps(sampler.ladder().betas(), traces_of(sampler.traces()), phase, ladder);
  ladder.between_chains =
      spread_between_chains(user_draws(problem.parameters, sampler.draws()), phase);
  return ladder;
}

RunSummary summarize_run(const Sampler& sampler, const Problem& problem, const RunConfig& config,
                         RunSummary run) {
  const auto& s = config.sampler;
  const auto& counts = sampler.evaluations();
  run.plan = s.method == "firefly" && sampler.all_at_home() ? "home" : "shards";
  run.chains = s.chains;
  run.warmup = s.warmup;
  run.draws = s.draws;
  run.iterations = sampler.iterations();
  run.likelihood_evaluations = {counts.setup, counts.first_brightness, counts.warmup,
                                counts.sampling};
  run.bright_mean = mean_bright(sampler.draws(), static_cast<std::size_t>(s.warmup));
  for (const auto& chain : sampler.draws()) {
    double sum = 0.0;
    for (std::size_t i = static_cast<std::size_t>(s.warmup); i < chain.acceptance_rate.size(); ++i)
      sum += chain.acceptance_rate[i];
    run.acceptance_rate.push_back(sum / s.draws);
    run.step_size.push_back(chain.step_size.back());
  }
  if (problem.surface != nullptr) {
    const auto total = [](const std::vector<std::int64_t>& by_chain) {
      return std::accumulate(by_chain.begin(), by_chain.end(), std::int64_t{0});
    };
    if (problem.surface->settings().ellipsoid) run.radius = problem.surface->region().radius();
    run.escape_attempts = total(sampler.escape_attempts());
    run.escapes = total(sampler.escapes());
    report_shells(sampler, config, problem.surface->region(), run);
  }
  if (sampler.ladder().rungs() > 1) run.tempering = describe_ladder(sampler, problem, config);
  run.parameters = summarize_draws(problem.parameters, config, sampler.draws());
  run.converged = judge(run.parameters, s.chains).converged;
  run.evaluations_per_effective_sample = evaluations_per_effective_sample(
      run.parameters, counts.sampling, static_cast<std::int64_t>(s.chains) * s.draws);
  run.seconds.warmup = problem.seconds.warmup;
  run.seconds.sampling = problem.seconds.sampling;
  return run;
}

}  // namespace

RunConfig effective_config(const std::vector<FamilyEntry>& families,
                           const ConfigArguments& arguments) {
  const RunConfig given = read_config(arguments.config, arguments.settings);
  RunConfig config = settled(given, find_family(families, given.model.family).has_predictors());
  if (!arguments.output.empty()) config.output.directory = arguments.output;
  return config;
}

ExitCode sample_command(Team& team, const std::vector<FamilyEntry>& families,
                        const ConfigArguments& arguments) {
  const RunConfig config = effective_config(families, arguments);
  const bool at_homes = (config.tempering.method != "none" && config.sampler.method == "full") ||
                        !find_family(families, config.model.family).has_predictors();
  if (!at_homes) refuse_settings_of_homes(config);
  if (arguments.dry_run) return dry_run_of_sample(team, families, config, arguments.for_ranks);
  if (at_homes) return tempered_command(team, families, config, arguments);
  team.set_deadline(config.ranks.deadline);
  const ResultsDirectory results(config.output.directory, arguments.force,
                                 arguments.resuming.resume);
  RunKeeper keeper(config, arguments.resuming, {read_header(config.data.path)});
  Problem problem = set_up_watched(team, keeper, [&] { return set_up(team, families, config); });
  keeper.expect("log density at the mode", fmt::format("{}", problem.mode.log_density));
  for (const auto& warning : problem.warnings) log_lines::warn(warning);
  log_lines::info(
      fmt::format("mode: log-likelihood {:.2f}, |gradient| {:.1e}, {} iterations, "
                  "{:g} passes",
                  problem.mode.log_likelihood, problem.mode.gradient_norm, problem.mode.iterations,
                  problem.mode.data_passes));
  Sampler sampler(team, families, problem, config);
  Traffic traffic;
  run_to_end(team, sampler, keeper, problem.seconds, traffic, [&] { return bright_now(sampler); });
  RunSummary described =
      describe(config, problem, team, find_family(families, config.model.family));
  described.rank_shares = rank_shares(team, traffic);
  team.dismiss();
  const RunSummary run = summarize_run(sampler, problem, config, described);
  results.write(config, draws_file(problem.parameters, config, sampler), run);
  fmt::print("{}\n{}results: {}\n", posterior_table(run.parameters), run_lines(run),
             results.path().string());
  const bool good = run.converged || arguments.unconverged_ok;
  return good ? ExitCode::converged : ExitCode::not_converged;
}

}  // namespace photinus
