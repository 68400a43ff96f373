#include "photinus/bound/row_spread.hpp"

#include <cmath>

namespace photinus {

// Cholesky. Directions without variance, up to rounding, have none.
void RowSpread::take_root(std::size_t predictors) {
  constexpr double nothing = 1e-14;
  root.assign(predictors * predictors, 0.0);
  for (std::size_t k = 0; k < predictors; ++k) {
    double pivot = covariance[k * predictors + k];
    const double least = nothing * pivot;
    for (std::size_t m = 0; m < k; ++m)
      pivot -= root[k * predictors + m] * root[k * predictors + m];
    if (!(pivot > least)) continue;
    const double diagonal = std::sqrt(pivot);
    root[k * predictors + k] = diagonal;
    for (std::size_t i = k + 1; i < predictors; ++i) {
      double entry = covariance[i * predictors + k];
      for (std::size_t m = 0; m < k; ++m)
        entry -= root[i * predictors + m] * root[k * predictors + m];
      root[i * predictors + k] = entry / diagonal;
    }
  }
}

void RowSpread::take_pairs(int predictors) {
  const auto K = static_cast<std::size_t>(predictors);
  pairs.resize(static_cast<std::size_t>(PredictorShape::pairs_of(predictors)));
  for_each_pair(predictors, [&](int j, int first, int second) {
    const auto k = static_cast<std::size_t>(first), l = static_cast<std::size_t>(second);
    pairs[static_cast<std::size_t>(j)] =
        covariance[k * K + k] + covariance[l * K + l] - 2.0 * covariance[k * K + l];
  });
}

}  // namespace photinus
