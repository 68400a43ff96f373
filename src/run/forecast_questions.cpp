#include <algorithm>

#include "photinus/base/elementary.hpp"
#include "photinus/kernel/dual_averaging.hpp"
#include "photinus/run/forecast.hpp"
#include "photinus/run/make_kernel.hpp"
#include "photinus/tempering/swaps.hpp"

// Forecast: how often ranks speak with one another.

namespace photinus {

namespace {

constexpr double envelope = 60.0;          // bytes of a message without numbers
constexpr double exact = 7.0 * 8.0 + 1.0;  // of a number of an exact sum

/// What a metric makes of a posterior that it fits.
class StandardNormal final : public LogDensity {
 public:
  explicit StandardNormal(int dimension) : dimension_(dimension) {}
  int dimension() const override { return dimension_; }
  double value(const Vector& theta) override {
    ++evaluations_;
    return -0.5 * theta.squaredNorm();
  }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = -theta;
    return value(theta);
  }
  int evaluations() const { return evaluations_; }

 private:
  int dimension_;
  int evaluations_ = 0;
};

// Evaluations of a transition grow with this power of the dimension.
double growth(const RunConfig::Sampler& sampler) {
  if (sampler.kernel.starts_with("slice")) return sampler.slice_updates > 0 ? 0.0 : 1.0;
  const bool trajectories = sampler.kernel == "nuts" || sampler.kernel == "hmc";
  return trajectories && sampler.leapfrogs == 0 ? 0.25 : 0.0;
}

double tried(const Kernel& kernel, const RunConfig::Sampler& sampler, int dimension) {
  constexpr int warmup = 400, draws = 400;
  Stream stream({.seed = 1, .purpose = Purpose::theta});
  StandardNormal target(dimension);
  State state{Vector::Zero(dimension), 0.0, {}, 0.0};
  for (double& x : state.theta) x = stream.normal();
  state.log_density = target.value(state.theta, state.gradient);
  double step = sampler.step_size.value_or(kernel.first_step_size);
  const double wanted = sampler.target_acceptance.value_or(kernel.target_acceptance);
  const bool adapts = !sampler.step_size && kernel.target_acceptance > 0.0;
  auto adaptation = DualAveraging::start(step, adapts ? wanted : 0.0);
  int before = 0;
  for (int i = 0; i < warmup + draws; ++i) {
    if (i == warmup) before = target.evaluations();
    Transition next = kernel.transition(stream, state, target, step);
    state = std::move(next.state);
    if (!adapts || i >= warmup) continue;
    adaptation.update(next.info.acceptance_rate, kernel.longest_step_size);
    step = i + 1 == warmup ? adaptation.adapted_step_size() : adaptation.step_size();
  }
  return static_cast<double>(target.evaluations() - before) / draws;
}

void ask(Questions& questions, double number, double command_bytes, double reply_bytes,
         double shared_bytes = 0.0) {
  questions.number += number;
  questions.command_bytes += number * (envelope + command_bytes);
  questions.reply_bytes += number * (envelope + reply_bytes);
  questions.shared_bytes += number * shared_bytes;
}

// Of every replica the shards hear theta and what went dark, and say what turned bright.
void ask_of_fireflies(const RunOutline& run, const Forecast& forecast, Questions& questions) {
  const double p = run.dimension, replicas = run.replicas();
  const double sums = 1.0 + p;
  if (run.config.firefly.update == "pseudo_marginal") {
    constexpr double accepted = 0.07;
    ask(questions, replicas, 8.0 * p, exact);
    ask(questions, replicas * accepted, 0.0, 0.0);
    return;
  }
  const double flips = forecast.at_home ? 0.5 * forecast.bright : 0.0;
  const double record = 8.0 * (run.header.columns + 10.0 + 2.0 * run.shape.predictors);
  ask(questions, 1.0, replicas * (8.0 * p + 60.0 + 8.0 * flips), replicas * 200.0,
      replicas * flips * record);
  if (!forecast.at_home)
    ask(questions, replicas * (2.0 + evaluations_per_transition(run)), 8.0 * p, exact * sums);
  if (run.asked != "firefly") return;
  const double nodes = run.plan.rungs() + 1.0, thetas = run.chains() * nodes;
  ask(questions, 1.0, thetas * (8.0 * p + 12.0), thetas * exact);
}

// Replicas report; those whose neighbours' subsets they have not seen are asked for them.
void ask_homes(const RunOutline& run, Questions& questions) {
  const auto& tempering = run.config.tempering;
  const double replicas = run.replicas(), rungs = run.plan.rungs();
  const double report = 8.0 * (run.dimension + run.user_parameters + rungs) + 150.0;
  if (run.plan.transitions)
    ask(questions, 1.0, replicas * 8.0 * (rungs + 2.0), 0.0, replicas * report);
  if (!run.plan.transitions || tempering.posterior_updates > 0)
    ask(questions, 1.0, replicas * 16.0, 0.0, replicas * report);
  const bool subsets = run.plan.kind == LadderKind::nested_subsets ||
                       run.plan.kind == LadderKind::independent_subsets;
  if (subsets && !run.plan.transitions)
    for (const auto& pairs : swap_rounds(run.plan.schedule, run.plan.rungs(), 0))
      if (!pairs.empty()) {
        const auto jobs = static_cast<double>(pairs.size()) * run.chains();
        ask(questions, 1.0, jobs * 8.0, 0.0, jobs * 20.0);
      }
  if (tempering.row_exchanges > 0) {
    const double weights = replicas * tempering.row_exchanges;
    ask(questions, 1.0, replicas * 8.0, 0.0, weights * 12.0);
    ask(questions, 1.0, run.chains() * tempering.row_exchanges * 4.0, 0.0);
  }
}

}  // namespace

double evaluations_per_transition(const RunOutline& run) {
  constexpr int most = 200;
  const auto& sampler = run.config.sampler;
  const int dimension = std::min(run.dimension, most);
  const Matrix identity = Matrix::Identity(dimension, dimension);
  const Kernel kernel = make_kernel(kernel_settings(sampler), precision_metric(identity));
  return tried(kernel, sampler, dimension) *
         exp(growth(sampler) * log(static_cast<double>(run.dimension) / dimension));
}

Questions expected_questions(const RunOutline& run, const Forecast& forecast) {
  Questions questions;
  questions.known = run.iterates();
  if (run.at_homes)
    ask_homes(run, questions);
  else if (run.with_bounds)
    ask_of_fireflies(run, forecast, questions);
  else if (run.at_shards) {
    const double evaluations = run.replicas() * evaluations_per_transition(run);
    questions.known = run.config.sampler.metric != "identity";
    ask(questions, evaluations, 8.0 * run.dimension, exact * (1.0 + run.dimension));
  }
  return questions;
}

}  // namespace photinus
