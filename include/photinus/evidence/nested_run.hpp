#pragma once

#include <cstdint>
#include <vector>

#include "photinus/evidence/nested_particle.hpp"

namespace photinus {

/// What weights need of a run of nested sampling.
struct NestedRun {
  std::vector<double> dead;   ///< log likelihoods of the particles that were replaced, ascending
  std::vector<double> alive;  ///< of the N that are left, ascending
  std::vector<Vector> thetas = {};  ///< of the dead, then of those alive, in their orders
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
/// and again, which leaves a share exp(-1/N) of the prior volume X each time. Throws Failure usage
/// where the likelihood is 0 in all of the prior volume that is searched, or where it still grows
/// at exp(-most_nats) of it.
NestedRun run_nested(std::vector<Particle> particles, LevelSampler& sampler,
                     const NestedStop& stop);

}  // namespace photinus
