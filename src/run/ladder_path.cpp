#include "photinus/run/ladder_path.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/evidence/path_estimators.hpp"

namespace photinus {

namespace {

bool all_finite(const PathDraws& path) {
  for (const Chains& rung : path.log_likelihoods)
    for (const auto& chain : rung)
      if (!std::all_of(chain.begin(), chain.end(), [](double l) { return std::isfinite(l); }))
        return false;
  return true;
}

}  // namespace

PathDraws path_draws(const RunConfig& config, const TemperedSampler& sampler) {
  const std::size_t rungs = sampler.betas().size();
  PathDraws path{{sampler.betas().rbegin(), sampler.betas().rend()}, std::vector<Chains>(rungs)};
  for (const auto& chain : sampler.draws())
    for (std::size_t m = 0; m < rungs; ++m) {
      auto& values = path.log_likelihoods[rungs - 1 - m].emplace_back();
      for (auto i = static_cast<std::size_t>(config.sampler.warmup); i < chain.draws.lp.size(); ++i)
        values.push_back(chain.log_likelihoods[i * rungs + m]);
    }
  return path;
}

std::optional<EvidenceEstimate> ladder_ratio(const RunConfig& config, const TemperingPlan& plan,
                                             const TemperedSampler& sampler) {
  constexpr int least_draws = 8;
  if (plan.kind != LadderKind::likelihood_power || plan.transitions || plan.rungs() < 2 ||
      config.sampler.draws < least_draws)
    return {};
  const PathDraws path = path_draws(config, sampler);
  if (!all_finite(path)) return {};
  return bridge_sampling(path);
}

}  // namespace photinus
