#include "measure.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/coda_ess.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "photinus/run/results.hpp"

namespace photinus::paper {

namespace {

using report::Experiment;

struct Chain {
  const ChainDraws& draws;
  std::size_t warmup, parameters;

  /// Of one parameter, over the positions [first, last) after warm-up.
  std::vector<double> series(std::size_t j, std::size_t first, std::size_t last) const {
    std::vector<double> values;
    for (std::size_t i = warmup + first; i < warmup + last; ++i)
      values.push_back(draws.theta[i * parameters + j]);
    return values;
  }
};

std::vector<Chain> chains_of(const Sampler& sampler, const Length& length, int parameters) {
  std::vector<Chain> chains;
  for (const auto& draws : sampler.draws())
    chains.push_back(
        {draws, static_cast<std::size_t>(length.warmup), static_cast<std::size_t>(parameters)});
  return chains;
}

Half half_of(const Chain& chain, std::size_t first, std::size_t last) {
  Half half;
  for (std::size_t j = 0; j < chain.parameters; ++j) {
    const auto series = chain.series(j, first, last);
    half.mean.push_back(mean_of(series));
    half.variance.push_back(variance_of(series));
  }
  return half;
}

// As `split` does: of an odd number of draws the middle one is left out.
std::vector<Half> halves_of(const std::vector<Chain>& chains, std::size_t draws) {
  std::vector<Half> halves;
  for (const auto& chain : chains) {
    halves.push_back(half_of(chain, 0, draws / 2));
    halves.push_back(half_of(chain, draws - draws / 2, draws));
  }
  return halves;
}

// Of every parameter, per 1,000 iterations.
std::vector<double> coda_rates(const std::vector<Chain>& chains, std::size_t draws) {
  std::vector<double> rates;
  for (std::size_t j = 0; j < chains.front().parameters; ++j) {
    Chains series;
    for (const auto& chain : chains) series.push_back(chain.series(j, 0, draws));
    rates.push_back(1000.0 * coda_ess(series) / static_cast<double>(draws * chains.size()));
  }
  return rates;
}

// After warm-up, over all chains.
template <class T>
double mean_after(const Sampler& sampler, const Length& length,
                  std::vector<T> ChainDraws::*series) {
  double sum = 0.0, count = 0.0;
  for (const auto& chain : sampler.draws())
    for (auto i = static_cast<std::size_t>(length.warmup); i < (chain.*series).size(); ++i) {
      sum += static_cast<double>((chain.*series)[i]);
      count += 1.0;
    }
  return sum / count;
}

double log_posterior(Experiment& experiment, const Vector& theta) {
  FullTarget target(experiment.team(), experiment.problem().prior);
  return target.value(theta);
}

// Of the first chain.
Trace trace_of(Experiment& experiment, const ChainDraws& chain) {
  const Problem& problem = experiment.problem();
  const Eigen::Index p = problem.mode.theta.size();
  Trace trace;
  std::int64_t before = 0;
  for (const std::int64_t now :
       trace_iterations(static_cast<std::int64_t>(chain.evaluations.size()))) {
    const Vector theta = Eigen::Map<const Vector>(chain.theta.data() + (now - 1) * p, p);
    double queries = 0.0;
    for (auto i = before; i < now; ++i)
      queries += static_cast<double>(chain.evaluations[static_cast<std::size_t>(i)]);
    trace.iteration.push_back(now);
    trace.below_mode.push_back(problem.mode.log_density - log_posterior(experiment, theta));
    trace.queries.push_back(queries / static_cast<double>(now - before));
    before = now;
  }
  return trace;
}

double least_ess_of(const std::vector<ParameterSummary>& summaries, int chains) {
  double least = summaries.front().ess_bulk;
  for (const auto& parameter : summaries)
    for (const double ess : {parameter.ess_bulk, parameter.ess_tail})
      least = ess >= least ? least : ess;  // NaN stays
  return least / chains;
}

}  // namespace

std::vector<std::int64_t> trace_iterations(std::int64_t iterations) {
  constexpr double step = 1.2115276586285884;  // 10^(1/12)
  std::vector<std::int64_t> all;
  for (double at = 1.0; at < static_cast<double>(iterations); at *= step) {
    const auto now = static_cast<std::int64_t>(at + 0.5);
    if (all.empty() || now > all.back()) all.push_back(now);
  }
  if (all.empty() || all.back() < iterations) all.push_back(iterations);
  return all;
}

Pace measure_pace(Experiment& experiment, const Length& length, double seconds) {
  constexpr std::int64_t least_iterations = 4;
  RunConfig::Sampler settings = experiment.config().sampler;
  settings.warmup = length.warmup;
  settings.draws = length.draws;
  const auto sampler = experiment.sampler(settings);
  const report::Stopwatch watch;
  sampler->start();
  std::vector<double> times;  // after each iteration
  const auto tried = [&] { return static_cast<std::int64_t>(times.size()); };
  while (!sampler->finished() && (tried() < least_iterations || watch.elapsed().wall < seconds)) {
    sampler->iterate();
    times.push_back(watch.elapsed().wall);
  }
  const std::size_t half = times.size() / 2;
  const double iteration =
      (times.back() - times[half - 1]) / static_cast<double>(times.size() - half);
  const report::Stopwatch pass;
  log_posterior(experiment, experiment.problem().mode.theta);
  return {tried(), times.back(), iteration, pass.elapsed().wall};
}

Cell measure_cell(Experiment& experiment, std::uint64_t seed, const Length& length) {
  RunConfig::Sampler settings = experiment.config().sampler;
  settings.seed = seed;
  settings.warmup = length.warmup;
  settings.draws = length.draws;
  const auto sampler = experiment.sampler(settings);
  sampler->start();
  while (!sampler->finished()) sampler->iterate();

  const Problem& problem = experiment.problem();
  const auto draws = static_cast<std::size_t>(length.draws);
  const auto chains = chains_of(*sampler, length, problem.parameters.dimension());
  const auto rates = coda_rates(chains, draws);
  const auto summaries = summarize_draws(problem.parameters, experiment.config(), sampler->draws());
  const std::int64_t all_draws = std::int64_t{settings.chains} * length.draws;
  const std::int64_t evaluations = sampler->evaluations().sampling;
  Cell cell;
  cell.seed = seed;
  cell.rows = problem.header.rows;
  cell.chains = settings.chains;
  cell.warmup = length.warmup;
  cell.draws = length.draws;
  cell.queries = static_cast<double>(evaluations) / static_cast<double>(all_draws);
  cell.ess = *std::min_element(rates.begin(), rates.end());
  cell.median_ess = median_of(rates);
  cell.evaluations_per_effective_sample =
      evaluations_per_effective_sample(summaries, evaluations, all_draws);
  cell.least_ess = least_ess_of(summaries, settings.chains);
  cell.bright = settings.method == "full" ? static_cast<double>(cell.rows)
                                          : mean_after(*sampler, length, &ChainDraws::bright);
  cell.acceptance = mean_after(*sampler, length, &ChainDraws::acceptance_rate);
  cell.halves = halves_of(chains, draws);
  cell.trace = trace_of(experiment, sampler->draws().front());
  return cell;
}

}  // namespace photinus::paper
