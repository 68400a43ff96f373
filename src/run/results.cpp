#include "photinus/run/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/chains.hpp"

namespace photinus {

namespace {

// The draws [first, last) of every chain.
struct Phase {
  const char* prefix;
  std::size_t first;
  std::size_t last;
  std::size_t size() const { return last - first; }
};

Phase warmup_phase(const RunConfig& config) {
  return {"warmup_", 0, static_cast<std::size_t>(config.sampler.warmup)};
}

Phase sampling_phase(const RunConfig& config) {
  const auto warmup = static_cast<std::size_t>(config.sampler.warmup);
  return {"", warmup, warmup + static_cast<std::size_t>(config.sampler.draws)};
}

// One number per draw, chain after chain.
template <class T>
std::vector<T> gather(const std::vector<ChainDraws>& draws, const Phase& phase,
                      std::vector<T> ChainDraws::*series) {
  std::vector<T> values;
  for (const auto& chain : draws)
    values.insert(values.end(), (chain.*series).begin() + static_cast<std::ptrdiff_t>(phase.first),
                  (chain.*series).begin() + static_cast<std::ptrdiff_t>(phase.last));
  return values;
}

// In the user's coordinates: sigma, where the sampler sees its logarithm.
std::vector<double> parameter_series(const ParameterSpace& parameters, const ChainDraws& chain,
                                     const Phase& phase, std::size_t j) {
  const auto p = static_cast<std::size_t>(parameters.dimension());
  const bool is_scale = parameters.is_scale(static_cast<int>(j));
  std::vector<double> series;
  for (std::size_t i = phase.first; i < phase.last; ++i) {
    const double value = chain.theta[i * p + j];
    series.push_back(is_scale ? exp(value) : value);
  }
  return series;
}

// Of the coefficients.
std::vector<double> norm_series(const ParameterSpace& parameters, const ChainDraws& chain,
                                const Phase& phase) {
  const auto p = static_cast<std::size_t>(parameters.dimension());
  const auto coefficients = static_cast<std::size_t>(parameters.coefficients());
  std::vector<double> series;
  for (std::size_t i = phase.first; i < phase.last; ++i) {
    double squares = 0.0;
    for (std::size_t j = 0; j < coefficients; ++j)
      squares += chain.theta[i * p + j] * chain.theta[i * p + j];
    series.push_back(std::sqrt(squares));
  }
  return series;
}

NetcdfGroup posterior_group(const ParameterSpace& parameters, const std::vector<ChainDraws>& draws,
                            const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "posterior", draws.size(), phase.size());
  const auto p = static_cast<std::size_t>(parameters.dimension());
  for (std::size_t j = 0; j < p; ++j) {
    std::vector<double> values;
    for (const auto& chain : draws) {
      const auto series = parameter_series(parameters, chain, phase, j);
      values.insert(values.end(), series.begin(), series.end());
    }
    group.variables.push_back({parameters.names[j], {"chain", "draw"}, std::move(values), {}});
  }
  return group;
}

NetcdfGroup statistics_group(const std::vector<ChainDraws>& draws, const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "sample_stats", draws.size(), phase.size());
  const auto add = [&](const char* name, auto series) {
    group.variables.push_back({name, {"chain", "draw"}, gather(draws, phase, series), {}});
  };
  add("lp", &ChainDraws::lp);
  add("acceptance_rate", &ChainDraws::acceptance_rate);
  add("step_size", &ChainDraws::step_size);
  add("n_steps", &ChainDraws::leapfrogs);
  add("diverging", &ChainDraws::diverging);
  return group;
}

NetcdfGroup firefly_group(const std::vector<ChainDraws>& draws, const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "firefly", draws.size(), phase.size());
  group.variables.push_back({"bright",
                             {"chain", "draw"},
                             gather(draws, phase, &ChainDraws::bright),
                             {{"long_name", "number of bright rows"}}});
  group.variables.push_back({"evaluations",
                             {"chain", "draw"},
                             gather(draws, phase, &ChainDraws::evaluations),
                             {{"long_name", "likelihood evaluations of the iteration"}}});
  group.variables.push_back({"shell",
                             {"chain", "draw"},
                             gather(draws, phase, &ChainDraws::shell),
                             {{"long_name", "trust ellipsoid of the draw, 0 is the innermost"}}});
  return group;
}

}  // namespace

