#include "photinus/run/problem.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/run/tempering_plan.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

PriorFamily prior_family(const std::string& name) {
  if (name == "flat") return PriorFamily::flat;
  if (name == "half_normal") return PriorFamily::half_normal;
  if (name == "half_cauchy") return PriorFamily::half_cauchy;
  if (name == "half_t") return PriorFamily::half_t;
  if (name == "laplace") return PriorFamily::laplace;
  return name == "student_t" ? PriorFamily::student_t : PriorFamily::normal;
}

ParameterPrior prior_of(const RunConfig::Prior& prior, std::size_t j) {
  return {prior_family(prior.family),
          prior.scale.size() == 1 ? prior.scale.front() : prior.scale[j], prior.nu};
}

Prior make_prior(const RunConfig::Model& model, const ParameterSpace& parameters) {
  const auto inputs = static_cast<std::size_t>(parameters.shape().inputs);
  if (model.prior.scale.size() != 1 && model.prior.scale.size() != inputs)
    throw Failure(ExitCode::usage,
                  "model.prior.scale has " + std::to_string(model.prior.scale.size()) +
                      " values; needed is one, or one for each of the " + std::to_string(inputs) +
                      " parameters (the intercept is number " +
                      std::to_string(parameters.intercept) + " from 0)");
  if (model.intercept_prior && parameters.intercept < 0)
    throw Failure(ExitCode::usage,
                  "model.intercept_prior is given, but model.intercept = \"none\"");
  std::vector<ParameterPrior> priors;
  for (int j = 0; j < parameters.coefficients(); ++j) {
    const bool own = model.intercept_prior && parameters.is_intercept(j);
    const std::size_t input = static_cast<std::size_t>(j) % inputs;
    priors.push_back(own ? prior_of(*model.intercept_prior, 0) : prior_of(model.prior, input));
  }
  if (parameters.sampled_scale) priors.push_back(prior_of(model.sigma_prior, 0));
  return Prior(std::move(priors));
}

void refuse_contradictions(const RunConfig& config) {
  if (config.sampler.method == "firefly" && config.firefly.update == "pseudo_marginal" &&
      config.sampler.kernel != "random_walk")
    throw Failure(ExitCode::usage,
                  "firefly.update = \"pseudo_marginal\" proposes theta and brightness together: it "
                  "wants sampler.kernel = \"random_walk\"");
}

// The place of the bound that the config names among the family's, or tightest_bound.
int chosen_bound(const std::string& name, const FamilyEntry& family) {
  if (name == "auto" || name == "ellipsoid") return tightest_bound;
  std::string known;
  for (std::size_t b = 0; b < family.global_bounds.size(); ++b) {
    if (family.global_bounds[b] == name) return static_cast<int>(b);
    known += ", " + family.global_bounds[b];
  }
  throw Failure(ExitCode::usage, "firefly.bound = \"" + name + "\" is not a bound of family " +
                                     family.name + "; there are: auto, ellipsoid" + known);
}

// A flat prior has no draws.
void refuse_start(const RunConfig& config, const Problem& problem) {
  if (config.sampler.start != "prior") return;
  for (int j = 0; j < problem.parameters.dimension(); ++j)
    if (problem.prior.is_flat(j))
      throw Failure(ExitCode::usage,
                    "sampler.start = \"prior\" needs priors to draw from, but that of " +
                        problem.parameters.names[static_cast<std::size_t>(j)] + " is flat");
}

BoundSettings bound_settings(const RunConfig::Firefly& firefly, const FamilyEntry& family,
                             bool sampled_scale) {
  if (sampled_scale && firefly.bound == "ellipsoid")
    throw Failure(ExitCode::usage,
                  "firefly.bound = \"ellipsoid\" wants a given scale: set model.sigma, or "
                  "firefly.bound = \"" +
                      family.global_bounds.front() + "\"");
  const bool endless = family.global_bounds.empty();
  const bool untuned = firefly.anchor == "untuned";
  if (untuned && endless)
    throw Failure(ExitCode::usage,
                  "firefly.anchor = \"untuned\" wants a bound that holds everywhere, and family " +
                      family.name + " has none: set firefly.anchor = \"mode\"");
  if (untuned && firefly.bound == "ellipsoid")
    throw Failure(ExitCode::usage,
                  "firefly.bound = \"ellipsoid\" is centred on the mode: it cannot go with "
                  "firefly.anchor = \"untuned\"");
  BoundSettings settings;
  settings.bound = chosen_bound(firefly.bound, family);
  settings.anchor = untuned ? Anchor::untuned : Anchor::mode;
  settings.ellipsoid =
      firefly.bound == "ellipsoid" || (firefly.bound == "auto" && !untuned && !sampled_scale);
  settings.endless = endless;
  settings.slack = firefly.slack;
  settings.q = firefly.q;
  settings.q_ratio = firefly.q_ratio;
  // The weights' variance, sum of E gap^2 / q + q - 2 E gap, is least where q^2 = E gap^2; a gap is
  // about the square of a normal, so that this is 3 (E gap)^2.
  if (firefly.update == "pseudo_marginal" && !firefly.q_ratio) settings.q_ratio = std::sqrt(3.0);
  return settings;
}

// One on every rung of every chain's ladder.
int firefly_replicas(const RunConfig& config, const Problem& problem) {
  const int rungs = make_plan(config, problem.header.rows, problem.parameters.dimension()).rungs();
  return config.sampler.chains * rungs;
}

