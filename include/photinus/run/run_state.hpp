#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "photinus/kernel/dual_averaging.hpp"
#include "photinus/kernel/kernel.hpp"
#include "photinus/run/ladder_control.hpp"
#include "photinus/target/bound_surface.hpp"

namespace photinus {

/// Likelihood evaluations, by what they were spent on.
struct EvaluationCounts {
  std::int64_t setup = 0;
  std::int64_t first_brightness = 0;
  std::int64_t warmup = 0;
  std::int64_t sampling = 0;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& setup& first_brightness& warmup& sampling;
  }
};

/// One chain's draws, warm-up included, in order.
struct ChainDraws {
  std::vector<double> theta;  ///< draw by draw, P numbers each
  std::vector<double> lp;  ///< joint log density of theta and brightness (firefly), of theta (full)
  std::vector<double> acceptance_rate;
  std::vector<double> step_size;
  std::vector<std::int64_t> leapfrogs;
  std::vector<std::int64_t> diverging;
  std::vector<std::int64_t> bright;
  std::vector<std::int64_t> evaluations;
  std::vector<std::int64_t> shell;  ///< of the trust ellipsoids: 0 is the innermost

  /// Room for as many draws of P parameters, within reason.
  void reserve(std::size_t draws, std::size_t p) {
    constexpr std::size_t most = 10'000'000;
    theta.reserve(std::min(draws * p, most));
    for (auto* series : {&lp, &acceptance_rate, &step_size}) series->reserve(std::min(draws, most));
    for (auto* series : {&leapfrogs, &diverging, &bright, &evaluations, &shell})
      series->reserve(std::min(draws, most));
  }

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& lp& acceptance_rate& step_size& leapfrogs& diverging& bright& evaluations;
    archive& shell;
  }
};

/// Everything about one chain that its future depends on.
struct ReplicaState {
  Vector theta;
  double log_density = 0.0;
  Vector gradient;
  double kinetic_energy = 0.0;
  double step_size = 1.0;
  DualAveraging adaptation;
  std::vector<std::int64_t> bright;  ///< its bright rows, ascending
  bool at_home = false;
  bool estimated = false;  ///< pseudo-marginal: the log density is an estimate that is kept
  std::int64_t escape_attempts = 0;
  std::int64_t escapes = 0;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& log_density& gradient& kinetic_energy& step_size& bright& at_home;
    archive& estimated& escape_attempts& escapes& adaptation;
  }
};

/// A run between two iterations, as one value: a run restored from it, on any number of ranks, goes
/// on with the bytes of the run that was saved.
struct RunState {
  std::int64_t iteration = 0;
  BoundChoice bounds;
  std::vector<ReplicaState> replicas;
  std::vector<ChainDraws> draws;
  EvaluationCounts evaluations;
  std::vector<double> betas;                  ///< of the ladder
  std::vector<std::vector<int>> replicas_at;  ///< by chain and rung, counted within the chain
  std::vector<LadderTrace> traces;            ///< one for each chain

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& iteration& bounds.reference& bounds.radius& bounds.spread;
    archive& replicas& draws& evaluations& betas& replicas_at& traces;
  }
};

/// The state as bytes, and back.
std::vector<char> to_bytes(const RunState& state);
RunState from_bytes(const std::vector<char>& bytes);

}  // namespace photinus
