#include "photinus/evidence/sequential.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "sequential_moves.hpp"

namespace photinus {

namespace {

[[noreturn]] void complain(ExitCode code, const std::string& what) {
  throw Failure(code, "sequential evidence: " + what);
}

void check(const SequentialSettings& settings, std::int64_t rows) {
  settings.validate();
  if (settings.plan == ChunkPlan::fixed && settings.chunk_rows > rows)
    complain(ExitCode::usage, "chunks of " + std::to_string(settings.chunk_rows) +
                                  " rows are larger than the data (" + std::to_string(rows) +
                                  " rows): make chunk_rows smaller, or the plan adaptive");
}

void check(const FirstPart& first, std::int64_t rows) {
  if (first.rows < 0 || first.rows > rows)
    complain(ExitCode::usage, "the first part has " + std::to_string(first.rows) +
                                  " rows, give 0 to the " + std::to_string(rows) + " of the data");
  if (first.draws.size() < 2)
    complain(ExitCode::usage, "the first part has " + std::to_string(first.draws.size()) +
                                  " draws, a mean takes at least 2");
}

void open_chunk(SequentialState& state) {
  state.open = {state.rows, std::vector<double>(state.draws.size(), 0.0)};
}

SequentialState state_before(const EvidenceModel& model, const SequentialSettings& settings,
                             std::uint64_t seed) {
  check(settings, model.rows());
  SequentialState state;
  state.settings = settings;
  state.seed = seed;
  return state;
}

void weigh_rows(EvidenceModel& model, SequentialState& state, std::int64_t count) {
  std::vector<Vector> thetas;
  for (const Walker& draw : state.draws) thetas.push_back(draw.theta);
  OpenChunk& open = state.open;
  const auto block = model.log_likelihoods(thetas, {open.last, open.last + count});
  for (std::size_t i = 0; i < block.size(); ++i) open.log_weights[i] += block[i];
  open.last += count;
}

bool is_complete(const SequentialState& state) {
  if (state.settings.plan != ChunkPlan::adaptive) return true;
  if (state.rows > 0 && state.open.last >= 2 * state.rows) return true;
  const double variance =
      squared_variation(state.open.log_weights) / static_cast<double>(state.draws.size());
  return !(variance < 1.0 / state.settings.walkers);
}

double log_mean(const SequentialState& state) {
  const double term = log_mean_exp(state.open.log_weights).value;
  if (std::isfinite(term)) return term;
  complain(ExitCode::not_converged,
           "none of " + std::to_string(state.draws.size()) + " draws gives rows " +
               std::to_string(state.rows) + " to " + std::to_string(state.open.last - 1) +
               " any probability: a smaller step_size where SGHMC diverges, more prior_draws or "
               "smaller chunks");
}

double expected_bias(const SequentialState& state) { return -0.5 * state.variance.value(); }

double reported_log_z(const SequentialState& state) {
  return state.settings.correct_bias ? state.log_z - expected_bias(state) : state.log_z;
}

double standard_error(const SequentialState& state) {
  return std::sqrt(state.first_variance + state.variance.value());
}

void record(SequentialState& state) {
  state.trace.rows.push_back(state.rows);
  state.trace.log_z.push_back(reported_log_z(state));
  state.trace.standard_error.push_back(standard_error(state));
  state.trace.evaluations.push_back(state.evaluations);
}

// The open chunk's term joins log Z.
void add_term(SequentialState& state) {
  state.log_z += log_mean(state);
  constexpr double of_a_tenth = 9.0;  // n/(1 + CV^2) = n/10
  if (!state.independent && squared_variation(state.open.log_weights) >= of_a_tenth)
    ++state.strained;
  if (state.independent)
    state.variance.add_independent(state.open.log_weights);
  else
    state.variance.add_walks(state.open.log_weights, state.settings.walkers);
  state.rows = state.open.last;
  ++state.chunks;
  record(state);
}

std::string remark(const SequentialState& state) {
  std::string text =
      "SGHMC rejects nothing, so that its draws, and log Z, are never exact; the standard error is "
      "the spread of predictive weights only; ";
  text += state.settings.correct_bias
              ? "half its square was added, by which means of weights make log Z low"
              : "log Z is low by about half its square";
  if (state.strained > 0)
    text += "; " + std::to_string(state.strained) + " of " + std::to_string(state.chunks) +
            " chunks rested on a tenth of their draws or fewer: draws may be off, and log Z low by "
            "more than is said";
  return text;
}

SequentialResult result_of(const SequentialState& counted, SequentialState state) {
  SequentialResult result;
  result.estimate = {.method = state.first_rows > 0 ? "hybrid" : "sequential",
                     .log_z = reported_log_z(counted),
                     .standard_error = standard_error(counted),
                     .evaluations = counted.evaluations,
                     .consistent = false,
                     .remark = remark(counted)};
  result.trace = counted.trace;
  result.expected_bias = expected_bias(counted);
  result.state = std::move(state);
  return result;
}

}  // namespace

std::int64_t block_rows(const SequentialSettings& settings, int dimension, std::int64_t rows,
                        std::int64_t last) {
  if (settings.plan == ChunkPlan::fixed) return settings.chunk_rows;
  if (settings.plan == ChunkPlan::adaptive)
    return std::max<std::int64_t>(1, last / (8 * std::int64_t{dimension}));
  if (rows <= 80) return 20;
  return rows < 2'000 ? rows / 4 : 500;
}

SequentialState begin_sequential(const EvidenceModel& model, const SequentialSettings& settings,
                                 std::uint64_t seed) {
  SequentialState state = state_before(model, settings, seed);
  for (int i = 0; i < settings.prior_draws; ++i) {
    Stream stream =
        sequential_numbers(state, SequentialUse::prior_draws, static_cast<std::size_t>(i));
    const Vector theta = model.draw_prior(stream);
    state.draws.push_back(resting_walker(theta, settings.step_size, stream));
  }
  open_chunk(state);
  return state;
}

SequentialState begin_sequential(const EvidenceModel& model, const SequentialSettings& settings,
                                 std::uint64_t seed, const FirstPart& first) {
  check(first, model.rows());
  SequentialState state = state_before(model, settings, seed);
  state.first_rows = state.rows = first.rows;
  state.log_z = first.log_z;
  state.first_variance = first.standard_error * first.standard_error;
  state.evaluations = first.evaluations;
  for (const Vector& theta : first.draws) {
    Stream stream = sequential_numbers(state, SequentialUse::prior_draws, state.draws.size());
    state.draws.push_back(resting_walker(theta, settings.step_size, stream));
  }
  open_chunk(state);
  record(state);
  return state;
}

SequentialResult continue_sequential(
    EvidenceModel& model, SequentialState state,
    const std::function<void(const SequentialState&)>& after_chunk) {
  const std::int64_t earlier = model.evaluations() - state.evaluations;
  const auto next_block = [&] {
    return block_rows(state.settings, model.dimension(), state.rows, state.open.last);
  };
  while (state.open.last + next_block() <= model.rows()) {
    weigh_rows(model, state, next_block());
    state.evaluations = model.evaluations() - earlier;
    if (!is_complete(state)) continue;
    const RowRange chunk{state.rows, state.open.last};
    add_term(state);
    choose_walkers(state, state.open.log_weights);
    move_walkers(model, state, chunk);
    state.evaluations = model.evaluations() - earlier;
    open_chunk(state);
    if (after_chunk) after_chunk(state);
  }
  SequentialState counted = state;
  if (state.open.last < model.rows()) weigh_rows(model, counted, model.rows() - state.open.last);
  counted.evaluations = model.evaluations() - earlier;
  if (counted.open.last > counted.rows) add_term(counted);
  return result_of(counted, std::move(state));
}

SequentialResult sequential_evidence(EvidenceModel& model, const SequentialSettings& settings,
                                     std::uint64_t seed) {
  return continue_sequential(model, begin_sequential(model, settings, seed));
}

}  // namespace photinus
