#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "photinus/evidence/estimate.hpp"
#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/smc.hpp"

namespace photinus {

/// The logarithm of one run's weight in annealed importance sampling (Neal 2001, section 2):
///   log w = sum_k (beta_k - beta_(k-1)) log L(theta_(k-1)),  k = 1 .. K,
/// theta_0 from the prior, theta_k = move(k, theta_(k-1)) by a kernel that leaves p L^beta_k
/// invariant. Each factor is taken at the theta before the move to its beta; a last move would
/// change nothing and is not made. With betas from 0 to 1 the mean of w is Z, however poorly
/// kernels mix.
template <class Point, class LogLikelihood, class Move>
double annealed_log_weight(const std::vector<double>& betas, Point point,
                           LogLikelihood log_likelihood, Move move) {
  double log_weight = 0.0;
  for (std::size_t k = 1; k < betas.size(); ++k) {
    log_weight += (betas[k] - betas[k - 1]) * log_likelihood(point);
    const bool decided = log_weight == -std::numeric_limits<double>::infinity();
    if (decided || k + 1 == betas.size()) break;
    point = move(k, point);
  }
  return log_weight;
}

struct AnnealedSettings {
  int runs = 256;
  /// Ascending from 0 to 1; empty: equal_length_betas of the pilot.
  std::vector<double> betas;
  /// What chosen betas make the variance of log w if kernels mix at once, above 0.
  double weight_variance = 0.5;
  int updates = 1;  ///< of the kernel at every beta
  /// Its kernel is that of the runs; its seed and replica are not used.
  SmcSettings pilot = {.particles = 512};
  std::uint64_t seed = 1;
  std::uint32_t replica = 0;  ///< runs of one seed and different replicas are independent
};

/// All that the estimator's future depends on, beside the rows and the settings.
struct AnnealedState {
  SmcState pilot;
  std::vector<double> log_weights;  ///< of the runs so far
  std::int64_t evaluations = 0;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& pilot& log_weights& evaluations;
  }
};

/// Annealed importance sampling (Neal 2001): log of the mean weight of independent runs, with its
/// delta-method error.
///
/// A pilot by sequential Monte Carlo chooses betas, metrics and step sizes, which are then frozen;
/// at a beta the kernel is that of the pilot's next colder level. The pilot's own weights are not
/// used: betas and kernels were chosen by looking at them, and only what does not look at its own
/// draws makes E w = Z for every number of runs. Its evaluations count.
///
/// Goes on from `state`; `after_step` is shown the state behind every level of the pilot and every
/// run.
///
/// Throws Failure usage where there are fewer than 2 runs, where betas are not ascending from 0 to
/// 1, and where the pilot does.
EvidenceEstimate continue_annealed(
    EvidenceModel& model, const AnnealedSettings& settings, AnnealedState state,
    const std::function<void(const AnnealedState&)>& after_step = {});

inline EvidenceEstimate annealed_importance_sampling(EvidenceModel& model,
                                                     const AnnealedSettings& settings) {
  return continue_annealed(model, settings, {});
}

}  // namespace photinus
