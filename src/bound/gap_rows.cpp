#include "photinus/bound/gap_rows.hpp"

namespace photinus {

namespace {

void gaps_of_one_predictor(const BoundRows& rows, const PointRows& point, GapRows& gaps) {
  const std::size_t size = point.size();
  const double *eta = point.eta.data(), *value = point.value.data(), *slope = point.slope.data();
  const double *centre = rows.centre.data(), *curvature = rows.curvature.data();
  const double *slack = rows.slack.data(), *tangent_value = rows.tangent_value.data();
  const double* tangent_slope = rows.tangent_slope.data();
  double *gap = gaps.value.data(), *gap_slope = gaps.slope.data(), *sound = gaps.sound.data();
  for (std::size_t i = 0; i < size; ++i) {
    const Likelihood at{value[i], slope[i], 0.0};
    const Likelihood tangent{tangent_value[i], tangent_slope[i], 0.0};
    const RowBound bound{centre[i], curvature[i], slack[i]};
    const Gap raw = raw_gap(at, tangent, bound, eta[i]);
    sound[i] = bound_holds(raw, at, bound) ? 1.0 : 0.0;
    const Gap kept = clamped(raw);
    gap[i] = kept.value;
    gap_slope[i] = kept.slope;
  }
}

// One row: writes the gap's gradient, returns the gap before clamping, without slack.
double gap_of_predictors(int predictors, const double* eta, const double* centre,
                         const double* curvature, double value, const double* slope,
                         double tangent_value, const double* tangent_slope, double* gap_slope) {
  double linear = 0.0, quadratic = 0.0;
  for (int k = 0; k < predictors; ++k) {
    linear += tangent_slope[k] * (eta[k] - centre[k]);
    gap_slope[k] = slope[k] - tangent_slope[k];
  }
  for_each_pair(predictors, [&](int j, int k, int l) {
    const double d = (eta[k] - centre[k]) - (eta[l] - centre[l]);
    const double pull = curvature[j] * d;
    quadratic += pull * d;
    gap_slope[k] += pull;
    gap_slope[l] -= pull;
  });
  return (value - tangent_value) - (linear - 0.5 * quadratic);
}

}  // namespace

void gap_rows(const BoundRows& rows, const PointRows& point, GapRows& gaps) {
  const std::size_t size = point.size();
  if (point.eta.size() == size) {
    gaps.resize(size);
    return gaps_of_one_predictor(rows, point, gaps);
  }
  const std::size_t predictors = point.eta.size() / size, pairs = rows.curvature.size() / size;
  gaps.resize(size, static_cast<int>(predictors));
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t k = i * predictors;
    const Gap raw{gap_of_predictors(static_cast<int>(predictors), &point.eta[k], &rows.centre[k],
                                    &rows.curvature[i * pairs], point.value[i], &point.slope[k],
                                    rows.tangent_value[i], &rows.tangent_slope[k], &gaps.slope[k]) +
                      rows.slack[i],
                  0.0};
    const bool holds = bound_holds(raw, {point.value[i], 0.0, 0.0}, {0.0, 0.0, rows.slack[i]});
    gaps.sound[i] = holds ? 1.0 : 0.0;
    gaps.value[i] = clamped(raw).value;
  }
}

std::int64_t first_unsound(const GapRows& gaps, std::size_t size) {
  double all = 1.0;
  for (std::size_t i = 0; i < size; ++i) all = gaps.sound[i] < all ? gaps.sound[i] : all;
  if (all == 1.0) return -1;
  for (std::size_t i = 0; i < size; ++i)
    if (gaps.sound[i] == 0.0) return static_cast<std::int64_t>(i);
  return -1;
}

double bright_terms(GapRows& gaps, std::size_t size) {
  double *value = gaps.value.data(), *slope = gaps.slope.data();
  if (gaps.slope.size() == gaps.value.size()) {
    for (std::size_t i = 0; i < size; ++i) {
      const BrightTerm term = bright_term({value[i], slope[i]});
      value[i] = term.value;
      slope[i] = term.slope;
    }
  } else {
    const std::size_t predictors = gaps.slope.size() / size;
    for (std::size_t i = 0; i < size; ++i) {
      const BrightTerm term = bright_term({value[i], 1.0});
      value[i] = term.value;
      for (std::size_t k = 0; k < predictors; ++k) slope[i * predictors + k] *= term.slope;
    }
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < size; ++i) sum += value[i];
  return sum;
}

}  // namespace photinus
