#include "photinus/evidence/smc.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/effective_share.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/systematic_resampling.hpp"

namespace photinus {

namespace {

[[noreturn]] void usage(const std::string& message) {
  throw Failure(ExitCode::usage, "sequential Monte Carlo: " + message);
}

void check(const SmcSettings& settings) {
  const auto refuse_below = [](const char* name, int value, int least) {
    if (value < least)
      usage(std::string(name) + " is " + std::to_string(value) + ", but must be " +
            std::to_string(least) + " or more");
  };
  refuse_below("particles", settings.particles, 2);
  refuse_below("batches", settings.batches, 2);
  refuse_below("updates", settings.updates, 1);
  refuse_below("most_updates", settings.most_updates, settings.updates);
  if (settings.particles % settings.batches != 0 || settings.particles < 2 * settings.batches)
    usage(std::to_string(settings.particles) + " particles do not make " +
          std::to_string(settings.batches) + " equal batches of two or more");
  if (!(settings.effective_share > 0.0 && settings.effective_share < 1.0))
    usage("effective_share is " + std::to_string(settings.effective_share) +
          ", but must lie between 0 and 1");
}

bool needs_gradient(const EvidenceModel& model, const KernelSettings& settings) {
  const int p = model.dimension();
  return make_kernel(settings, identity_metric(Matrix::Identity(p, p))).needs_gradient;
}

// Of the pairs that are finite; 0 where one side does not vary.
double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0.0, mean_x = 0.0, mean_y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    n += 1.0;
    const double from_x = x[i] - mean_x, from_y = y[i] - mean_y;
    mean_x += from_x / n;
    mean_y += from_y / n;
    xx += from_x * (x[i] - mean_x);
    yy += from_y * (y[i] - mean_y);
    xy += from_x * (y[i] - mean_y);
  }
  return xx > 0.0 && yy > 0.0 ? xy / std::sqrt(xx * yy) : 0.0;
}

class Population {
 public:
  Population(EvidenceModel& model, const SmcSettings& settings, SmcState state)
      : model_(model),
        settings_(settings),
        earlier_(model.evaluations() - state.evaluations),
        state_(std::move(state)) {
    if (!state_.levels.empty()) return;
    state_.log_z.assign(static_cast<std::size_t>(settings.batches), 0.0);
    draw_from_prior();
    close_level(0.0);
  }

  const SmcState& state() const { return state_; }
  double beta() const { return state_.levels.back().beta; }
  /// Steps so far.
  int steps() const { return static_cast<int>(state_.levels.size()) - 1; }

  double next_step() const {
    return longest_power(log_likelihoods(), settings_.effective_share, 1.0 - beta());
  }

  /// Weights of the step to the next beta, and their means.
  void reweight(double step) {
    log_weights_ = log_likelihoods();
    for (double& x : log_weights_) x *= step;
    for (std::size_t b = 0; b < state_.log_z.size(); ++b)
      state_.log_z[b] += log_mean_exp(batch(b)).value;
  }

  /// The metric is that of the weighted particles: there are more different ones than after
  /// resampling. A batch has the metric of all others: one in which a particle has a part stretches
  /// where that particle lies, by P / n of n particles, and log Z was low by 0.8 at P = 50.
  void renew_kernels() {
    const double step_size = state_.levels.back().step_size;
    const std::vector<double> of_all = weights();
    precision_ = population_precision(state_.points, of_all);
    kernel_.kernel = make_kernel(settings_.kernel, precision_metric(precision_));
    kernel_.step_size = std::min(steps() == 0 ? kernel_.kernel.first_step_size : step_size,
                                 kernel_.kernel.longest_step_size);
    kernels_.clear();
    for (std::size_t b = 0; b < state_.log_z.size(); ++b)
      kernels_.push_back(make_kernel(
          settings_.kernel,
          precision_metric(population_precision(state_.points, without_batch(of_all, b)))));
  }

  void resample() {
    ++state_.sweep;
    std::vector<PathPoint> chosen;
    for (std::size_t b = 0; b < state_.log_z.size(); ++b) {
      Stream stream = stream_of(state_.points.size() + b);
      const std::vector<double> of_batch = batch(b);
      // A batch whose weights are all 0 has log Z_b = -infinity for good.
      const bool possible = std::isfinite(state_.log_z[b]);
      const std::vector<std::size_t> indices =
          possible
              ? systematic_resampling(of_batch, static_cast<int>(of_batch.size()), stream.uniform())
              : std::vector<std::size_t>();
      for (std::size_t i = 0; i < of_batch.size(); ++i)
        chosen.push_back(state_.points[b * of_batch.size() + (possible ? indices[i] : i)]);
    }
    state_.points = std::move(chosen);
  }

  void move_to(double beta) {
    const std::vector<double> before = log_likelihoods();
    double left = 1.0;
    for (int update = 1; update <= settings_.most_updates; ++update) {
      sweep(beta);
      left = correlation(before, log_likelihoods());
      if (update >= settings_.updates && left <= settings_.correlation) break;
    }
    state_.worst_correlation = std::max(state_.worst_correlation, left);
    close_level(beta);
  }

