#pragma once

#include "photinus/evidence/path_draws.hpp"

namespace photinus {

// Estimators of log Z from draws at betas between the prior and the posterior; l = log L. All throw
// what check(PathDraws) does.

/// Bridge sampling between neighbouring rungs with the optimal bridge (Meng & Wong 1996; Bennett
/// 1976): for rungs a < b with n_a and n_b draws, r = Z_b / Z_a solves
///   sum_a 1 / (1 + exp(C - D l)) = sum_b 1 / (1 + exp(D l - C)),
///   D = beta_b - beta_a, C = log r + log(n_a / n_b),
/// which has one solution. log Z is the sum of log r over the pairs.
///
/// The one to prefer: its terms lie between 0 and 1 however far the likelihood is spread. On few
/// rungs it errs less than stepping stone, which takes draws of the hotter rung only; on many rungs
/// both err alike.
EvidenceEstimate bridge_sampling(const PathDraws& draws);

/// Stepping stone (Xie, Lewis, Fan, Kuo & Chen 2011):
///   sum over pairs a < b of log mean_a exp((beta_b - beta_a) l).
/// The draws of the last rung are not used.
EvidenceEstimate stepping_stone(const PathDraws& draws);

struct ThermodynamicEstimate {
  /// Not consistent: the error of quadrature does not shrink with the number of draws.
  EvidenceEstimate estimate;
  /// How far the rule over all rungs is from the rule over every second one (two rungs: from the
  /// trapezium rule without variances). Where the steps are small enough the rule errs by about a
  /// fifteenth of this.
  double quadrature_error = 0.0;
};
/// Thermodynamic integration by the corrected trapezium rule (Friel, Hurn & Wyse 2014):
///   sum over pairs a < b of D (E_a + E_b) / 2 - D^2 (V_b - V_a) / 12,
/// D = beta_b - beta_a, E and V mean and variance of l at a rung: d log Z / d beta is E, and d E /
/// d beta is V. Throws Failure usage where a draw at beta = 0 has likelihood 0, besides.
ThermodynamicEstimate thermodynamic_integration(const PathDraws& draws);

}  // namespace photinus
