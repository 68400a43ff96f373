#include <fmt/format.h>

#include "commands.hpp"
#include "log.hpp"
#include "photinus/output/table.hpp"
#include "photinus/run/results.hpp"
#include "photinus/run/tempered_results.hpp"
#include "run_keeper.hpp"
#include "run_to_end.hpp"

namespace photinus {

ExitCode tempered_command(Team& team, const std::vector<FamilyEntry>& families,
                          const RunConfig& config, const ConfigArguments& arguments) {
  team.set_deadline(config.ranks.deadline);
  const ResultsDirectory results(config.output.directory, arguments.force,
                                 arguments.resuming.resume);
  RunKeeper keeper(config, arguments.resuming, {read_header(config.data.path)});
  TemperedProblem problem =
      set_up_watched(team, keeper, [&] { return open_homes(team, families, config); });
  keeper.expect("log density at the mode", fmt::format("{}", problem.problem.mode.log_density));
  for (const auto& warning : problem.problem.warnings) log_lines::warn(warning);
  TemperedSampler sampler(team, problem.home, config, problem.plan);
  Traffic traffic;
  run_to_end(team, sampler, keeper, problem.problem.seconds, traffic);
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
