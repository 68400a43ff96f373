#include "sequential_moves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "photinus/evidence/posterior_gradient.hpp"
#include "photinus/evidence/systematic_resampling.hpp"
#include "photinus/kernel/kernel.hpp"
#include "sequential_anchors.hpp"

namespace photinus {

namespace {

constexpr int leapfrogs = 4;

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

// Where the offset is to suit, what the step and gradients' noise of that variance add to the
// walkers' is taken from the kernel's own noise.
StochasticKernel kernel_with(const SequentialSettings& settings, Matrix root, double noise) {
  const double step_size = settings.step_size, friction = settings.friction;
  double offset = settings.noise_offset;
  if (offset < 0.0)
    offset = std::min(friction, exact_noise_offset(step_size, friction) + 0.5 * step_size * noise);
  return sghmc({step_size, friction, offset, std::move(root)});
}

Stream walking_numbers(const SequentialState& state, std::size_t w, int step) {
  return Stream({.seed = state.seed,
                 .purpose = Purpose::stochastic_gradient,
                 .replica = static_cast<std::uint32_t>(w),
                 .iteration = static_cast<std::uint64_t>(state.chunks),
                 .index = static_cast<std::uint64_t>(step)});
}

// Where walkers may go.
using Region = std::function<bool(const Vector&)>;

bool everywhere(const Vector&) { return true; }

// Draw i of walker w is number i W + w of all. A walker turns round where it would leave the
// region.
void walk(const SequentialState& state, std::size_t w, const StochasticKernel& kernel,
          StochasticGradient& target, const Region& region, std::vector<Walker>& draws) {
  const int before = state.settings.steps, steps = before + state.settings.draws;
  Walker walker = state.draws[w];
  for (int step = 0; step < steps; ++step) {
    Stream stream = walking_numbers(state, w, step);
    Walker moved = kernel.transition(stream, walker, target);
    if (region(moved.theta))
      walker = std::move(moved);
    else
      walker.velocity = -walker.velocity;
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

// Squared distance from their anchors that walkers may have: beyond it gradients' noise, which
// grows with its square, could throw them out for good.
double farthest(const SequentialState& state, const std::vector<Metric>& metrics) {
  double most = 4.0 * static_cast<double>(state.draws.front().theta.size());
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const std::size_t a = state.anchor_of[w];
    most =
        std::max(most, squared_distance(state.draws[w].theta, state.anchors[a].theta, metrics[a]));
  }
  return 2.0 * most;
}

void walk_by_anchors(EvidenceModel& model, SequentialState& state, std::vector<Walker>& draws) {
  const int batch = batch_of(state, model.dimension());
  const bool has_noise = AnchoredGradient::has_noise(state.rows, batch);
  const double noise = has_noise ? state.row_noise / batch : 0.0;
  if (has_noise)
    for (GradientAnchor& anchor : state.anchors) cover(anchor, model, state.rows);
  const auto metrics = metrics_of(state);
  const double limit = farthest(state, metrics);
  std::vector<StochasticKernel> kernels;
  for (const Metric& metric : metrics)
    kernels.push_back(kernel_with(state.settings, metric.covariance_root, noise));
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const std::size_t a = state.anchor_of[w];
    AnchoredGradient target(model, state.anchors[a], state.rows, batch, metrics[a].covariance_root);
    const Region region = [&](const Vector& theta) {
      return squared_distance(theta, state.anchors[a].theta, metrics[a]) <= limit;
    };
    walk(state, w, kernels[a], target, region, draws);
  }
}

// eta/n in the coordinates of theta is eta in those of sqrt(n) theta, velocities' variance with it.
Matrix root_of_rows(std::int64_t rows, int dimension) {
  return Matrix::Identity(dimension, dimension) / std::sqrt(static_cast<double>(rows));
}

void walk_by_batches(EvidenceModel& model, const SequentialState& state, RowRange chunk,
                     std::vector<Walker>& draws) {
  const int p = model.dimension();
  const StochasticKernel kernel = kernel_with(state.settings, root_of_rows(chunk.last, p), 0.0);
  BatchGradient target(model, chunk, batch_of(state, p));
  for (std::size_t w = 0; w < walkers_of(state); ++w)
    walk(state, w, kernel, target, everywhere, draws);
}

// Steps as the paper's: curvature that varies beyond what an anchor's metric knows is no danger to
// them.
void walk_by_plain_batches(EvidenceModel& model, const SequentialState& state,
                           std::vector<Walker>& draws) {
  const SequentialSettings published = SequentialSettings::published();
  const StochasticKernel kernel =
      kernel_with(published, root_of_rows(state.rows, model.dimension()), 0.0);
  BatchGradient target(model, {state.rows, state.rows}, plain_batch_of(model.dimension()));
  for (std::size_t w = 0; w < walkers_of(state); ++w)
    walk(state, w, kernel, target, everywhere, draws);
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
  if (!by_batches) prepare_gradients(model, state);
  if (by_batches)
    walk_by_batches(model, state, chunk, draws);
  else if (moves_exactly(model, state))
    walk_by_all_rows(model, state, draws);
  else if (anchors_fail(model, state))
    walk_by_plain_batches(model, state, draws);
  else
    walk_by_anchors(model, state, draws);
  state.draws = std::move(draws);
  state.independent = false;
}

}  // namespace photinus
