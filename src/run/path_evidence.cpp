#include <fmt/format.h>

#include <string>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/path_estimators.hpp"
#include "photinus/run/evidence_problem.hpp"
#include "photinus/run/evidence_report.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/run/ladder_path.hpp"
#include "run_to_end.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

// log L of independent draws of the prior, as many as other rungs have.
Chains prior_likelihoods(EvidenceModel& model, const RunConfig& config) {
  Chains chains;
  for (int chain = 0; chain < config.sampler.chains; ++chain) {
    std::vector<Vector> thetas;
    for (int i = 0; i < config.sampler.draws; ++i) {
      Stream stream({.seed = config.sampler.seed,
                     .purpose = Purpose::particles,
                     .replica = static_cast<std::uint32_t>(chain),
                     .index = static_cast<std::uint64_t>(i)});
      thetas.push_back(model.draw_prior(stream));
    }
    chains.push_back(model.log_likelihoods(thetas, model.all_rows()));
  }
  return chains;
}

EvidenceEstimate estimate_from(const PathDraws& draws, const std::string& method) {
  if (method == "bridge") return bridge_sampling(draws);
  if (method == "stepping_stone") return stepping_stone(draws);
  ThermodynamicEstimate result = thermodynamic_integration(draws);
  result.estimate.remark = fmt::format(
      "the rule over every second rung is {:.2g} off: where rungs are close the rule over all errs "
      "by about a fifteenth of that, which is not in the standard error",
      result.quadrature_error);
  return result.estimate;
}

void report_draws(const TemperedSampler& sampler, const RunConfig& config, EvidenceReport& report) {
  const auto size = static_cast<std::size_t>(report.names.size());
  for (const auto& chain : sampler.draws())
    for (auto i = static_cast<std::size_t>(config.sampler.warmup); i < chain.draws.lp.size(); ++i)
      report.draws.emplace_back(Eigen::Map<const Vector>(chain.parameters.data() + i * size,
                                                         static_cast<Eigen::Index>(size)));
}

}  // namespace

RunConfig ladder_config(RunConfig config) {
  const auto& evidence = config.evidence;
  config.sampler.method = "full";
  config.sampler.chains = evidence.chains;
  config.sampler.warmup = evidence.warmup;
  config.sampler.draws = evidence.draws;
  config.tempering = {};
  config.tempering.method = "parallel";
  for (int m = evidence.rungs - 1; m > 0; --m)
    config.tempering.ladder.push_back(
        exp(evidence.rung_power * log(static_cast<double>(m) / (evidence.rungs - 1))));
  return config;
}

EvidenceEstimate path_evidence(Team& team, const std::vector<FamilyEntry>& families,
                               const RunConfig& given, StateKeeper& keeper,
                               EvidenceReport& report) {
  const RunConfig config = ladder_config(given);
  const EvidenceProblem rows =
      set_up_watched(team, keeper, [&] { return open_rows(team, families, config); });
  const TemperedProblem problem =
      set_up_watched(team, keeper, [&] { return open_homes(team, families, config); });
  report.rows = rows.header.rows;
  report.columns = rows.header.columns;
  report.names = problem.home.names;
  report.seconds_read = rows.seconds_read + problem.problem.seconds.read;
  report.warnings = rows.warnings;
  keeper.expect("log density at the mode", fmt::format("{}", problem.problem.mode.log_density));
  const Stopwatch watch(report.seconds_sampling);
  TemperedSampler sampler(team, problem.home, config, problem.plan);
  Seconds seconds;
  run_to_end(team, sampler, keeper, seconds, report.traffic);
  PathDraws path = path_draws(config, sampler);
  path.betas.insert(path.betas.begin(), 0.0);
  path.log_likelihoods.insert(path.log_likelihoods.begin(), prior_likelihoods(*rows.model, config));
  EvidenceEstimate estimate = estimate_from(path, config.evidence.method);
  const auto& counts = sampler.evaluations();
  estimate.evaluations = problem.problem.mode.evaluations + counts.warmup + counts.sampling +
                         rows.model->evaluations();
  report_draws(sampler, config, report);
  return estimate;
}

}  // namespace photinus
