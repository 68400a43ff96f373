#include "sequential_moves.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/evidence/posterior_gradient.hpp"
#include "photinus/evidence/systematic_resampling.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {

namespace {

constexpr int leapfrogs = 4;

std::size_t walkers_of(const SequentialState& state) {
  return static_cast<std::size_t>(state.settings.walkers);
}

int batch_of(const SequentialState& state, int dimension) {
  return state.settings.batch > 0 ? state.settings.batch : 20 * dimension;
}

int curvature_rows_of(const SequentialState& state, int dimension) {
  const int wanted = state.settings.curvature_rows;
  return wanted > 0 ? wanted : std::max(20 * dimension, 1'000);
}

std::vector<std::size_t> chosen(const SequentialState& state,
                                const std::vector<double>& log_weights) {
  if (state.settings.resample) {
    Stream stream = sequential_numbers(state, SequentialUse::resampling);
    return systematic_resampling(log_weights, state.settings.walkers, stream.uniform());
  }
  const std::size_t wanted = walkers_of(state), known = state.draws.size();
  std::vector<std::size_t> last;
  for (std::size_t w = 0; w < wanted; ++w) last.push_back((w + wanted * known - wanted) % known);
  return last;
}

Vector mean(const std::vector<Walker>& walkers) {
  Vector sum = Vector::Zero(walkers.front().theta.size());
  for (const Walker& walker : walkers) sum += walker.theta;
  return sum / static_cast<double>(walkers.size());
}

Matrix covariance(const std::vector<Walker>& walkers) {
  const Vector centre = mean(walkers);
  Matrix sum = Matrix::Zero(centre.size(), centre.size());
  for (const Walker& walker : walkers)
    sum += (walker.theta - centre) * (walker.theta - centre).transpose();
  return sum / static_cast<double>(walkers.size());
}

void add_anchor(EvidenceModel& model, SequentialState& state, const Vector& theta) {
  Stream stream = sequential_numbers(state, SequentialUse::curvature, state.anchors.size());
  const int of_rows = curvature_rows_of(state, model.dimension());
  state.anchors.push_back(make_anchor(model, theta, state.rows, of_rows, stream));
}

// Anew where rows have doubled.
void place_anchors(EvidenceModel& model, SequentialState& state) {
  if (!state.anchors.empty() && state.rows < 2 * state.anchors.front().rows) return;
  state.anchors.clear();
  const bool shared = state.settings.anchors == AnchorPlan::shared;
  if (shared) add_anchor(model, state, mean(state.draws));
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const bool again = w > 0 && state.draws[w].theta == state.draws[w - 1].theta;
    if (!shared && !again) add_anchor(model, state, state.draws[w].theta);
    state.anchor_of[w] = state.anchors.size() - 1;
  }
}

StochasticKernel kernel_with(const SequentialSettings& settings, Matrix root) {
  const double step_size = settings.step_size, friction = settings.friction;
  const double offset =
      settings.noise_offset < 0.0 ? exact_noise_offset(step_size, friction) : settings.noise_offset;
  return sghmc({step_size, friction, offset, std::move(root)});
}

Stream walking_numbers(const SequentialState& state, std::size_t w, int step) {
  return Stream({.seed = state.seed,
                 .purpose = Purpose::stochastic_gradient,
                 .replica = static_cast<std::uint32_t>(w),
                 .iteration = static_cast<std::uint64_t>(state.chunks),
                 .index = static_cast<std::uint64_t>(step)});
}

// Draw i of walker w is number i W + w of all.
void walk(const SequentialState& state, std::size_t w, const StochasticKernel& kernel,
          StochasticGradient& target, std::vector<Walker>& draws) {
  const int before = state.settings.steps, steps = before + state.settings.draws;
  Walker walker = state.draws[w];
  for (int step = 0; step < steps; ++step) {
    Stream stream = walking_numbers(state, w, step);
    walker = kernel.transition(stream, std::move(walker), target);
    if (step >= before)
      draws[static_cast<std::size_t>(step - before) * walkers_of(state) + w] = walker;
  }
}

// The longest step is right where the metric is; tails and funnels take shorter ones.
double draw_step_size(Stream& stream, int dimension) {
  const double longest = 0.9 / std::sqrt(std::sqrt(static_cast<double>(dimension)));
  const double u = stream.uniform();
  return longest * (u < 0.6 ? 1.0 : (u < 0.85 ? 0.25 : 0.0625));
}

// Numbers its draws as walk does. Velocities stay what they are.
void walk_exactly(const SequentialState& state, std::size_t w, const Kernel& kernel,
                  LogDensity& target, std::vector<Walker>& draws) {
  const int before = state.settings.steps / leapfrogs, steps = before + state.settings.draws;
  State place{state.draws[w].theta, 0.0, {}};
  place.log_density = target.value(place.theta, place.gradient);
  for (int step = 0; step < steps; ++step) {
    Stream stream = walking_numbers(state, w, step);
    const double step_size = draw_step_size(stream, target.dimension());
    place = kernel.transition(stream, place, target, step_size).state;
    if (step >= before)
      draws[static_cast<std::size_t>(step - before) * walkers_of(state) + w] = {
          place.theta, state.draws[w].velocity};
  }
}

std::vector<Metric> metrics_of(const SequentialState& state) {
  const Matrix spread = covariance(state.draws);
  std::vector<Metric> metrics;
  for (const GradientAnchor& anchor : state.anchors)
    metrics.push_back(precision_metric(precision_near(anchor, state.rows, spread)));
  return metrics;
}

void walk_by_all_rows(EvidenceModel& model, const SequentialState& state,
                      std::vector<Walker>& draws) {
  std::vector<Kernel> kernels;
  for (const Metric& metric : metrics_of(state))
    kernels.push_back(hmc(
        metric,
        {.integrator = Integrator::leapfrog, .leapfrogs = leapfrogs, .energy_correlation = 0.0}));
  RowsDensity target(model, state.rows);
  for (std::size_t w = 0; w < walkers_of(state); ++w)
    walk_exactly(state, w, kernels[state.anchor_of[w]], target, draws);
}

void walk_by_anchors(EvidenceModel& model, SequentialState& state, std::vector<Walker>& draws) {
  const int batch = batch_of(state, model.dimension());
  if (AnchoredGradient::has_noise(state.rows, batch))
    for (GradientAnchor& anchor : state.anchors) cover(anchor, model, state.rows);
  std::vector<StochasticKernel> kernels;
  for (const Metric& metric : metrics_of(state))
    kernels.push_back(kernel_with(state.settings, metric.covariance_root));
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const std::size_t a = state.anchor_of[w];
    AnchoredGradient target(model, state.anchors[a], state.rows, batch);
    walk(state, w, kernels[a], target, draws);
  }
}

