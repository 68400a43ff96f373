#pragma once

#include <cstdint>
#include <vector>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/nested_particle.hpp"

namespace photinus {

/// What of a RandomKey's replica tells the numbers of nested sampling apart.
enum NestedReplica : std::uint32_t { nested_prior = 0, nested_walk = 1, nested_shrinkage = 2 };

/// How far draws of the prior have come.
struct PriorQueue {
  std::uint64_t drawn = 0;
  std::vector<Particle> ready = {};  ///< the next one last

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& drawn& ready;
  }
};

/// Particles drawn from the prior, one after another: draw number i is a function of (seed, i).
class PriorParticles {
 public:
  /// `model` and `queue`, which goes on, must outlive this.
  PriorParticles(EvidenceModel& model, RowRange rows, std::uint64_t seed, PriorQueue& queue)
      : model_(model), rows_(rows), seed_(seed), queue_(queue) {}

  /// The next one. Where none is ready, the likelihoods of `together` (at least 1) are evaluated at
  /// once: what is handed out does not depend on it.
  Particle next(std::int64_t together);

 private:
  void evaluate(std::int64_t count);

  EvidenceModel& model_;
  RowRange rows_;
  std::uint64_t seed_;
  PriorQueue& queue_;
};

}  // namespace photinus