  SmcRun result() {
    const LogMean mean = log_mean_exp(state_.log_z);
    SmcRun run;
    run.estimate.method = "smc";
    run.estimate.log_z = mean.value;
    run.estimate.standard_error = mean.standard_error;
    run.estimate.evaluations = state_.evaluations;
    if (state_.worst_correlation > settings_.correlation)
      run.estimate.remark = "after " + std::to_string(settings_.most_updates) +
                            " updates log-likelihoods were still correlated by " +
                            std::to_string(state_.worst_correlation) +
                            ": the error may be larger than stated; raise most_updates";
    else if (mean.effective_size < 0.5 * static_cast<double>(state_.log_z.size()))
      run.estimate.remark = "the batches disagree: the mean rests on " +
                            std::to_string(static_cast<int>(std::lround(mean.effective_size))) +
                            " of " + std::to_string(state_.log_z.size()) +
                            "; take more particles or updates";
    run.levels = std::move(state_.levels);
    for (auto& point : state_.points)
      if (std::isfinite(point.log_likelihood)) run.draws.push_back(std::move(point.theta));
    return run;
  }

 private:
  Stream stream_of(std::size_t index) const {
    return Stream({.seed = settings_.seed,
                   .purpose = Purpose::particles,
                   .replica = settings_.replica,
                   .iteration = state_.sweep,
                   .index = index});
  }

  void sweep(double beta) {
    ++state_.sweep;
    double acceptance = 0.0;
    for (std::size_t i = 0; i < state_.points.size(); ++i) {
      Stream stream = stream_of(i);
      const Kernel& kernel = kernels_[i * state_.log_z.size() / state_.points.size()];
      PathMove moved = move(model_, beta, kernel, kernel_.step_size, state_.points[i], stream);
      acceptance += moved.acceptance_rate;
      state_.points[i] = std::move(moved.point);
    }
    acceptance_ = acceptance / static_cast<double>(state_.points.size());
    kernel_.adapt(acceptance_);
  }

  void draw_from_prior() {
    const bool with_gradient = needs_gradient(model_, settings_.kernel);
    for (int i = 0; i < settings_.particles; ++i) {
      Stream stream = stream_of(static_cast<std::size_t>(i));
      state_.points.push_back(evaluate(model_, model_.draw_prior(stream), with_gradient));
    }
    if (std::none_of(state_.points.begin(), state_.points.end(),
                     [](const PathPoint& point) { return std::isfinite(point.log_likelihood); }))
      usage("none of " + std::to_string(settings_.particles) +
            " draws of the prior has a positive likelihood: take more particles or another prior");
  }

  void close_level(double beta) {
    state_.levels.push_back({beta, precision_, kernel_.step_size, acceptance_, log_likelihoods()});
    state_.evaluations = model_.evaluations() - earlier_;
  }

  std::vector<double> log_likelihoods() const {
    std::vector<double> values;
    for (const auto& point : state_.points) values.push_back(point.log_likelihood);
    return values;
  }

  std::vector<double> batch(std::size_t b) const {
    const auto size = static_cast<std::ptrdiff_t>(log_weights_.size() / state_.log_z.size());
    const auto first = log_weights_.begin() + static_cast<std::ptrdiff_t>(b) * size;
    return {first, first + size};
  }

  /// Of all particles, every batch having the same sum, unless it is impossible.
  std::vector<double> weights() const {
    const auto alive =
        static_cast<double>(std::count_if(state_.log_z.begin(), state_.log_z.end(),
                                          [](double log_z) { return std::isfinite(log_z); }));
    std::vector<double> shares;
    for (std::size_t b = 0; b < state_.log_z.size(); ++b) {
      const std::vector<double> of_batch = batch(b);
      const double total = log_sum_exp(of_batch);
      for (const double log_weight : of_batch)
        shares.push_back(std::isfinite(state_.log_z[b]) ? exp(log_weight - total) / alive : 0.0);
    }
    return shares;
  }

  /// The weights of all other batches, scaled to the sum 1.
  std::vector<double> without_batch(std::vector<double> weights, std::size_t b) const {
    const std::size_t size = weights.size() / state_.log_z.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (i / size == b) weights[i] = 0.0;
      sum += weights[i];
    }
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  EvidenceModel& model_;
  const SmcSettings& settings_;
  std::int64_t earlier_;  // evaluations that are not the run's
  SmcState state_;
  std::vector<double> log_weights_;
  Matrix precision_;             // of all particles
  PathKernel kernel_;            // with that metric
  std::vector<Kernel> kernels_;  // of the batches, which take the same step size
  double acceptance_ = 0.0;
};

}  // namespace

SmcRun continue_smc(EvidenceModel& model, const SmcSettings& settings, SmcState state,
                    const std::function<void(const SmcState&)>& after_level) {
  check(settings);
  Population population(model, settings, std::move(state));
  while (population.beta() < 1.0) {
    if (population.steps() == settings.most_steps)
      usage("beta is only " + std::to_string(population.beta()) + " after most_steps = " +
            std::to_string(settings.most_steps) + " steps: lower effective_share, or take more");
    const double step = population.next_step();
    // So that the last beta is 1 to the last bit.
    const double beta = step < 1.0 - population.beta() ? population.beta() + step : 1.0;
    population.reweight(beta - population.beta());
    population.renew_kernels();
    population.resample();
    population.move_to(beta);
    if (after_level) after_level(population.state());
  }
  return population.result();
}

}  // namespace photinus
