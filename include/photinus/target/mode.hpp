#pragma once

#include <cstdint>
#include <functional>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/model/parameters.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// The posterior's mode and what is known there.
struct Mode {
  Vector theta;
  Matrix precision;  ///< negative Hessian of the log posterior
  double log_likelihood = 0.0;
  double log_density = 0.0;    ///< log likelihood + log prior
  double gradient_norm = 0.0;  ///< Euclidean, of the log posterior
  int iterations = 0;
  std::int64_t evaluations = 0;
  double data_passes = 0.0;
};

struct ModeSettings {
  int most_iterations = 100;
  int most_halvings = 40;
  double tolerance = 1e-9;  ///< expected gain of the last step, in nats
};

/// Newton's method with step halving, every pass over the data shared by the shards. Stops when the
/// Newton decrement g'H^-1 g / 2, the expected gain of a step, is below the tolerance.
///
/// Throws Failure bad_data where no mode exists: separable data under a flat prior, collinear
/// columns under a flat prior.
Mode find_mode(Team& team, const NormalPrior& prior, const ParameterSpace& parameters,
               const ModeSettings& settings);

}  // namespace photinus
