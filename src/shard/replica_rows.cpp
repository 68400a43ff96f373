#include "photinus/shard/replica_rows.hpp"

namespace photinus {

void EvaluatedRows::append(const EvaluatedRows& from, std::size_t i) {
  rows.push_back(from.rows[i]);
  points.value.push_back(from.points.value[i]);
  const std::size_t predictors = from.points.eta.size() / from.points.size();
  for (std::size_t k = i * predictors; k < (i + 1) * predictors; ++k) {
    points.eta.push_back(from.points.eta[k]);
    points.slope.push_back(from.points.slope[k]);
  }
}

void EvaluatedRows::clear() {
  rows.clear();
  points.resize(0);
}

EvaluatedRows apply_flips(const EvaluatedRows& rows, const Flips& flips) {
  EvaluatedRows kept;
  kept.theta = rows.theta;
  std::size_t dark = 0, bright = 0;
  const auto& darkened = flips.darkened;
  const auto& brightened = flips.brightened;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::int64_t row = rows.rows[i];
    for (; bright < brightened.rows.size() && brightened.rows[bright] < row; ++bright)
      kept.append(brightened, bright);
    while (dark < darkened.size() && darkened[dark] < row) ++dark;
    if (dark == darkened.size() || darkened[dark] != row) kept.append(rows, i);
  }
  for (; bright < brightened.rows.size(); ++bright) kept.append(brightened, bright);
  return kept;
}

}  // namespace photinus
