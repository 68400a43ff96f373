#include "photinus/run/problem.hpp"

#include <limits>

#include "photinus/base/errors.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

double scale_of(const RunConfig::Prior& prior, std::size_t j) {
  if (prior.family == "flat") return std::numeric_limits<double>::infinity();
  return prior.scale.size() == 1 ? prior.scale.front() : prior.scale[j];
}

NormalPrior make_prior(const RunConfig::Model& model, const ParameterSpace& parameters) {
  const auto p = static_cast<std::size_t>(parameters.dimension());
  if (model.prior.scale.size() != 1 && model.prior.scale.size() != p)
    throw Failure(ExitCode::usage, "model.prior.scale has " +
                                       std::to_string(model.prior.scale.size()) +
                                       " values; needed is one, or one for each of the " +
                                       std::to_string(p) + " parameters (the intercept is number " +
                                       std::to_string(parameters.intercept) + " from 0)");
  if (model.intercept_prior && parameters.intercept < 0)
    throw Failure(ExitCode::usage,
                  "model.intercept_prior is given, but model.intercept = \"none\"");
  Vector scales(parameters.dimension());
  for (std::size_t j = 0; j < p; ++j) {
    const bool own = model.intercept_prior && static_cast<int>(j) == parameters.intercept;
    scales[static_cast<Eigen::Index>(j)] =
        own ? scale_of(*model.intercept_prior, 0) : scale_of(model.prior, j);
  }
  return NormalPrior(scales);
}

void warn_of_idle_ranks(const Team& team, const RunConfig& config, Problem& problem) {
  const std::int64_t holders =
      team.ranks() - (config.ranks.coordinator_holds_rows || team.ranks() == 1 ? 0 : 1);
  const std::int64_t idle = holders - problem.layout.blocks();
  if (idle > 0)
    problem.warnings.push_back(std::to_string(idle) + " of " + std::to_string(team.ranks()) +
                               " ranks hold no rows: the data have only " +
                               std::to_string(problem.layout.blocks()) + " blocks");
}

}  // namespace

const FamilyEntry& find_family(const std::vector<FamilyEntry>& families, const std::string& name) {
  std::string known;
  for (const auto& family : families) {
    if (family.name == name) return family;
    known += (known.empty() ? "" : ", ") + family.name;
  }
  throw Failure(ExitCode::usage,
                "model.family = \"" + name + "\" is not known; there are: " + known);
}

Problem load(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config) {
  Problem problem;
  const Stopwatch watch(problem.seconds.read);
  const FamilyEntry& family = find_family(families, config.model.family);
  problem.header = read_header(config.data.path);
  problem.layout = make_layout(problem.header.rows);
  const auto reply = team.ask(
      Load{problem.header, problem.layout, family.name, config.ranks.coordinator_holds_rows});
  const std::string complaint = family.complaint(reply.responses);
  if (!complaint.empty()) throw Failure(ExitCode::bad_data, config.data.path + ": " + complaint);
  const auto rule =
      config.model.intercept == "auto" ? InterceptRule::automatic : InterceptRule::none;
  problem.parameters = make_parameters(problem.header, reply.range, rule);
  problem.prior = make_prior(config.model, problem.parameters);
  warn_of_idle_ranks(team, config, problem);
  return problem;
}

Problem set_up(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config) {
  Problem problem = load(team, families, config);
  const bool firefly = config.sampler.method == "firefly";
  team.ask(Prepare{firefly ? config.sampler.chains : 0, config.sampler.seed});
  {
    const Stopwatch watch(problem.seconds.mode);
    problem.mode = find_mode(team, problem.prior, problem.parameters, {});
    problem.data_passes += problem.mode.data_passes;
  }
  if (firefly) {
    const Stopwatch watch(problem.seconds.statistics);
    const bool untuned = config.firefly.anchor == "untuned";
    // Untuned bounds know no mode: their statistics are centred on the origin.
    const Vector reference =
        untuned ? Vector::Zero(problem.prior.dimension()).eval() : problem.mode.theta;
    const auto reply =
        team.ask(BuildStatistics{untuned ? Anchor::untuned : Anchor::mode, reference});
    problem.statistics = make_statistics(reference, reply.sums.values());
    problem.data_passes += 1.0;
  }
  return problem;
}

}  // namespace photinus
