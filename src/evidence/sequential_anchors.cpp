#include "sequential_anchors.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/evidence/posterior_gradient.hpp"
#include "sequential_moves.hpp"

namespace photinus {

namespace {

constexpr int least_batch = 32;
constexpr int few_rows = 20, many_rows = 200;  // for each parameter
constexpr int large_batch = 20;                // for each parameter
// Of gradients in coordinates in which the posterior's precision is the identity.
constexpr double noise_variance = 0.1;

int curvature_rows_of(const SequentialState& state, int dimension) {
  const int wanted = state.settings.curvature_rows;
  return wanted > 0 ? wanted : std::max(400 * dimension, 1'000);
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

// A mean over some of the walkers.
double noise_near_anchors(EvidenceModel& model, const SequentialState& state) {
  constexpr std::size_t most = 25;
  const auto metrics = metrics_of(state);
  constexpr int size = 200;
  const std::size_t apart = std::max<std::size_t>(1, walkers_of(state) / most);
  double sum = 0.0;
  int count = 0;
  for (std::size_t w = 0; w < walkers_of(state); w += apart, ++count) {
    Stream stream = sequential_numbers(state, SequentialUse::noise, w);
    const std::size_t a = state.anchor_of[w];
    sum += row_noise(model, state.anchors[a], state.draws[w].theta, state.rows, size,
                     metrics[a].covariance_root, stream);
  }
  return sum / count;
}

// Of walkers from their anchors, the mean.
double squared_distance(const SequentialState& state) {
  const auto metrics = metrics_of(state);
  double sum = 0.0;
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const std::size_t a = state.anchor_of[w];
    sum += squared_distance(state.draws[w].theta, state.anchors[a].theta, metrics[a]);
  }
  return sum / state.settings.walkers;
}

// An anchor that has covered nothing costs little to place anew. About one that has, noise grows
// with the fourth power of the distance, whose square is P about a mean, and 2 P where rows have
// doubled since.
bool anchors_are_due(const SequentialState& state, int dimension) {
  if (state.anchors.empty() || state.rows >= 2 * state.anchors.front().rows) return true;
  const bool shared = state.settings.anchors == AnchorPlan::shared;
  if (shared && state.anchors.front().covered == 0) return true;
  return shared && squared_distance(state) > 4.0 * dimension;
}

void place_anchors(EvidenceModel& model, SequentialState& state) {
  state.anchors.clear();
  const bool shared = state.settings.anchors == AnchorPlan::shared;
  if (shared) add_anchor(model, state, mean(state.draws));
  for (std::size_t w = 0; w < walkers_of(state); ++w) {
    const bool again = w > 0 && state.draws[w].theta == state.draws[w - 1].theta;
    if (!shared && !again) add_anchor(model, state, state.draws[w].theta);
    state.anchor_of[w] = state.anchors.size() - 1;
  }
}

bool has_few_rows(const EvidenceModel& model, const SequentialState& state) {
  return state.settings.exact_beginning && state.rows <= std::int64_t{few_rows} * model.dimension();
}

// Where plain batches were taken, nothing else is tried before rows have doubled.
bool anchors_rest(const EvidenceModel& model, const SequentialState& state) {
  return !state.anchors.empty() && state.rows < 2 * state.anchors.front().rows &&
         anchors_fail(model, state) && !moves_exactly(model, state);
}

}  // namespace

int batch_of(const SequentialState& state, int dimension) {
  if (state.settings.batch > 0) return state.settings.batch;
  if (state.settings.anchors == AnchorPlan::none) return plain_batch_of(dimension);
  const double most = static_cast<double>(state.rows);  // all of them are two batches
  return std::max(least_batch, static_cast<int>(std::min(most, state.row_noise / noise_variance)));
}

int plain_batch_of(int dimension) { return large_batch * dimension; }

std::vector<Metric> metrics_of(const SequentialState& state) {
  const Matrix spread = covariance(state.draws);
  std::vector<Metric> metrics;
  for (const GradientAnchor& anchor : state.anchors)
    metrics.push_back(precision_metric(precision_near(anchor, state.rows, spread)));
  return metrics;
}

double squared_distance(const Vector& one, const Vector& other, const Metric& metric) {
  return (metric.precision_root.transpose() * (one - other)).squaredNorm();
}

bool moves_exactly(const EvidenceModel& model, const SequentialState& state) {
  if (has_few_rows(model, state)) return true;
  return state.settings.exact_beginning &&
         state.rows <= std::int64_t{many_rows} * model.dimension() &&
         !AnchoredGradient::has_noise(state.rows, batch_of(state, model.dimension()));
}

bool anchors_fail(const EvidenceModel& model, const SequentialState& state) {
  return state.settings.batch == 0 &&
         batch_of(state, model.dimension()) > plain_batch_of(model.dimension());
}

void prepare_gradients(EvidenceModel& model, SequentialState& state) {
  if (anchors_rest(model, state)) return;
  if (anchors_are_due(state, model.dimension())) place_anchors(model, state);
  if (has_few_rows(model, state)) return;
  state.row_noise = noise_near_anchors(model, state);
  const bool old =
      state.settings.anchors == AnchorPlan::shared && state.anchors.front().rows < state.rows;
  if (!old || !(moves_exactly(model, state) || anchors_fail(model, state))) return;
  place_anchors(model, state);
  state.row_noise = noise_near_anchors(model, state);
}

}  // namespace photinus
