#include "photinus/firefly/brightness.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "photinus/base/random.hpp"
#include "photinus/base/wide.hpp"

namespace photinus {

std::vector<int> choose_distinct(Stream& stream, int count, int size) {
  std::set<int> chosen;
  for (int j = size - count; j < size; ++j) {
    const auto pick = static_cast<int>(stream.below(static_cast<std::uint64_t>(j) + 1));
    if (!chosen.insert(pick).second) chosen.insert(j);
  }
  return {chosen.begin(), chosen.end()};
}

std::vector<RowRun> sweep_runs(std::int64_t iteration, double fraction, std::int64_t rows) {
  const auto length = std::clamp<std::int64_t>(
      static_cast<std::int64_t>(std::nearbyint(fraction * static_cast<double>(rows))), 1, rows);
  const auto start = static_cast<std::int64_t>(static_cast<Wide>(iteration - 1) *
                                               static_cast<Wide>(length) % static_cast<Wide>(rows));
  if (start + length <= rows) return {{start, start + length}};
  return {{0, start + length - rows}, {start, rows}};
}

}  // namespace photinus
