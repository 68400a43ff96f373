#include "photinus/replica/home_memory.hpp"

#include <numeric>

namespace photinus {

// Features and the other numbers of a row stand in arrays that grow by doubling; a row comes in a
// record that is gone when it stands there.
double home_row_bytes(const PredictorShape& shape, double filled) {
  constexpr double growth = 1.5, records = 1.0;
  const double numbers = 12.0 + 8.0 * shape.predictors + 4.0 * shape.pairs();
  return (growth + records) * 8.0 * (filled + numbers);
}

double row_orders_bytes(LadderKind kind, const std::vector<std::int64_t>& subsets) {
  const auto all = static_cast<double>(subsets.front());
  if (kind != LadderKind::independent_subsets) return 4.0 * all;
  return 4.0 * std::accumulate(subsets.begin(), subsets.end(), 0.0);
}

}  // namespace photinus
