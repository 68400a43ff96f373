#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/journaled_model.hpp"
#include "photinus/evidence/systematic_resampling.hpp"
#include "photinus/run/evidence_problem.hpp"
#include "photinus/run/evidence_report.hpp"
#include "photinus/run/evidence_settings.hpp"
#include "state_bytes.hpp"
#include "stopwatch.hpp"

namespace photinus {

namespace {

// What a run goes on from that asks for likelihoods: the state of its estimator, as it was kept
// last, and what it asked since.
struct AskedState {
  NestedState nested;
  SmcState smc;
  AnnealedState annealed;
  bool begun = false;  // chunks are
  SequentialState chunks;
  Journal journal;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& nested& smc& annealed& begun& chunks& journal;
  }
};

template <class State>
auto keep_every(State& kept, JournaledModel& model) {
  return [&](const State& state) {
    kept = state;
    model.start_afresh();
  };
}

// A particle dies after few questions: the state is copied when the journal has grown as large, so
// that copying takes no more than a share of what asking does.
auto keep_nested(JournaledModel& model, AskedState& asked) {
  return [&](const NestedState& state) {
    const std::size_t numbers = state.progress.run.thetas.size() + state.progress.particles.size();
    if (asked.journal.answers.size() < numbers * static_cast<std::size_t>(model.dimension()))
      return;
    asked.nested = state;
    model.start_afresh();
  };
}

// As many draws as the weights of nested sampling are worth.
std::vector<Vector> equally_weighted(const NestedTrace& trace) {
  const double log_z = trace.log_z();
  double squares = 0.0;
  for (const double log_weight : trace.log_weight) squares += exp(2.0 * (log_weight - log_z));
  const int count = std::max(2, static_cast<int>(1.0 / squares));
  std::vector<Vector> draws;
  for (const std::size_t i : systematic_resampling(trace.log_weight, count, 0.5))
    draws.push_back(trace.thetas[i]);
  return draws;
}

FirstPart first_part(JournaledModel& model, const RunConfig& config, AskedState& asked) {
  const std::int64_t rows = config.evidence.first_rows;
  if (rows > model.rows())
    throw Failure(ExitCode::usage, "evidence.first_rows = " + std::to_string(rows) +
                                       " is larger than the data (" + std::to_string(model.rows()) +
                                       " rows)");
  NestedTrace trace;
  const auto estimate =
      continue_nested(model, RowRange{0, rows}, nested_settings(config), config.sampler.seed,
                      asked.nested, &trace, keep_nested(model, asked));
  return {rows, estimate.log_z, estimate.standard_error, estimate.evaluations,
          equally_weighted(trace)};
}

SequentialState first_state(JournaledModel& model, const RunConfig& config, bool has_predictors,
                            AskedState& asked) {
  const auto settings = sequential_settings(config, has_predictors);
  const std::uint64_t seed = config.sampler.seed;
  return config.evidence.method == "hybrid"
             ? begin_sequential(model, settings, seed, first_part(model, config, asked))
             : begin_sequential(model, settings, seed);
}

// Draws of the posterior are there where the last chunk ends with the data.
EvidenceEstimate estimate_sequential(JournaledModel& model, const RunConfig& config,
                                     bool has_predictors, const SavedSequential* earlier,
                                     AskedState& asked, EvidenceReport& report) {
  const auto settle = [&](const SequentialState& state) {
    asked.chunks = state;
    asked.begun = true;
    asked.nested = {};  // of the first part, which is over
    model.start_afresh();
  };
  if (!asked.begun)
    settle(earlier != nullptr ? earlier->state : first_state(model, config, has_predictors, asked));
  SequentialResult result = continue_sequential(model, asked.chunks, settle);
  report.trace = std::move(result.trace);
  if (result.state.rows == model.rows())
    for (const Walker& draw : result.state.draws) report.draws.push_back(draw.theta);
  report.sequential = std::move(result.state);
  return std::move(result.estimate);
}

EvidenceEstimate estimate_smc(JournaledModel& model, const RunConfig& config, AskedState& asked,
                              EvidenceReport& report) {
  SmcRun run = continue_smc(model, smc_settings(config), asked.smc, keep_every(asked.smc, model));
  report.draws = std::move(run.draws);
  return std::move(run.estimate);
}

EvidenceEstimate estimate_annealed(JournaledModel& model, const RunConfig& config,
                                   AskedState& asked) {
  return continue_annealed(model, annealed_settings(config), asked.annealed,
                           keep_every(asked.annealed, model));
}

EvidenceEstimate estimate_nested(JournaledModel& model, const RunConfig& config, AskedState& asked,
                                 EvidenceReport& report) {
  NestedTrace trace;
  auto estimate =
      continue_nested(model, model.all_rows(), nested_settings(config), config.sampler.seed,
                      asked.nested, &trace, keep_nested(model, asked));
  report.draws = equally_weighted(trace);
  return estimate;
}

// By the methods that ask for likelihoods of any rows. Draws are left in the model's coordinates.
EvidenceEstimate estimate(JournaledModel& model, const RunConfig& config, bool has_predictors,
                          const SavedSequential* earlier, AskedState& asked,
                          EvidenceReport& report) {
  const std::string& method = config.evidence.method;
  if (method == "smc") return estimate_smc(model, config, asked, report);
  if (method == "annealed") return estimate_annealed(model, config, asked);
  if (method == "nested" || method == "nested_rejection")
    return estimate_nested(model, config, asked, report);
  return estimate_sequential(model, config, has_predictors, earlier, asked, report);
}

EvidenceEstimate journaled_evidence(Team& team, const std::vector<FamilyEntry>& families,
                                    const RunConfig& config, StateKeeper& keeper,
                                    EvidenceReport& report, const SavedSequential* earlier) {
  const EvidenceProblem problem =
      set_up_watched(team, keeper, [&] { return open_rows(team, families, config); });
  TeamModel& rows = *problem.model;
  report.rows = rows.rows();
  report.columns = problem.header.columns;
  report.names = rows.names();
  report.seconds_read = problem.seconds_read;
  report.warnings = problem.warnings;
  if (earlier != nullptr) require_same_parameters(*earlier, rows.names());
  const Stopwatch watch(report.seconds_sampling);
  AskedState asked;
  if (keeper.state()) asked = state_of<AskedState>(*keeper.state());
  const auto state = [&] { return bytes_of(asked); };
  JournaledModel model(rows, asked.journal, [&] { keeper.step(state); });
  const bool has_predictors = find_family(families, config.model.family).has_predictors();
  EvidenceEstimate found = estimate(model, config, has_predictors, earlier, asked, report);
  for (Vector& draw : report.draws) draw = rows.to_user(draw);
  keeper.finish(state);
  return found;
}

}  // namespace

EvidenceEstimate estimate_evidence(Team& team, const std::vector<FamilyEntry>& families,
                                   const RunConfig& config, StateKeeper& keeper,
                                   EvidenceReport& report, const SavedSequential* earlier) {
  const std::string& method = config.evidence.method;
  if (method == "firefly") return firefly_evidence(team, families, config, keeper, report);
  if (method == "bridge" || method == "stepping_stone" || method == "thermodynamic")
    return path_evidence(team, families, config, keeper, report);
  return journaled_evidence(team, families, config, keeper, report, earlier);
}

}  // namespace photinus
