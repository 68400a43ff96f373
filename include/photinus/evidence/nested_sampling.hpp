#pragma once

#include <cstdint>
#include <functional>

#include "photinus/evidence/constrained_sampler.hpp"
#include "photinus/evidence/estimate.hpp"
#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/nested_run.hpp"
#include "photinus/evidence/nested_weights.hpp"
#include "photinus/evidence/prior_particles.hpp"

namespace photinus {

/// How a particle above a level is drawn: see ConstrainedSampler and RejectionSampler.
enum class NestedDraw : std::uint8_t { constrained, rejection };

struct NestedSettings {
  NestedDraw draw = NestedDraw::constrained;
  int particles = 2;                     ///< N, at least 2
  NestedStop stop = {};                  ///< `most_rejections` are those for one particle, too
  ConstrainedSettings constrained = {};  ///< where `draw` is constrained
  int shrinkage_repeats = 400;           ///< that the standard error is taken from, at least 2
};

/// All that a run's future depends on, beside the rows, the settings and the seed.
struct NestedState {
  NestedProgress progress;
  PriorQueue prior;
  WalkTuning walks;
  std::int64_t evaluations = 0;

  bool begun() const { return !progress.particles.empty(); }

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& progress& prior& walks& evaluations;
  }
};

/// log Z of these rows by nested sampling (Skilling 2006; with constrained draws as Cameron, Eggers
/// & Kroon 2019, section 4 and appendix A).
///
/// The standard error is that of the prior volumes, by shrinkage_error; sqrt(H/N) follows from the
/// trace. With rejected prior draws there is no other and the estimate is consistent in N.
/// Constrained draws depend on those they start from, by how much is not known, and it is not. The
/// same seed gives the same bytes.
///
/// Goes on from `state`, from the prior where that has not begun; `after_death` is shown the state
/// behind every particle that died.
///
/// Throws Failure usage where a setting is out of its range, where rows are not in the model, and
/// where a run would not end: see RejectionSampler and run_nested.
EvidenceEstimate continue_nested(EvidenceModel& model, RowRange rows,
                                 const NestedSettings& settings, std::uint64_t seed,
                                 NestedState state, NestedTrace* trace = nullptr,
                                 const std::function<void(const NestedState&)>& after_death = {});

/// From the prior.
inline EvidenceEstimate nested_sampling(EvidenceModel& model, RowRange rows,
                                        const NestedSettings& settings, std::uint64_t seed,
                                        NestedTrace* trace = nullptr) {
  return continue_nested(model, rows, settings, seed, {}, trace);
}

/// Of all rows.
inline EvidenceEstimate nested_sampling(EvidenceModel& model, const NestedSettings& settings,
                                        std::uint64_t seed, NestedTrace* trace = nullptr) {
  return nested_sampling(model, model.all_rows(), settings, seed, trace);
}

}  // namespace photinus
