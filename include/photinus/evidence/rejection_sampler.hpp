#pragma once

#include "photinus/evidence/prior_particles.hpp"

namespace photinus {

/// Draws of the prior until one is above the level: exact, at a price of 1/X draws where the level
/// encloses the prior volume X.
class RejectionSampler final : public LevelSampler {
 public:
  /// `prior` must outlive this.
  RejectionSampler(PriorParticles& prior, std::int64_t most_rejections)
      : prior_(prior), most_rejections_(most_rejections) {}

  /// Throws Failure usage after `most_rejections` draws in a row that were too low.
  Particle draw(const std::vector<Particle>& particles, std::size_t dead,
                std::int64_t iteration) override;

 private:
  PriorParticles& prior_;
  std::int64_t most_rejections_;
};

}  // namespace photinus
