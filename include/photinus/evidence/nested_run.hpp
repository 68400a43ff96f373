#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "photinus/evidence/nested_particle.hpp"

namespace photinus {

/// What weights need of a run of nested sampling.
struct NestedRun {
  std::vector<double> dead;   ///< log likelihoods of the particles that were replaced, ascending
  std::vector<double> alive;  ///< of the N that are left, ascending
  std::vector<Vector> thetas = {};  ///< of the dead, then of those alive, in their orders

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& dead& alive& thetas;
  }
};

/// A run on its way.
struct NestedProgress {
  std::vector<Particle> particles;                          ///< the N that are alive
  NestedRun run = {};                                       ///< the dead so far
  double log_volume = 0.0;                                  ///< log X
  double log_z = -std::numeric_limits<double>::infinity();  ///< of the dead

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& particles& run& log_volume& log_z;
  }
};

/// When a run of nested sampling ends.
struct NestedStop {
  /// X L_max < tolerance Z: what is left is small, if no likelihood is above the highest so far.
  double tolerance = 0.01;
  /// Prior volumes below 1/most_rejections are not searched for the first finite likelihood.
  std::int64_t most_rejections = 10'000'000;
  /// -log X that no run exceeds.
  double most_nats = 10'000.0;
};

/// Nested sampling (Skilling 2006): the lowest of N particles is replaced by one above it, again
/// and again, which leaves a share exp(-1/N) of the prior volume X each time. `progress` goes on to
/// the run's end; `after_death` is called behind every replacement. Throws Failure usage where the
/// likelihood is 0 in all of the prior volume that is searched, or where it still grows at
/// exp(-most_nats) of it.
NestedRun run_nested(NestedProgress& progress, LevelSampler& sampler, const NestedStop& stop,
                     const std::function<void()>& after_death = {});

/// From N draws of the prior.
NestedRun run_nested(std::vector<Particle> particles, LevelSampler& sampler,
                     const NestedStop& stop);

}  // namespace photinus
