#pragma once

#include "photinus/base/scratch.hpp"
#include "photinus/bound/row_facts.hpp"

namespace photinus {

/// Whether a bound's curvature is one number for all pairs and rows.
template <RowFamily Family>
bool has_uniform_curvature(const Family& family, int bound, double reach) {
  if constexpr (MultiPredictorFamily<Family>)
    return reach == everywhere && bound != tightest_bound && family.is_uniform(bound);
  else
    return false;
}

/// A row's bound, counted `weight` times and without slack, at the predictors eta: returns its
/// value and writes its slope. The curvature is the one before the weight.
template <LinearPredictorFamily Family>
double expand_bound(const Family& family, double y, double weight, const double* centre,
                    const double* curvature, const double* eta, double* slope) {
  const Likelihood here =
      expand_bound(RowBound{*centre, *curvature, 0.0}, family.tangent(y, *centre), *eta);
  *slope = weight * here.slope;
  return weight * here.value;
}

template <MultiPredictorFamily Family>
double expand_bound(const Family& family, double y, double weight, const double* centre,
                    const double* curvature, const double* eta, double* slope) {
  const int predictors = family.predictors();
  double value = family.tangent(y, centre, slope), quadratic = 0.0;
  for (int k = 0; k < predictors; ++k) value += slope[k] * (eta[k] - centre[k]);
  for_each_pair(predictors, [&](int j, int k, int l) {
    const double d = (eta[k] - centre[k]) - (eta[l] - centre[l]);
    const double pull = curvature[j] * d;
    quadratic += pull * d;
    slope[k] -= pull;
    slope[l] += pull;
  });
  for (int k = 0; k < predictors; ++k) slope[k] *= weight;
  return weight * (value - 0.5 * quadratic);
}

}  // namespace photinus
