#pragma once

#include <memory>
#include <vector>

#include "photinus/diagnostics/chains.hpp"
#include "photinus/evidence/estimate.hpp"
#include "photinus/evidence/lobatto.hpp"
#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "photinus/target/path_remainder.hpp"

namespace photinus {

/// What the estimate rests on, beside its draws.
struct FireflyEvidence {
  EvidenceEstimate estimate;
  double laplace = 0.0;             ///< log Z of the normal approximation at the mode alone
  std::vector<PathNode> nodes;      ///< the integrand is R
  double passes_behind_mode = 0.0;  ///< likelihood evaluations per row
  /// By how much the rule over every second node differs, of the same draws.
  double coarse_difference = 0.0;
  double coarse_difference_error = 0.0;  ///< its standard error
};

/// Such a run between two iterations.
struct FireflyEvidenceState {
  RunState run;
  std::vector<Chains> remainders;  ///< R: by node, chain and draw
  std::int64_t evaluations = 0;    ///< for their sake

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& run& remainders& evaluations;
  }
};

/// Evidence read off the fireflies. With m the mode, H the posterior's precision there and q the
/// normal density N(m, H^-1), the path pi_b ~ (p L)^b q^(1-b) leads from q to the posterior and
///   log Z = log p(m) L(m) + P/2 log 2 pi - 1/2 log det H + integral_0^1 E_b[R] db,
/// R what the log posterior lies above its expansion at the mode: see PathRemainder. Of well
/// determined models R is small, so that few draws do, and no pass over the rows is made for any:
/// a node with 0 < b <= 1 is a rung of firefly replicas with gaps b delta, that of b = 1 draws from
/// the posterior; at b = 0 draws are those of q. The integral is by the rule of Gauss and Lobatto,
/// the difference to a coarser rule is told beside the standard error.
///
/// METHODS' other path, from the bounds' own posterior, asks for a global bound and has an
/// integrand of order P; this one takes the tightest bounds, those of trust ellipsoids, and any
/// family.
class FireflyEvidenceRun {
 public:
  /// The rungs of a run: the config's with the ladder of the path. Throws Failure usage for a flat
  /// prior: no evidence exists.
  static RunConfig run_config(const RunConfig& config);

  /// Finds the mode and the bounds. Throws what run_config and set_up do.
  FireflyEvidenceRun(Team& team, const std::vector<FamilyEntry>& families, const RunConfig& config);

  std::int64_t iteration() const { return sampler_->iteration(); }
  std::int64_t iterations() const { return sampler_->iterations(); }
  std::int64_t warmup() const { return sampler_->warmup(); }
  bool warming_up() const { return sampler_->warming_up(); }
  bool finished() const { return sampler_->finished(); }
  void start() { sampler_->start(); }
  /// One iteration of every replica; after warm-up R is looked at at every node.
  void iterate();
  FireflyEvidence result() const;

  /// As Sampler::save and restore.
  FireflyEvidenceState save();
  void restore(const FireflyEvidenceState& state);

  /// Of the posterior.
  const Sampler& sampler() const { return *sampler_; }
  const Problem& problem() const { return problem_; }
  const RunConfig& config() const { return config_; }

 private:
  void look();

  Team& team_;
  RunConfig config_;
  QuadratureRule rule_;
  Problem problem_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<PathRemainder> remainder_;  // of the bounds after warm-up
  std::vector<Chains> values_;                // R: by node, chain and draw
  std::int64_t evaluations_ = 0;              // of remainders
};

}  // namespace photinus
