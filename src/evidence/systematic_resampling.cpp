#include "photinus/evidence/systematic_resampling.hpp"

#include "photinus/base/elementary.hpp"
#include "photinus/evidence/log_mean.hpp"

namespace photinus {

std::vector<std::size_t> systematic_resampling(const std::vector<double>& log_weights, int count,
                                               double offset) {
  const double total = log_sum_exp(log_weights);
  std::vector<std::size_t> chosen;
  std::size_t last_with_weight = 0;  // of those that were passed, the last with any weight
  double passed = 0.0;               // shares so far, times count
  for (std::size_t i = 0; i < log_weights.size(); ++i) {
    const double share = exp(log_weights[i] - total) * count;
    passed += share;
    if (share > 0.0) last_with_weight = i;
    while (static_cast<double>(chosen.size()) + offset < passed &&
           chosen.size() < static_cast<std::size_t>(count))
      chosen.push_back(i);
  }
  chosen.resize(static_cast<std::size_t>(count), last_with_weight);  // shares that rounding lost
  return chosen;
}

}  // namespace photinus
