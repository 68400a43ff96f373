#include "photinus/run/evidence_problem.hpp"

#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/run/home_problem.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

DataTable without_rows(const FileHeader& header) {
  DataTable table;
  table.header = header;
  table.x.resize(0, header.columns);
  return table;
}

}  // namespace

std::vector<FileHeader> read_headers(const RunConfig& config) {
  std::vector<FileHeader> files = {read_header(config.data.path)};
  for (const auto& path : config.data.more) files.push_back(read_header(path));
  return files;
}

void refuse_flat_priors(const RunConfig& config) {
  const auto& model = config.model;
  const bool flat_intercept = model.intercept_prior && model.intercept_prior->family == "flat";
  if (model.prior.family != "flat" && !flat_intercept) return;
  throw Failure(
      ExitCode::usage,
      std::string(model.prior.family == "flat" ? "model.prior" : "model.intercept_prior") +
          " is flat and has no normaliser: no evidence exists; give a normal, laplace "
          "or student_t prior");
}

EvidenceProblem open_rows(Team& team, const std::vector<FamilyEntry>& families,
                          const RunConfig& config) {
  refuse_flat_priors(config);
  EvidenceProblem opened;
  const Stopwatch watch(opened.seconds_read);
  const FamilyEntry& family = find_family(families, config.model.family);
  const std::vector<FileHeader> files = read_headers(config);
  Problem problem;
  problem.header = joined_header(files);
  problem.layout = make_layout(problem.header.rows);
  if (family.has_predictors()) {
    require_response(problem.header);
    refuse_too_wide(problem.header);
  }
  const auto data = team.ask(ReadRows{files, problem.layout, family.name, model_numbers(config),
                                      config.ranks.coordinator_holds_rows});
  if (family.has_predictors()) name_parameters(problem, family, config, data);
  warn_of_idle_ranks(team, config, problem);
  const DataModelSettings settings = model_settings(config, problem);
  team.ask(OpenRows{settings});
  opened.header = problem.header;
  opened.model = std::make_unique<TeamModel>(
      team, family.make_model(without_rows(problem.header), settings), problem.header.rows);
  opened.warnings = problem.warnings;
  return opened;
}

}  // namespace photinus
