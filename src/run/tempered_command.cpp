#include <fmt/format.h>

#include "commands.hpp"
#include "log.hpp"
#include "photinus/output/table.hpp"
#include "photinus/run/results.hpp"
#include "photinus/run/tempered_results.hpp"
#include "progress.hpp"
#include "run_keeper.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

void start(TemperedSampler& sampler, const RunKeeper& keeper) {
  if (!keeper.state()) return sampler.start();
  sampler.restore(tempered_state_from(*keeper.state()));
  say_resumed(sampler.iteration(), sampler.iterations());
}

// False where the run was stopped.
bool draw(Team& team, TemperedSampler& sampler, const RunConfig& config, RunKeeper& keeper,
          Seconds& seconds, Traffic& traffic) {
  ProgressLine progress(config.sampler.warmup, sampler.iterations());
  const auto state = [&] { return to_bytes(sampler.save()); };
  while (!sampler.finished()) {
    if (!sampler.warming_up()) traffic.begin(team, sampler.iteration());
    const Stopwatch watch(sampler.warming_up() ? seconds.warmup : seconds.sampling);
    sampler.iterate();
    progress.show(sampler.iteration(), 0.0);
    if (sampler.finished() || !keeper.stops(state)) continue;
    progress.finish();
    keeper.say_stopped();
    return false;
  }
  progress.finish();
  traffic.end(team, sampler.iteration());
  keeper.finish(state);
  return true;
}

}  // namespace

ExitCode tempered_command(Team& team, const std::vector<FamilyEntry>& families,
                          const RunConfig& config, const ConfigArguments& arguments) {
  team.set_deadline(config.ranks.deadline);
  const ResultsDirectory results(config.output.directory, arguments.force, arguments.resume);
  RunKeeper keeper(config, arguments, read_header(config.data.path));
  TemperedProblem problem = open_homes(team, families, config);
  keeper.expect("log density at the mode", fmt::format("{}", problem.problem.mode.log_density));
  for (const auto& warning : problem.problem.warnings) log_lines::warn(warning);
  TemperedSampler sampler(team, problem.home, config, problem.plan);
  start(sampler, keeper);
  Traffic traffic;
  if (!draw(team, sampler, config, keeper, problem.problem.seconds, traffic)) {
    team.dismiss();
    return ExitCode::stopped;
  }
  RunSummary run = summarize_tempered(problem, config, sampler);
  run.ranks = team.ranks();
  run.rank_shares = rank_shares(team, traffic);
  const Seconds& seconds = problem.problem.seconds;
  run.seconds = {seconds.read, seconds.mode, seconds.statistics, seconds.warmup, seconds.sampling};
  team.dismiss();
  results.write(config, tempered_draws_file(problem, config, sampler), run);
  fmt::print("{}\n{}results: {}\n", posterior_table(run.parameters), run_lines(run),
             results.path().string());
  const bool good = run.converged || arguments.unconverged_ok;
  return good ? ExitCode::converged : ExitCode::not_converged;
}

}  // namespace photinus
