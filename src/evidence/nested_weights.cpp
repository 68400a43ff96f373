#include "photinus/evidence/nested_weights.hpp"

#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/prior_particles.hpp"

namespace photinus {

namespace {

void add(NestedTrace& trace, double log_volume, double log_likelihood, double log_width) {
  trace.log_volume.push_back(log_volume);
  trace.log_likelihood.push_back(log_likelihood);
  trace.log_weight.push_back(log_likelihood + log_width);
}

double information(const NestedTrace& trace) {
  const double log_z = trace.log_z();
  if (!std::isfinite(log_z)) return 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < trace.log_weight.size(); ++i) {
    const double share = exp(trace.log_weight[i] - log_z);
    if (share > 0.0) sum += share * (trace.log_likelihood[i] - log_z);
  }
  return sum > 0.0 ? sum : 0.0;
}

/// log Z with other shrinkages.
double simulated_log_z(const NestedRun& run, Stream& stream) {
  const std::size_t n = run.alive.size();
  std::vector<double> log_weights;
  double log_volume = 0.0;
  const auto shrink = [&](double log_likelihood, std::size_t alive) {
    const double log_t = -stream.exponential() / static_cast<double>(alive);
    log_weights.push_back(log_likelihood + log_volume + log(-expm1(log_t)));
    log_volume += log_t;
  };
  for (const double value : run.dead) shrink(value, n);
  for (std::size_t i = 0; i < n; ++i) shrink(run.alive[i], n - i);
  log_weights.push_back(run.alive.back() + log_volume);
  return log_sum_exp(log_weights);
}

}  // namespace

double NestedTrace::log_z() const { return log_sum_exp(log_weight); }

double log_dead_share(std::size_t particles) {
  return log(-expm1(-1.0 / static_cast<double>(particles)));
}

NestedTrace weigh(const NestedRun& run) {
  const auto n = static_cast<double>(run.alive.size());
  const double log_share = log_dead_share(run.alive.size());
  NestedTrace trace;
  double log_volume = 0.0;
  for (const double value : run.dead) {
    const double before = log_volume;
    log_volume = -static_cast<double>(trace.log_volume.size() + 1) / n;
    add(trace, log_volume, value, before + log_share);
  }
  for (std::size_t i = 0; i < run.alive.size(); ++i) {
    const double above = (n - static_cast<double>(i)) / (n + 1.0);  // of N uniforms, in the mean
    add(trace, log_volume + log(above), run.alive[i], log_volume - log(n));
  }
  trace.information = information(trace);
  return trace;
}

double shrinkage_error(const NestedRun& run, int repeats, std::uint64_t seed) {
  double mean = 0.0, squares = 0.0;
  for (int r = 0; r < repeats; ++r) {
    Stream stream({.seed = seed,
                   .purpose = Purpose::nested,
                   .replica = nested_shrinkage,
                   .iteration = static_cast<std::uint64_t>(r)});
    const double difference = simulated_log_z(run, stream) - mean;
    mean += difference / (r + 1.0);
    squares += difference * difference * (r / (r + 1.0));
  }
  return std::sqrt(squares / (repeats - 1.0));
}

}  // namespace photinus
