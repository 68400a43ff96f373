#include "photinus/run/run_outline.hpp"

#include <algorithm>
#include <utility>

#include "photinus/data/sampled_rows.hpp"
#include "photinus/run/evidence_problem.hpp"
#include "photinus/run/firefly_evidence.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/run/ladder_path.hpp"
#include "photinus/run/problem.hpp"

namespace photinus {

namespace {

// Of the rows that were looked at: the run itself will judge them all.
Load::Reply seen(const FamilyEntry& family, const RunConfig& config, const SampledRows& sampled) {
  Load::Reply reply{sampled.range, {}};
  const auto& y = sampled.responses;
  const std::size_t good = std::min(family.first_refused(model_numbers(config), y), y.size());
  for (std::size_t i = 0; i < good; ++i) reply.responses.see(y[i], sampled.rows[i]);
  return reply;
}

void outline_regression(const FamilyEntry& family, RunOutline& run) {
  require_response(run.header);
  refuse_too_wide(run.header);
  // A few rows may well have one label only.
  FamilyEntry lenient = family;
  lenient.complaint = [](const ResponseSummary&) { return std::string(); };
  Problem problem;
  problem.header = run.header;
  name_parameters(problem, lenient, run.config,
                  seen(family, run.config, sample_rows(run.files.front())));
  run.shape = problem.parameters.shape();
  run.sampled_scale = problem.parameters.sampled_scale;
  run.dimension = run.user_parameters = problem.parameters.dimension();
}

void outline_model(const FamilyEntry& family, RunOutline& run) {
  Problem problem;
  problem.header = run.header;
  DataTable none;
  none.header = run.header;
  none.x.resize(0, run.header.columns);
  const auto model = family.make_model(std::move(none), model_settings(run.config, problem));
  run.dimension = model->dimension();
  run.user_parameters = static_cast<int>(model->names().size());
}

RunOutline outline(const std::vector<FamilyEntry>& families, const RunConfig& config) {
  const FamilyEntry& family = find_family(families, config.model.family);
  RunOutline run;
  run.config = config;
  run.files = {read_header(config.data.path)};
  for (const auto& path : config.data.more) run.files.push_back(read_header(path));
  run.header = joined_header(run.files);
  run.layout = make_layout(run.header.rows);
  run.has_predictors = family.has_predictors();
  if (run.has_predictors)
    outline_regression(family, run);
  else
    outline_model(family, run);
  return run;
}

// Draws are made by a Sampler, or at homes.
void take_sampler(RunOutline& run, bool at_homes) {
  refuse_more_files(run.config);
  run.at_homes = at_homes;
  run.at_shards = run.has_predictors;
  run.with_bounds = run.has_predictors && run.config.sampler.method == "firefly";
  run.plan = make_plan(run.config, run.header.rows, run.dimension);
}

}  // namespace

RunOutline outline_sampling(const std::vector<FamilyEntry>& families, const RunConfig& config) {
  RunOutline run = outline(families, config);
  run.asked = "posterior";
  take_sampler(run, !run.has_predictors ||
                        (config.tempering.method != "none" && config.sampler.method == "full"));
  return run;
}

RunOutline outline_evidence(const std::vector<FamilyEntry>& families, const RunConfig& config) {
  refuse_flat_priors(config);
  const std::string& method = config.evidence.method;
  const bool firefly = method == "firefly";
  const bool ladder = method == "bridge" || method == "stepping_stone" || method == "thermodynamic";
  RunOutline run = outline(families, firefly  ? FireflyEvidenceRun::run_config(config)
                                     : ladder ? ladder_config(config)
                                              : config);
  run.asked = method;
  if (firefly || ladder) take_sampler(run, ladder);
  run.at_shares = !firefly;
  return run;
}

}  // namespace photinus
