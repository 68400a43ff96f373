#include "photinus/shard/replica_rows.hpp"

#include <algorithm>

namespace photinus {

std::vector<EvaluatedRow> apply_flips(const std::vector<EvaluatedRow>& rows, const Flips& flips) {
  std::vector<EvaluatedRow> kept;
  kept.reserve(rows.size() + flips.brightened.size());
  auto dark = flips.darkened.begin();
  for (const auto& entry : rows) {
    while (dark != flips.darkened.end() && *dark < entry.row) ++dark;
    if (dark != flips.darkened.end() && *dark == entry.row) continue;
    kept.push_back(entry);
  }
  const auto middle = static_cast<std::ptrdiff_t>(kept.size());
  kept.insert(kept.end(), flips.brightened.begin(), flips.brightened.end());
  std::inplace_merge(kept.begin(), kept.begin() + middle, kept.end(),
                     [](const auto& a, const auto& b) { return a.row < b.row; });
  return kept;
}

}  // namespace photinus
