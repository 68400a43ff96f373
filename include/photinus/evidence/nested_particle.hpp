#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// A place in the order that nested sampling climbs: by likelihood, and where likelihoods are equal
/// by a label that is uniform on (0, 1) and independent of all else (Skilling 2006 on
/// ties). No two particles stand level, so that plateaus of the likelihood, -infinity among them,
/// are climbed with their whole prior volume.
struct Level {
  double log_likelihood = -std::numeric_limits<double>::infinity();
  double label = 0.0;

  friend bool operator<(const Level& a, const Level& b) {
    return a.log_likelihood < b.log_likelihood ||
           (a.log_likelihood == b.log_likelihood && a.label < b.label);
  }
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& log_likelihood& label;
  }
};

struct Particle {
  Vector theta;
  Level level;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& level;
  }
};

/// Draws from the prior above a level.
class LevelSampler {
 public:
  virtual ~LevelSampler() = default;

  /// A particle above the level of `particles[dead]`, the lowest of all. `iteration` counts the
  /// draws of a run from 0.
  virtual Particle draw(const std::vector<Particle>& particles, std::size_t dead,
                        std::int64_t iteration) = 0;
};

}  // namespace photinus
