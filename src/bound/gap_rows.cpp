#include "photinus/bound/gap_rows.hpp"

namespace photinus {

void gap_rows(const BoundRows& rows, const PointRows& point, GapRows& gaps) {
  const std::size_t size = point.size();
  gaps.resize(size);
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
  for (std::size_t i = 0; i < size; ++i) {
    const BrightTerm term = bright_term({value[i], slope[i]});
    value[i] = term.value;
    slope[i] = term.slope;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < size; ++i) sum += value[i];
  return sum;
}

}  // namespace photinus