bool moves_exactly(const EvidenceModel& model, const SequentialState& state) {
  return state.settings.exact_beginning &&
         !AnchoredGradient::has_noise(state.rows, batch_of(state, model.dimension()));
}

// eta/n in the coordinates of theta is eta in those of sqrt(n) theta, velocities' variance with it.
void walk_by_batches(EvidenceModel& model, const SequentialState& state, RowRange chunk,
                     std::vector<Walker>& draws) {
  const int p = model.dimension();
  const Matrix root = Matrix::Identity(p, p) / std::sqrt(static_cast<double>(chunk.last));
  const StochasticKernel kernel = kernel_with(state.settings, root);
  BatchGradient target(model, chunk, batch_of(state, p));
  for (std::size_t w = 0; w < walkers_of(state); ++w) walk(state, w, kernel, target, draws);
}

}  // namespace

Stream sequential_numbers(const SequentialState& state, SequentialUse use, std::size_t index) {
  return Stream({.seed = state.seed,
                 .purpose = Purpose::sequential,
                 .replica = static_cast<std::uint32_t>(use),
                 .iteration = static_cast<std::uint64_t>(state.chunks),
                 .index = index});
}

Walker resting_walker(const Vector& theta, double step_size, Stream& stream) {
  Vector velocity(theta.size());
  for (Eigen::Index j = 0; j < theta.size(); ++j)
    velocity[j] = std::sqrt(step_size) * stream.normal();
  return {theta, velocity};
}

void choose_walkers(SequentialState& state, const std::vector<double>& log_weights) {
  std::vector<Walker> walkers;
  std::vector<std::size_t> anchor_of;
  for (const std::size_t i : chosen(state, log_weights)) {
    walkers.push_back(state.draws[i]);
    anchor_of.push_back(state.anchor_of.empty() ? 0 : state.anchor_of[i % walkers_of(state)]);
  }
  state.draws = std::move(walkers);
  state.anchor_of = std::move(anchor_of);
}

void move_walkers(EvidenceModel& model, SequentialState& state, RowRange chunk) {
  std::vector<Walker> draws(walkers_of(state) * static_cast<std::size_t>(state.settings.draws));
  const bool by_batches = state.settings.anchors == AnchorPlan::none;
  if (!by_batches) place_anchors(model, state);
  if (by_batches)
    walk_by_batches(model, state, chunk, draws);
  else if (moves_exactly(model, state))
    walk_by_all_rows(model, state, draws);
  else
    walk_by_anchors(model, state, draws);
  state.draws = std::move(draws);
  state.independent = false;
}

}  // namespace photinus