NetcdfFile draws_file(const ParameterSpace& parameters, const RunConfig& config,
                      const std::vector<ChainDraws>& draws) {
  NetcdfFile file{{{"inference_library", "photinus"}}, {}};
  for (const Phase& phase : {sampling_phase(config), warmup_phase(config)}) {
    file.groups.push_back(posterior_group(parameters, draws, phase));
    file.groups.push_back(statistics_group(draws, phase));
    if (config.sampler.method == "firefly") file.groups.push_back(firefly_group(draws, phase));
  }
  return file;
}

std::vector<ParameterSummary> summarize_draws(const ParameterSpace& parameters,
                                              const RunConfig& config,
                                              const std::vector<ChainDraws>& draws) {
  const Phase phase = sampling_phase(config);
  const auto p = static_cast<std::size_t>(parameters.dimension());
  const auto over_chains = [&](const std::string& name, auto series) {
    Chains chains;
    for (const auto& chain : draws) chains.push_back(series(chain));
    return summarize(name, chains);
  };
  std::vector<ParameterSummary> all;
  all.push_back(over_chains("lp", [&](const ChainDraws& chain) {
    return std::vector<double>(chain.lp.begin() + static_cast<std::ptrdiff_t>(phase.first),
                               chain.lp.begin() + static_cast<std::ptrdiff_t>(phase.last));
  }));
  all.push_back(over_chains(
      "|theta|", [&](const ChainDraws& chain) { return norm_series(parameters, chain, phase); }));
  for (std::size_t j = 0; j < p; ++j)
    all.push_back(over_chains(parameters.names[j], [&](const ChainDraws& chain) {
      return parameter_series(parameters, chain, phase, j);
    }));
  return all;
}

double evaluations_per_effective_sample(const std::vector<ParameterSummary>& parameters,
                                        std::int64_t evaluations, std::int64_t draws) {
  auto worst = static_cast<double>(draws);
  for (const auto& parameter : parameters) {
    if (std::isnan(parameter.ess_bulk)) return std::numeric_limits<double>::quiet_NaN();
    worst = std::min(worst, parameter.ess_bulk);
  }
  return static_cast<double>(evaluations) / worst;
}

namespace {

std::string bound_name(const BoundSettings& settings, const FamilyEntry& family) {
  if (settings.ellipsoid) return "ellipsoid";
  if (settings.bound != tightest_bound)
    return family.global_bounds[static_cast<std::size_t>(settings.bound)];
  return family.global_bounds.size() == 1 ? family.global_bounds.front() : "tightest";
}

}  // namespace

RunSummary describe(const RunConfig& config, const Problem& problem, const Team& team,
                    const FamilyEntry& family) {
  const bool firefly = config.sampler.method == "firefly";
  RunSummary run;
  run.exact = true;
  run.method = config.sampler.method;
  run.kernel = config.sampler.kernel;
  run.family = config.model.family;
  run.bound = firefly ? bound_name(problem.surface->settings(), family) : "none";
  if (firefly) {
    run.q = config.firefly.q.value_or(RunSummary::not_available);
    run.slack = config.firefly.slack;
  }
  run.update = firefly ? config.firefly.update : "none";
  run.plan = firefly ? "home" : "shards";
  run.ranks = team.ranks();
  run.rows = problem.layout.rows;
  run.columns = problem.header.columns;
  run.data_passes_setup = problem.data_passes;
  run.mode = {problem.mode.log_likelihood, problem.mode.log_density, problem.mode.gradient_norm,
              problem.mode.iterations, problem.mode.data_passes};
  run.likelihood_evaluations.setup = problem.mode.evaluations;
  run.seconds = {problem.seconds.read, problem.seconds.mode, problem.seconds.statistics, 0.0, 0.0};
  return run;
}

}  // namespace photinus
