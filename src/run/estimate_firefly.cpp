#include <fmt/format.h>

#include "photinus/run/evidence_report.hpp"
#include "photinus/run/firefly_evidence.hpp"
#include "photinus/run/results.hpp"
#include "run_to_end.hpp"

namespace photinus {

namespace {

std::string remark(const FireflyEvidenceRun& run, const FireflyEvidence& found) {
  return fmt::format(
      "{:.3g} passes for the mode, {:.2g} behind it; a rule over every second node of the path "
      "differs by {:.2g} +- {:.2g}",
      run.problem().mode.data_passes, found.passes_behind_mode, found.coarse_difference,
      found.coarse_difference_error);
}

void report_draws(const FireflyEvidenceRun& run, EvidenceReport& report) {
  const UserDraws user = user_draws(run.problem().parameters, run.sampler().draws());
  const std::size_t size = user.names.size();
  for (const auto& chain : user.chains)
    for (auto i = static_cast<std::size_t>(run.config().sampler.warmup) * size; i < chain.size();
         i += size)
      report.draws.emplace_back(
          Eigen::Map<const Vector>(chain.data() + i, static_cast<Eigen::Index>(size)));
}

}  // namespace

EvidenceEstimate firefly_evidence(Team& team, const std::vector<FamilyEntry>& families,
                                  const RunConfig& config, StateKeeper& keeper,
                                  EvidenceReport& report) {
  auto run =
      set_up_watched(team, keeper, [&] { return FireflyEvidenceRun(team, families, config); });
  const Problem& problem = run.problem();
  keeper.expect("log density at the mode", fmt::format("{}", problem.mode.log_density));
  report.rows = problem.header.rows;
  report.columns = problem.header.columns;
  report.names = problem.parameters.names;
  report.seconds_read = problem.seconds.read;
  report.warnings = problem.warnings;
  Seconds seconds;
  run_to_end(team, run, keeper, seconds, report.traffic);
  report.seconds_sampling = seconds.warmup + seconds.sampling;
  FireflyEvidence found = run.result();
  report_draws(run, report);
  report.path = found.nodes;
  report.chains = run.sampler().draws().size();
  found.estimate.remark = remark(run, found);
  return found.estimate;
}

}  // namespace photinus
