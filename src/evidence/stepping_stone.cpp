#include <cstddef>
#include <vector>

#include "chain_terms.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/path_estimators.hpp"

namespace photinus {

EvidenceEstimate stepping_stone(const PathDraws& draws) {
  check(draws);
  double log_z = 0.0;
  std::vector<Chains> influences;
  for (std::size_t m = 0; m + 1 < draws.betas.size(); ++m) {
    const double step = draws.betas[m + 1] - draws.betas[m];
    const Chains log_weights =
        chain_terms(draws.log_likelihoods[m], [&](double l) { return step * l; });
    const double log_ratio = log_mean_exp(all_of(log_weights)).value;
    log_z += log_ratio;
    influences.push_back(
        chain_terms(log_weights, [&](double log_weight) { return exp(log_weight - log_ratio); }));
  }
  return path_estimate(draws, "stepping_stone", log_z, influences);
}

}  // namespace photinus
