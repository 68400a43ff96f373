#pragma once

#include <cstdint>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/model/parameters.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// The posterior's mode and what is known there.
struct Mode {
  Vector theta;
  /// Positive definite, for a Gaussian approximation: the log-likelihood's negative Hessian, off by
  /// about 1 % at most because it is kept over the last steps, plus the prior's curvature at the
  /// mode with widths of the posterior's standard deviations (Prior::curvature). Where the Hessian
  /// is indefinite its majoriser stands in its place.
  Matrix precision;
  double log_likelihood = 0.0;
  double log_density = 0.0;    ///< log likelihood + log prior
  double gradient_norm = 0.0;  ///< Euclidean, of the log posterior's subgradient of least norm
  int iterations = 0;          ///< steps taken on all rows
  /// Minus the exact Hessian of the log-likelihood and its gradient, at the mode; empty where they
  /// were not asked for.
  Matrix likelihood_hessian;
  Vector likelihood_gradient;
  std::int64_t evaluations = 0;  ///< of likelihoods, of single rows
  double data_passes = 0.0;      ///< evaluations per row
};

struct ModeSettings {
  int most_iterations = 100;
  int most_halvings = 40;
  double tolerance = 1e-9;  ///< expected gain of the last step, in nats
  /// The precision is that of the likelihood's exact Hessian at the mode where that is definite: a
  /// pass more at most.
  bool exact_hessian = false;
};

/// Newton's method with step halving, every pass over the data shared by the shards.
///
/// It starts at 0 on 1/512, 1/64, 1/8 of the `rows` as far as that is 50 rows per parameter, where
/// a rough optimum is enough, and carries theta and Hessian over to the next share; a share without
/// an optimum (separable, singular) is passed over. A Hessian is kept as long as the expected gain
/// of a step falls at least 10-fold, and such a step's pass takes the gradient alone. Where the
/// Hessian is indefinite (likelihoods that are not concave) the step is that of the family's global
/// bounds about theta, which always climbs. Laplace priors are no part of the quadratic
/// (QuadraticModel). Stops when a step's expected gain, g'H^-1 g / 2 without kinks, is below the
/// tolerance.
///
/// Throws Failure bad_data where no mode exists: separable data under a flat prior, collinear
/// columns under a flat prior.
Mode find_mode(Team& team, std::int64_t rows, const Prior& prior, const ParameterSpace& parameters,
               const ModeSettings& settings);

}  // namespace photinus
