#pragma once

#include <cstdint>
#include <vector>

#include "photinus/bound/row_bound.hpp"

namespace photinus {

/// Rows side by side, field by field: what is needed to evaluate them, and their values at one
/// theta. Fields of predictors hold all of a row's together, those of pairs too (PredictorShape).
/// With one predictor loops over the fields are free of branches, so compilers vectorise the
/// exponentials; a row's values have the same bits whatever rows stand beside it.
struct PointRows {
  std::vector<double> eta, value, slope;  // K, 1, K numbers a row

  std::size_t size() const { return value.size(); }
  void resize(std::size_t size, int predictors = 1) {
    value.resize(size);
    for (auto* field : {&eta, &slope}) field->resize(size * static_cast<std::size_t>(predictors));
  }
};

/// `weight`: by how much the row's log-likelihood and its bound count. Value, slope, curvature and
/// slack have it in them.
struct BoundRows {
  std::vector<double> y, weight, slack, tangent_value;  // 1 number a row
  std::vector<double> centre, tangent_slope;            // K
  std::vector<double> curvature;                        // pairs

  std::size_t size() const { return y.size(); }
  void resize(std::size_t size, int predictors = 1) {
    for (auto* field : {&y, &weight, &slack, &tangent_value}) field->resize(size);
    for (auto* field : {&centre, &tangent_slope})
      field->resize(size * static_cast<std::size_t>(predictors));
    curvature.resize(size * static_cast<std::size_t>(PredictorShape::pairs_of(predictors)));
  }
};

/// Gaps and their derivatives in eta; `sound` is 0 where a bound lies above its likelihood.
struct GapRows {
  std::vector<double> value, slope, sound;  // 1, K, 1 numbers a row

  void resize(std::size_t size, int predictors = 1) {
    for (auto* field : {&value, &sound}) field->resize(size);
    slope.resize(size * static_cast<std::size_t>(predictors));
  }

  /// The gaps of likelihood and bound both to the power beta.
  void temper(double beta) {
    if (beta == 1.0) return;
    for (double& number : value) number *= beta;
    for (double& number : slope) number *= beta;
  }
};

/// Weighted likelihoods at the predictors that stand in `point`.
template <LinearPredictorFamily Family>
void evaluate_rows(const Family& family, const double* y, const double* weight, PointRows& point) {
  const std::size_t size = point.size();
  const double* eta = point.eta.data();
  double *value = point.value.data(), *slope = point.slope.data();
  for (std::size_t i = 0; i < size; ++i) {
    const Likelihood at = family.evaluate(y[i], eta[i]);
    value[i] = weight[i] * at.value;
    slope[i] = weight[i] * at.slope;
  }
}

template <MultiPredictorFamily Family>
void evaluate_rows(const Family& family, const double* y, const double* weight, PointRows& point) {
  const auto predictors = static_cast<std::size_t>(family.predictors());
  for (std::size_t i = 0; i < point.size(); ++i) {
    double* slope = point.slope.data() + i * predictors;
    point.value[i] = weight[i] * family.evaluate(y[i], point.eta.data() + i * predictors, slope);
    for (std::size_t k = 0; k < predictors; ++k) slope[k] *= weight[i];
  }
}

/// Tangents at the bounds' centres.
template <LinearPredictorFamily Family>
void touch_rows(const Family& family, BoundRows& rows) {
  const std::size_t size = rows.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Likelihood tangent = family.tangent(rows.y[i], rows.centre[i]);
    rows.tangent_value[i] = rows.weight[i] * tangent.value;
    rows.tangent_slope[i] = rows.weight[i] * tangent.slope;
  }
}

template <MultiPredictorFamily Family>
void touch_rows(const Family& family, BoundRows& rows) {
  const auto predictors = static_cast<std::size_t>(family.predictors());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double* slope = rows.tangent_slope.data() + i * predictors;
    rows.tangent_value[i] =
        rows.weight[i] * family.tangent(rows.y[i], rows.centre.data() + i * predictors, slope);
    for (std::size_t k = 0; k < predictors; ++k) slope[k] *= rows.weight[i];
  }
}

/// The bounds of rows of residual weights `weights` at the scale exp(tau): see ScaleFamily. As
/// quadratics in the predictor they have their centre at y.
template <class Family>
void scale_rows(const Family& family, const std::vector<double>& weights, double tau,
                BoundRows& rows) {
  const double inverse_variance = exp(-2.0 * tau);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows.tangent_value[i] = rows.weight[i] * (family.residual_peak(weights[i]) - tau);
    rows.tangent_slope[i] = 0.0;
    rows.centre[i] = rows.y[i];
    rows.curvature[i] = inverse_variance * (rows.weight[i] * weights[i]);
  }
}

/// Clamped gaps. Their derivatives need the slopes of `point`.
void gap_rows(const BoundRows& rows, const PointRows& point, GapRows& gaps);

/// The first row whose bound lies above its likelihood, -1 where all hold.
std::int64_t first_unsound(const GapRows& gaps, std::size_t size);

/// Sum of log(expm1(gap)) in the order of the rows; `slope` becomes each term's derivative in eta.
double bright_terms(GapRows& gaps, std::size_t size);

}  // namespace photinus
