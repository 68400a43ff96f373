#include "photinus/run/home_problem.hpp"

#include <utility>

#include "photinus/base/errors.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

void refuse_settings(const RunConfig& config, const FamilyEntry& family) {
  const auto refuse = [&](const std::string& key, const std::string& value, const char* others) {
    throw Failure(ExitCode::usage, key + " = \"" + value +
                                       "\" needs the posterior's mode, and for " + "family " +
                                       family.name + " none is searched: take " + others);
  };
  const auto& sampler = config.sampler;
  if (sampler.method == "firefly" && !family.has_predictors())
    throw Failure(ExitCode::usage, "sampler.method = \"firefly\" needs bounds, and family " +
                                       family.name + " has none: set sampler.method = \"full\"");
  if (sampler.metric == "pseudo_prior")
    throw Failure(ExitCode::usage, "sampler.metric = \"pseudo_prior\" is for firefly runs");
  if (family.has_predictors()) return;
  if (sampler.metric == "hessian")
    refuse("sampler.metric", "hessian", "\"adapted\" or \"identity\"");
  if (sampler.start == "mode") refuse("sampler.start", "mode", "\"prior\" or \"prior_mean\"");
}

// What a model without predictors may have told it: independent priors of its columns.
std::vector<ParameterPrior> column_priors(const RunConfig& config, const FileHeader& header) {
  const auto& prior = config.model.prior;
  const auto columns = static_cast<std::size_t>(header.columns);
  if (prior.family != "normal")
    throw Failure(ExitCode::usage, "model.prior.family = \"" + prior.family +
                                       "\" is not known to family " + config.model.family +
                                       ": its prior is \"normal\", or its own");
  if (prior.scale.size() != 1 && prior.scale.size() != columns)
    throw Failure(ExitCode::usage, "model.prior.scale has " + std::to_string(prior.scale.size()) +
                                       " values; needed is one, or one for each of the " +
                                       std::to_string(columns) + " columns");
  std::vector<ParameterPrior> priors;
  for (std::size_t j = 0; j < columns; ++j)
    priors.push_back({PriorFamily::normal, prior.scale[prior.scale.size() == 1 ? 0 : j]});
  return priors;
}

}  // namespace

DataModelSettings model_settings(const RunConfig& config, const Problem& problem) {
  DataModelSettings settings;
  settings.numbers = model_numbers(config);
  if (problem.parameters.dimension() == 0) {
    settings.priors = column_priors(config, problem.header);
    return settings;
  }
  settings.numbers = problem.numbers;
  settings.names = problem.parameters.names;
  settings.inputs = problem.parameters.shape().inputs;
  settings.sampled_scale = problem.parameters.sampled_scale;
  for (int j = 0; j < problem.parameters.dimension(); ++j)
    settings.priors.push_back(problem.prior[j]);
  return settings;
}

namespace {

// Over-dispersed about the mode, each replica by numbers of its own.
std::vector<Vector> starts_about_mode(const Mode& mode, const RunConfig& config, int replicas) {
  const Metric metric = precision_metric(mode.precision);
  std::vector<Vector> starts;
  for (int id = 0; id < replicas; ++id) {
    Stream stream({config.sampler.seed, Purpose::start, static_cast<std::uint32_t>(id), 1, 0});
    Vector z(mode.theta.size());
    for (double& number : z) number = config.sampler.start_dispersion * stream.normal();
    starts.emplace_back(mode.theta + metric.covariance_root * z);
  }
  return starts;
}

void refuse_flat_start(const RunConfig& config, const DataModelSettings& settings) {
  if (config.sampler.start == "mode") return;
  for (std::size_t j = 0; j < settings.priors.size(); ++j)
    if (settings.priors[j].family == PriorFamily::flat)
      throw Failure(ExitCode::usage, "sampler.start = \"" + config.sampler.start +
                                         "\" needs priors to draw from, but that of parameter " +
                                         std::to_string(j) + " (from 0) is flat");
}

}  // namespace

std::vector<int> home_ranks(int replicas, int ranks, bool coordinator_is_home) {
  const int first = coordinator_is_home || ranks == 1 ? 0 : 1;
  std::vector<int> homes;
  for (int id = 0; id < replicas; ++id) homes.push_back(first + id % (ranks - first));
  return homes;
}

TemperedProblem open_homes(Team& team, const std::vector<FamilyEntry>& families,
                           const RunConfig& config) {
  const FamilyEntry& family = find_family(families, config.model.family);
  refuse_settings(config, family);
  refuse_more_files(config);
  TemperedProblem tempered;
  Problem& problem = tempered.problem;
  if (family.has_predictors())
    problem = set_up(team, families, config);
  else
    problem.header = read_header(config.data.path);
  problem.layout = make_layout(problem.header.rows);
  const std::int64_t rows = problem.header.rows;
  const TemperingPlan plan = make_plan(config, rows, 1);
  const int replicas = config.sampler.chains * plan.replicas_per_chain();
  const DataModelSettings settings = model_settings(config, problem);
  refuse_flat_start(config, settings);
  const Stopwatch watch(problem.seconds.read);
  const auto reply =
      team.ask(OpenHomes{problem.header, family.name, settings,
                         home_ranks(replicas, team.ranks(), config.ranks.coordinator_holds_rows),
                         config.sampler.seed});
  if (config.tempering.row_exchanges > 0 && !reply.independent_rows)
    throw Failure(ExitCode::usage,
                  "tempering.row_exchanges needs rows that are independent given "
                  "theta, and those of family " +
                      family.name + " are not");
  tempered.plan = make_plan(config, rows, reply.dimension);
  auto& home = tempered.home;
  home = {problem.header,
          reply.names,
          reply.dimension,
          Matrix::Identity(reply.dimension, reply.dimension),
          {}};
  if (family.has_predictors()) home.precision = problem.mode.precision;
  if (config.sampler.start == "mode")
    home.starts = starts_about_mode(problem.mode, config, replicas);
  return tempered;
}

}  // namespace photinus
