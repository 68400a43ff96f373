#pragma once

#include <memory>
#include <string>
#include <vector>

#include "photinus/run/ladder_control.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/run/run_state.hpp"
#include "photinus/target/posterior.hpp"

namespace photinus {

/// The coordinator's loop: all chains, one iteration at a time.
///
/// A firefly iteration updates the brightness of all replicas with one command to the shards, then
/// theta of each, at its home or at the shards. A chain has one replica; with a ladder it has one
/// on every rung, and rungs are swapped at the iteration's end, by bright rows alone. Draws are
/// those of the replica on rung 0. Which of the two is decided by the number of bright rows and the
/// config alone: a home takes at most `home_capacity` numbers.
class Sampler {
 public:
  Sampler(Team& team, const std::vector<FamilyEntry>& families, const Problem& problem,
          const RunConfig& config);

  /// Draws starting points and first brightness.
  void start();
  bool finished() const { return state_.iteration >= iterations(); }
  /// One iteration of every chain; its draws are appended to the state's.
  void iterate();

  std::int64_t iteration() const { return state_.iteration; }
  std::int64_t iterations() const;
  std::int64_t warmup() const { return config_.sampler.warmup; }
  bool warming_up() const { return state_.iteration < config_.sampler.warmup; }

  /// The run between two iterations; restoring it, here or elsewhere, continues it exactly.
  RunState save();
  void restore(const RunState& state);

  const std::vector<ChainDraws>& draws() const { return state_.draws; }
  const std::vector<LadderTrace>& traces() const { return state_.traces; }
  const LadderControl& ladder() const { return ladder_; }
  /// By rung; of the first chain.
  std::vector<double> step_sizes() const;
  const EvaluationCounts& evaluations() const { return state_.evaluations; }
  /// Who stands on a rung of a chain, and where.
  struct Position {
    int replica = 0;
    const Vector& theta;
  };
  Position position(int chain, int rung) const;
  /// Moves between shells that were tried, and those that were accepted, by chain.
  std::vector<std::int64_t> escape_attempts() const;
  std::vector<std::int64_t> escapes() const;
  /// Whether all chains' theta updates run at the home.
  bool all_at_home() const;

 private:
  struct Replica {
    int id = 0;
    int chain = 0;
    double beta = 1.0;  // of its rung
    State state;
    Info info;  // of the last move on its rung
    double step_size = 1.0;
    DualAveraging adaptation;
    bool at_home = false;
    double distance = 0.0;   // of state.theta from the bounds' reference
    int shell = 0;           // of the trust ellipsoids, at state.theta
    bool estimated = false;  // pseudo-marginal: the log density is an estimate that is kept
    std::unique_ptr<HomeRows> home;
    std::unique_ptr<FireflyTarget> target;
    std::int64_t bright = 0;
    std::int64_t evaluations = 0;  // in this iteration
    std::int64_t escape_attempts = 0;
    std::int64_t escapes = 0;
  };

  bool firefly() const { return config_.sampler.method == "firefly"; }
  bool pseudo_marginal() const { return update_ == BrightnessUpdate::pseudo_marginal; }
  RandomKey key(Purpose purpose, const Replica& replica) const;
  Vector starting_point(const Replica& replica, const Metric& approximation) const;
  Vector start_about_mode(Stream& stream, const Metric& approximation) const;
  Vector start_from_prior(Stream& stream) const;
  const Replica& replica_at(int chain, int rung) const;
  Replica& replica_at(int chain, int rung);
  std::vector<int> all_replicas() const;
  void draw_brightness(Purpose purpose, const std::vector<int>& replicas);
  void adapt_bounds();
  bool confined() const;
  bool fits_home(std::int64_t bright) const;
  void choose_place(Replica& replica);
  void bring_home(Replica& replica);
  void update_brightness();
  void update_theta(Replica& replica);
  Info move_with_all_rows(Replica& replica);
  Info move_with_fireflies(Replica& replica);
  Info move_jointly(Replica& replica);
  Info move(Replica& replica, LogDensity& target);
  void find_shell(Replica& replica);
  void escape(Replica& replica);
  void adapt(Replica& replica, const Info& info);
  void swap_rungs(const std::vector<std::vector<int>>& rounds);
  void try_swap(int chain, int m);
  void exchange(Replica& cold, Replica& hot);
  void stand_on(Replica& replica, double beta);
  void stand_on_rungs();
  void adapt_ladder();
  void start_steps(Replica& replica);
  void record(int chain);

  Team& team_;
  const Problem& problem_;
  PathBase base_;
  const RunConfig& config_;
  BoundSurface* surface_;  // none without bounds
  BrightnessUpdate update_;
  Kernel kernel_;
  LadderControl ladder_;
  std::vector<Replica> replicas_;
  RunState state_;  // its replicas are filled by save() only
};

}  // namespace photinus
