#pragma once

#include "photinus/base/elementary.hpp"
#include "photinus/base/scratch.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// A row's log-likelihood at the predictors eta, expanded to second order about those of a
/// reference, before its weight:
///   l(centre) + l'(centre)'d - d' C d / 2,  d = eta - centre,  C = -l''(centre).
template <LinearPredictorFamily Family>
double second_order(const Family& family, double y, const double* centre, const double* eta) {
  const Likelihood at = family.tangent(y, *centre);
  const double d = *eta - *centre;
  return at.value + d * (at.slope - 0.5 * at.curvature * d);
}

template <MultiPredictorFamily Family>
double second_order(const Family& family, double y, const double* centre, const double* eta) {
  const int predictors = family.predictors();
  Scratch slope(predictors), weights(PredictorShape::pairs_of(predictors));
  double value = family.tangent(y, centre, slope.data()), quadratic = 0.0;
  family.pair_curvatures(y, centre, weights.data());
  for (int k = 0; k < predictors; ++k) value += slope.data()[k] * (eta[k] - centre[k]);
  for_each_pair(predictors, [&](int j, int k, int l) {
    const double d = (eta[k] - centre[k]) - (eta[l] - centre[l]);
    quadratic += weights.data()[j] * d * d;
  });
  return value - 0.5 * quadratic;
}

/// The same of f((y - eta)/sigma) - log sigma in eta and log sigma, from its derivatives in eta
/// `at` the reference; sigma is exp(log_ratio) times what it is there.
inline double second_order_of_residual(const Likelihood& at, double y, double centre, double eta,
                                       double log_ratio) {
  const ScaleDerivatives scale = scale_derivatives(y, centre, at.slope, at.curvature);
  const double d = eta - centre;
  return at.value + at.slope * d + scale.slope * log_ratio -
         0.5 * (at.curvature * d * d +
                (2.0 * scale.cross * d + scale.curvature * log_ratio) * log_ratio);
}

/// What the bound of a residual (see ScaleFamily) lies above its own second order: there is none in
/// eta alone.
inline double remainder_of_residual_bound(double residual_weight, double y, double centre,
                                          double eta, double log_sigma, double log_ratio) {
  const double precision = residual_weight * exp(-2.0 * log_sigma);  // at the reference
  const auto at = [&](double place, double factor) {
    const double e = y - place;
    return Likelihood{-0.5 * factor * e * e, factor * e, factor};
  };
  const double value = at(eta, precision * exp(-2.0 * log_ratio)).value - log_ratio;
  return value - second_order_of_residual(at(centre, precision), y, centre, eta, log_ratio);
}

}  // namespace photinus
