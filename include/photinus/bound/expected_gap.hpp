#pragma once

#include "photinus/bound/gap_rows.hpp"

namespace photinus {

/// Likelihoods that an expected gap asks for.
inline constexpr int expected_gap_evaluations = 5;

/// E[gap] of rows whose predictors are N(eta, (spread scale)^2), by five nodes of Gauss and
/// Hermite. Half the excess curvature times the variance would not do: it vanishes where a bound
/// touches to higher order. `points` and `gaps` are scratch.
template <class Family>
void expected_gaps(const Family& family, const BoundRows& rows, const double* eta,
                   const double* scale, double spread, PointRows& points, GapRows& gaps,
                   double* expected) {
  constexpr double nodes[] = {0.0, 1.3556261799742659, -1.3556261799742659, 2.8569700138728056,
                              -2.8569700138728056};
  constexpr double weights[] = {0.53333333333333333, 0.22207592200561264, 0.22207592200561264,
                                0.011257411327720689, 0.011257411327720689};
  const std::size_t size = rows.size();
  points.resize(size);
  for (std::size_t i = 0; i < size; ++i) expected[i] = 0.0;
  for (int k = 0; k < expected_gap_evaluations; ++k) {
    for (std::size_t i = 0; i < size; ++i) points.eta[i] = eta[i] + nodes[k] * spread * scale[i];
    evaluate_rows(family, rows.y, points);
    gap_rows(rows, points, gaps);
    for (std::size_t i = 0; i < size; ++i) expected[i] += weights[k] * gaps.value[i];
  }
}

}  // namespace photinus
