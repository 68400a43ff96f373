#include "experiment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "families.hpp"
#include "photinus/run/results.hpp"

namespace photinus::report {

namespace {

double mean_bright(const std::vector<ChainDraws>& draws, std::size_t first) {
  double sum = 0.0, count = 0.0;
  for (const auto& chain : draws)
    for (std::size_t i = first; i < chain.bright.size(); ++i, count += 1.0)
      sum += static_cast<double>(chain.bright[i]);
  return sum / count;
}

// An ESS that is not available stays NaN.
double capped(double ess, double draws) { return ess > draws ? draws : ess; }

Figures figures_of(const Sampler& sampler, const ParameterSpace& parameters,
                   const RunConfig& config) {
  const auto summaries = summarize_draws(parameters, config, sampler.draws());
  const auto evaluations = sampler.evaluations().sampling;
  const std::int64_t draws = std::int64_t{config.sampler.chains} * config.sampler.draws;
  Figures figures;
  figures.draws = static_cast<double>(draws);
  figures.bright = mean_bright(sampler.draws(), static_cast<std::size_t>(config.sampler.warmup));
  figures.evaluations_per_draw = static_cast<double>(evaluations) / figures.draws;
  figures.evaluations_per_effective_sample =
      evaluations_per_effective_sample(summaries, evaluations, draws);
  figures.worst_ess = figures.theta_ess = figures.draws;
  for (const auto& parameter : summaries) {
    const double ess = capped(parameter.ess_bulk, figures.draws);
    if (parameter.name == "|theta|") figures.norm_ess = ess;
    if (parameter.name != "lp") figures.theta_ess = std::min(figures.theta_ess, ess);
    if (ess >= figures.worst_ess && !figures.worst_parameter.empty()) continue;
    figures.worst_parameter = parameter.name;
    figures.worst_ess = ess;
  }
  return figures;
}

}  // namespace

MeanAndDeviation mean_of(const std::vector<Figures>& runs, double (*number)(const Figures&)) {
  const auto n = static_cast<double>(runs.size());
  double sum = 0.0, squares = 0.0;
  for (const auto& run : runs) sum += number(run);
  for (const auto& run : runs) squares += (number(run) - sum / n) * (number(run) - sum / n);
  return {sum / n, runs.size() > 1 ? std::sqrt(squares / (n - 1.0))
                                   : std::numeric_limits<double>::quiet_NaN()};
}

Experiment::Experiment(const RunConfig& config)
    : config_(config),
      team_(1, families()),
      problem_(set_up(team_, families(), config_)),
      setup_(watch_.elapsed()) {
  if (problem_.surface) first_choice_ = problem_.surface->choice();
}

std::unique_ptr<Sampler> Experiment::sampler(const RunConfig::Sampler& settings) {
  config_.sampler = settings;
  team_.ask(Prepare{problem_.surface ? settings.chains : 0, settings.seed,
                    problem_.parameters.shape().inputs, problem_.numbers,
                    problem_.parameters.sampled_scale});
  if (problem_.surface) problem_.surface->build(first_choice_);
  return std::make_unique<Sampler>(team_, families(), problem_, config_);
}

Figures Experiment::run(std::uint64_t seed) {
  RunConfig::Sampler settings = config_.sampler;
  settings.seed = seed;
  const auto sampler = this->sampler(settings);
  const Stopwatch warmup;  // the bounds that are built again belong to the set-up
  sampler->start();
  const Times started = warmup.elapsed();
  while (sampler->warming_up()) sampler->iterate();
  const Times warmed_up = warmup.elapsed();
  const Stopwatch sampling;
  while (!sampler->finished()) sampler->iterate();
  const Times sampled = sampling.elapsed();
  Figures figures = figures_of(*sampler, problem_.parameters, config_);
  figures.start = started;
  figures.warmup = warmed_up;
  figures.sampling = sampled;
  return figures;
}

std::vector<Figures> Experiment::run_seeds(int seeds) {
  std::vector<Figures> runs;
  for (int seed = 1; seed <= seeds; ++seed) runs.push_back(run(static_cast<std::uint64_t>(seed)));
  return runs;
}

}  // namespace photinus::report
