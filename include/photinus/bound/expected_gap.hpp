#pragma once

#include <cmath>
#include <iterator>
#include <vector>

#include "photinus/bound/gap_rows.hpp"
#include "photinus/bound/row_facts.hpp"

namespace photinus {

/// Likelihoods that an expected gap asks for.
template <RowFamily Family>
int expected_gap_evaluations(const Family& family) {
  if constexpr (MultiPredictorFamily<Family>)
    return 2 * family.predictors();
  else
    return 5;
}

/// A row whose bound lies above its likelihood at a predictor `distance` scales from where the row
/// stands at the reference.
struct UnsoundRow {
  std::int64_t row = -1;  ///< of the rows given; -1 for none
  double distance = 0.0;
};

/// E[gap] of rows whose predictors are N(eta, (spread scale)^2), by five nodes of Gauss and
/// Hermite. Half the excess curvature times the variance would not do: it vanishes where a bound
/// touches to higher order. Returns the first row whose bound does not hold at a node where it has
/// to, within `reach` scales: such a row may never be bright, and then nothing else would find it.
/// `points` and `gaps` are scratch.
template <LinearPredictorFamily Family>
UnsoundRow expected_gaps(const Family& family, const BoundRows& rows, const double* eta,
                         const double* scale, double spread, PointRows& points, GapRows& gaps,
                         double* expected, double reach = everywhere) {
  constexpr double nodes[] = {0.0, 1.3556261799742659, -1.3556261799742659, 2.8569700138728056,
                              -2.8569700138728056};
  constexpr double weights[] = {0.53333333333333333, 0.22207592200561264, 0.22207592200561264,
                                0.011257411327720689, 0.011257411327720689};
  const std::size_t size = rows.size();
  points.resize(size);
  for (std::size_t i = 0; i < size; ++i) expected[i] = 0.0;
  UnsoundRow unsound;
  for (std::size_t k = 0; k < std::size(nodes); ++k) {
    const double distance = nodes[k] * spread;
    for (std::size_t i = 0; i < size; ++i) points.eta[i] = eta[i] + nodes[k] * spread * scale[i];
    evaluate_rows(family, rows.y.data(), rows.weight.data(), points);
    gap_rows(rows, points, gaps);
    for (std::size_t i = 0; i < size; ++i) expected[i] += weights[k] * gaps.value[i];
    const std::int64_t first = first_unsound(gaps, size);
    const bool has_to_hold = (distance < 0.0 ? -distance : distance) <= reach;
    if (has_to_hold && first >= 0 && (unsound.row < 0 || first < unsound.row))
      unsound = {first, distance};
  }
  return unsound;
}

/// The same with K predictors, whose covariance about eta (K numbers a row) is spread^2 R R', with
/// R = `roots` (K x K a row, row by row): the mean over the 2 K points eta +- sqrt(K) spread R e_k,
/// exact for cubics.
template <MultiPredictorFamily Family>
UnsoundRow expected_gaps(const Family& family, const BoundRows& rows, const double* eta,
                         const double* roots, double spread, PointRows& points, GapRows& gaps,
                         double* expected, double /*reach*/ = everywhere) {
  const int predictors = family.predictors();
  const std::size_t size = rows.size(), K = static_cast<std::size_t>(predictors);
  points.resize(size, predictors);
  for (std::size_t i = 0; i < size; ++i) expected[i] = 0.0;
  const double step = std::sqrt(static_cast<double>(predictors)) * spread;
  for (std::size_t direction = 0; direction < K; ++direction)
    for (const double side : {step, -step}) {
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t k = 0; k < K; ++k)
          points.eta[i * K + k] = eta[i * K + k] + side * roots[(i * K + k) * K + direction];
      evaluate_rows(family, rows.y.data(), rows.weight.data(), points);
      gap_rows(rows, points, gaps);
      for (std::size_t i = 0; i < size; ++i)
        expected[i] += gaps.value[i] / (2.0 * static_cast<double>(predictors));
    }
  return {};
}

/// E[gap] to second order where the bound touches the likelihood at the predictors' means: half the
/// bound's excess curvature times the variance, from the tangents alone.
template <LinearPredictorFamily Family>
void excess_gaps(const Family& family, const BoundRows& rows, const double* eta,
                 const double* scale, double spread, double* expected) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double own = rows.weight[i] * family.tangent(rows.y[i], eta[i]).curvature;
    const double deviation = spread * scale[i];
    expected[i] = 0.5 * (rows.curvature[i] - own) * deviation * deviation;
  }
}

/// The same with K predictors: half the sum over pairs of excess curvature times the variance of
/// eta_k - eta_l, which is spread^2 |R_k - R_l|^2 with the rows of R = `roots`.
template <MultiPredictorFamily Family>
void excess_gaps(const Family& family, const BoundRows& rows, const double* eta,
                 const double* roots, double spread, double* expected) {
  const int predictors = family.predictors(), pairs = PredictorShape::pairs_of(predictors);
  const auto K = static_cast<std::size_t>(predictors);
  std::vector<double> own(static_cast<std::size_t>(pairs));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    family.pair_curvatures(rows.y[i], eta + i * K, own.data());
    const double* bound = rows.curvature.data() + i * own.size();
    double sum = 0.0;
    for_each_pair(predictors, [&](int j, int k, int l) {
      const double* root = roots + i * K * K;
      double variance = 0.0;
      for (int m = 0; m < predictors; ++m) {
        const double step = root[k * predictors + m] - root[l * predictors + m];
        variance += step * step;
      }
      sum += (bound[j] - rows.weight[i] * own[static_cast<std::size_t>(j)]) * variance;
    });
    expected[i] = 0.5 * spread * spread * sum;
  }
}

}  // namespace photinus