bool samples_scale(const RunConfig& config, const FamilyEntry& family) {
  return family.has_scale && !config.model.sigma;
}

}  // namespace

// A slip in one index of a sparse file makes millions of columns.
void refuse_too_wide(const FileHeader& header) {
  constexpr int most = 20'000;
  if (header.columns <= most) return;
  throw Failure(ExitCode::bad_data,
                header.path + ": " + std::to_string(header.columns) + " columns; at most " +
                    std::to_string(most) +
                    " can be modelled (matrices of parameters x parameters are kept)" +
                    (header.format == FileFormat::libsvm ? "; is an index mistyped?" : ""));
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

namespace {

void refuse_misplaced_offsets(const Problem& problem) {
  const int offsets = problem.header.offsets, predictors = problem.parameters.predictors;
  if (offsets == 0 || offsets == predictors) return;
  throw Failure(ExitCode::bad_data,
                problem.header.path + ": /offset has " + std::to_string(offsets) +
                    " number(s) per row, but the model has " + std::to_string(predictors) +
                    " linear predictor(s): one offset for each is needed");
}

}  // namespace

void refuse_more_files(const RunConfig& config) {
  if (config.data.more.empty()) return;
  throw Failure(ExitCode::usage,
                "data.more names " + config.data.more.front() +
                    ", but only the sums over rows of photinus evidence go through several files "
                    "(methods sequential, hybrid, nested, smc, annealed): join them into one");
}

void name_parameters(Problem& problem, const FamilyEntry& family, const RunConfig& config,
                     const Load::Reply& data) {
  const std::string complaint = family.complaint(data.responses);
  if (!complaint.empty()) throw Failure(ExitCode::bad_data, config.data.path + ": " + complaint);
  const auto rule =
      config.model.intercept == "auto" ? InterceptRule::automatic : InterceptRule::none;
  problem.numbers = model_numbers(config);
  problem.numbers.classes = family.classes(data.responses);
  problem.parameters = make_parameters(problem.header, data.range, rule,
                                       samples_scale(config, family), problem.numbers.classes);
  refuse_misplaced_offsets(problem);
  problem.prior = make_prior(config.model, problem.parameters);
}

const FamilyEntry& find_family(const std::vector<FamilyEntry>& families, const std::string& name) {
  std::string known;
  const FamilyEntry* found = nullptr;
  for (const auto& family : families) {
    if (family.name == name && found != nullptr)
      throw Failure(ExitCode::usage, "two families of this program are called " + name +
                                         ": give your own another name");
    if (family.name == name) found = &family;
    known += (known.empty() ? "" : ", ") + family.name;
  }
  if (found != nullptr) return *found;
  throw Failure(ExitCode::usage,
                "model.family = \"" + name + "\" is not known; there are: " + known);
}

Problem load(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config) {
  Problem problem;
  const Stopwatch watch(problem.seconds.read);
  const FamilyEntry& family = find_family(families, config.model.family);
  if (!family.has_predictors())
    throw Failure(ExitCode::usage, "family " + family.name +
                                       " has no linear predictors: it can be sampled and checked, "
                                       "but its mode is not searched");
  refuse_more_files(config);
  problem.header = read_header(config.data.path);
  require_response(problem.header);
  refuse_too_wide(problem.header);
  problem.layout = make_layout(problem.header.rows);
  const auto reply = team.ask(Load{problem.header, problem.layout, family.name,
                                   model_numbers(config), config.ranks.coordinator_holds_rows});
  name_parameters(problem, family, config, reply);
  warn_of_idle_ranks(team, config, problem);
  return problem;
}

ModelNumbers model_numbers(const RunConfig& config) {
  ModelNumbers numbers;
  numbers.nu = config.model.nu;
  numbers.sigma = config.model.sigma.value_or(1.0);
  numbers.components = config.model.components;
  numbers.covariance = config.model.covariance;
  return numbers;
}

Problem set_up(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config,
               const SetUpOptions& options) {
  const bool firefly = config.sampler.method == "firefly";
  refuse_contradictions(config);
  std::optional<BoundSettings> bounds;
  const FamilyEntry& family = find_family(families, config.model.family);
  if (firefly) bounds = bound_settings(config.firefly, family, samples_scale(config, family));
  Problem problem = load(team, families, config);
  refuse_start(config, problem);
  team.ask(Prepare{firefly ? firefly_replicas(config, problem) : 0, config.sampler.seed,
                   problem.parameters.shape().inputs, problem.numbers,
                   problem.parameters.sampled_scale});
  {
    const Stopwatch watch(problem.seconds.mode);
    ModeSettings settings;
    settings.exact_hessian = options.exact_hessian;
    problem.mode =
        find_mode(team, problem.header.rows, problem.prior, problem.parameters, settings);
    problem.data_passes += problem.mode.data_passes;
  }
  if (firefly) {
    const Stopwatch watch(problem.seconds.statistics);
    bounds->gaps = options.gaps;
    problem.surface = std::make_shared<BoundSurface>(
        team, *bounds, problem.mode.precision, problem.layout.rows, problem.parameters.shape());
    BoundChoice choice = problem.surface->default_choice(problem.mode.theta);
    if (bounds->ellipsoid && config.firefly.radius) choice.radius = *config.firefly.radius;
    problem.surface->build(choice);
    problem.data_passes += 1.0;
  }
  return problem;
}

}  // namespace photinus
