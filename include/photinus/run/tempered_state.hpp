#pragma once

#include <vector>

#include "photinus/replica/home_commands.hpp"
#include "photinus/run/ladder_control.hpp"
#include "photinus/run/run_state.hpp"

namespace photinus {

/// One chain's draws from the posterior, and what its ladder did.
struct TemperedDraws : LadderTrace {
  ChainDraws draws;                           ///< of the replica on rung 0, after the swaps
  std::vector<double> parameters;             ///< the user's, draw by draw
  std::vector<std::int64_t> exchanges;        ///< evaluations for the sake of swaps
  std::vector<double> transition_acceptance;  ///< of tempered transitions
  std::vector<double> log_likelihoods;        ///< log L of the replica on each rung

  template <class Archive>
  void serialize(Archive& archive, unsigned version) {
    LadderTrace::serialize(archive, version);
    archive& draws& parameters& exchanges& transition_acceptance& log_likelihoods;
  }
};

/// What belongs to a rung, whoever stands on it.
struct RungState {
  double step_size = 1.0;
  DualAveraging adaptation;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& step_size& adaptation;
  }
};

/// A tempered run between two iterations.
struct TemperedState {
  std::int64_t iteration = 0;
  std::vector<double> betas;
  Matrix precision;  ///< of the metric
  std::vector<RungState> rungs;
  std::vector<std::vector<int>> replicas_at;  ///< by chain and rung, counted within the chain
  std::vector<SavedReplica> replicas;
  std::vector<std::vector<std::int32_t>> orders;  ///< by chain: the rows of its nested subsets
  std::vector<TemperedDraws> draws;
  EvaluationCounts evaluations;  ///< all of them
  std::int64_t exchanges = 0;    ///< of the sampling phase: for the sake of swaps

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& iteration& betas& precision& rungs& replicas_at& replicas& orders& draws& evaluations;
    archive& exchanges;
  }
};

std::vector<char> to_bytes(const TemperedState& state);
TemperedState tempered_state_from(const std::vector<char>& bytes);

}  // namespace photinus
