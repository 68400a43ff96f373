#include "draw_variance.hpp"

#include <algorithm>

#include "linear_posterior.hpp"
#include "photinus/evidence/sequential.hpp"
#include "simulated_rows.hpp"

namespace photinus::paper::evidence {

namespace {

void set_walkers(SequentialSettings& settings) {
  const bool published = settings.anchors == AnchorPlan::none;
  settings.walkers = published ? 200 : 1'000;
  settings.draws = 1;
  if (published) settings.steps = 100;
}

// With S S' = Lambda, m + S'^-1 z has the covariance Lambda^-1.
FirstPart exact_draws(const LinearPosterior& posterior, std::int64_t rows, int count) {
  const Eigen::LLT<Matrix> factor(posterior.precision);
  FirstPart first{.rows = rows};
  Stream stream({.seed = 1, .purpose = Purpose::start});
  for (int i = 0; i < count; ++i) {
    Vector z(posterior.mean.size());
    for (double& value : z) value = stream.normal();
    first.draws.push_back(posterior.mean + factor.matrixU().solve(z));
  }
  return first;
}

double mean_square(const std::vector<Walker>& draws, const LinearPosterior& posterior) {
  double sum = 0.0;
  for (const Walker& draw : draws) {
    const Vector off = draw.theta - posterior.mean;
    sum += off.dot(posterior.precision * off);
  }
  return sum / static_cast<double>(draws.size() * static_cast<std::size_t>(posterior.mean.size()));
}

}  // namespace

std::int64_t last_chunk(std::int64_t rows) { return std::min<std::int64_t>(500, rows / 10); }

double expected_of_published(std::int64_t rows) {
  const auto n = static_cast<double>(rows), before = static_cast<double>(rows - last_chunk(rows));
  return (1.0 + before * before / (2'000.0 * n)) / (1.0 - 0.1 / 3.6);
}

double draw_variance(EvidenceModel& model, std::int64_t rows, std::uint64_t data_seed,
                     SequentialSettings settings) {
  set_walkers(settings);
  settings.plan = ChunkPlan::fixed;
  settings.chunk_rows = last_chunk(rows);
  const DataTable table = linear_rows(rows, data_seed);
  const std::int64_t before = rows - settings.chunk_rows;
  const FirstPart first = exact_draws(linear_posterior(table, before), before, settings.walkers);
  const auto state = continue_sequential(model, begin_sequential(model, settings, 1, first)).state;
  return mean_square(state.draws, linear_posterior(table, rows));
}

}  // namespace photinus::paper::evidence
