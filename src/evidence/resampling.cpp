#include "photinus/evidence/resampling.hpp"

#include "photinus/base/elementary.hpp"
#include "photinus/evidence/log_mean.hpp"

namespace photinus {

std::vector<std::size_t> systematic_resample(const std::vector<double>& log_weights,
                                             Stream& stream) {
  const auto n = static_cast<double>(log_weights.size());
  const double total = log_sum_exp(log_weights), offset = stream.uniform();
  std::vector<std::size_t> chosen;
  double cumulated = 0.0;
  for (std::size_t i = 0; i < log_weights.size(); ++i) {
    cumulated += n * exp(log_weights[i] - total);
    while (static_cast<double>(chosen.size()) + offset < cumulated &&
           chosen.size() < log_weights.size())
      chosen.push_back(i);
  }
  // Rounding may leave the sum of the shares a little below n.
  while (chosen.size() < log_weights.size()) chosen.push_back(chosen.back());
  return chosen;
}

}  // namespace photinus
