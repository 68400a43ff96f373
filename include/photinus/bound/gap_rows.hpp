#pragma once

#include <cstdint>
#include <vector>

#include "photinus/bound/row_bound.hpp"

namespace photinus {

/// Rows side by side, field by field: what is needed to evaluate them, and their values at one
/// theta. Loops over the fields are free of branches, so compilers vectorise the exponentials; a
/// row's values have the same bits whatever rows stand beside it.
struct PointRows {
  std::vector<double> eta, value, slope;

  std::size_t size() const { return eta.size(); }
  void resize(std::size_t size) {
    for (auto* field : {&eta, &value, &slope}) field->resize(size);
  }
};

struct BoundRows {
  std::vector<double> y, centre, curvature, slack, tangent_value, tangent_slope;

  std::size_t size() const { return y.size(); }
  void resize(std::size_t size) {
    for (auto* field : {&y, &centre, &curvature, &slack, &tangent_value, &tangent_slope})
      field->resize(size);
  }
};

/// Gaps and their derivatives in eta; `sound` is 0 where a bound lies above its likelihood.
struct GapRows {
  std::vector<double> value, slope, sound;

  void resize(std::size_t size) {
    for (auto* field : {&value, &slope, &sound}) field->resize(size);
  }
};

/// Likelihoods at the predictors that stand in `point`.
template <class Family>
void evaluate_rows(const Family& family, const std::vector<double>& y, PointRows& point) {
  const std::size_t size = point.size();
  const double *responses = y.data(), *eta = point.eta.data();
  double *value = point.value.data(), *slope = point.slope.data();
  for (std::size_t i = 0; i < size; ++i) {
    const Likelihood at = family.evaluate(responses[i], eta[i]);
    value[i] = at.value;
    slope[i] = at.slope;
  }
}

/// Tangents at the bounds' centres.
template <class Family>
void touch_rows(const Family& family, BoundRows& rows) {
  const std::size_t size = rows.size();
  for (std::size_t i = 0; i < size; ++i) {
    const Likelihood tangent = family.tangent(rows.y[i], rows.centre[i]);
    rows.tangent_value[i] = tangent.value;
    rows.tangent_slope[i] = tangent.slope;
  }
}

/// The bounds of rows of residual weights `weights` at the scale exp(tau): see ScaleFamily. As
/// quadratics in the predictor they have their centre at y.
template <class Family>
void scale_rows(const Family& family, const std::vector<double>& weights, double tau,
                BoundRows& rows) {
  const double inverse_variance = exp(-2.0 * tau);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows.tangent_value[i] = family.residual_peak(weights[i]) - tau;
    rows.tangent_slope[i] = 0.0;
    rows.centre[i] = rows.y[i];
    rows.curvature[i] = inverse_variance * weights[i];
  }
}

/// Clamped gaps. Their derivatives need the slopes of `point`.
void gap_rows(const BoundRows& rows, const PointRows& point, GapRows& gaps);

/// The first row whose bound lies above its likelihood, -1 where all hold.
std::int64_t first_unsound(const GapRows& gaps, std::size_t size);

/// Sum of log(expm1(gap)) in the order of the rows; `slope` becomes each term's derivative in eta.
double bright_terms(GapRows& gaps, std::size_t size);

}  // namespace photinus
