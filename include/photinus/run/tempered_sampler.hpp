#pragma once

#include <string>
#include <vector>

#include "photinus/run/config.hpp"
#include "photinus/run/ladder_control.hpp"
#include "photinus/run/tempered_state.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// Models whose rows are all held at the homes of replicas: what a tempered sampler must know.
struct HomeProblem {
  FileHeader header;
  std::vector<std::string> names;  ///< of the user's parameters
  int dimension = 0;
  Matrix precision;            ///< of the first metric
  std::vector<Vector> starts;  ///< one for each replica, or none: from the prior
};

/// The coordinator's loop over ladders of replicas, one for each chain, which live at their homes:
///
///   parallel tempering:    update every replica at its rung; swap rungs of neighbours
///   tempered transitions:  a proposal over all rungs for every chain; update at rung 0
///
/// The coordinator decides from scalars. Rungs move between replicas, theta does not.
class TemperedSampler {
 public:
  TemperedSampler(Team& team, const HomeProblem& problem, const RunConfig& config,
                  const TemperingPlan& plan);

  void start();
  bool finished() const { return state_.iteration >= iterations(); }
  void iterate();
  std::int64_t iteration() const { return state_.iteration; }
  std::int64_t iterations() const;
  std::int64_t warmup() const { return config_.sampler.warmup; }
  bool warming_up() const { return state_.iteration < config_.sampler.warmup; }

  TemperedState save();
  void restore(const TemperedState& saved);

  const std::vector<TemperedDraws>& draws() const { return state_.draws; }
  const EvaluationCounts& evaluations() const { return state_.evaluations; }
  std::int64_t exchanges() const { return state_.exchanges; }
  const std::vector<double>& betas() const { return ladder_.betas(); }
  const std::vector<RungState>& rungs() const { return state_.rungs; }

 private:
  int replica_id(int chain, int replica) const {
    return chain * plan_.replicas_per_chain() + replica;
  }
  /// The last report of the replica that stands on a chain's rung.
  ReplicaReport& report_at(int chain, int rung);
  int chains() const { return config_.sampler.chains; }
  void set_ladder();
  void start_steps();
  bool adapt_ladder();
  bool adapt_metric();
  void update_replicas();
  void temper();
  void swap(const std::vector<std::vector<int>>& rounds);
  void score(const std::vector<int>& pairs);
  void exchange_rows();
  SwapSide side(int chain, int at, int other);
  void take(std::vector<ReplicaReport> reports);
  void adapt_steps(const std::vector<std::vector<double>>& acceptance_rates);
  void record();

  Team& team_;
  const HomeProblem& problem_;
  const RunConfig& config_;
  TemperingPlan plan_;
  Kernel kernel_;  // for its name, targets and first step size
  LadderControl ladder_;
  std::vector<ReplicaReport> reports_;     // the last of each replica, by id
  std::vector<std::int64_t> evaluations_;  // by chain, in this iteration
  std::vector<std::int64_t> exchanges_;
  std::vector<double> transition_acceptance_;
  TemperedState state_;
};

}  // namespace photinus
