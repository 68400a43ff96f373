#include "draw_series.hpp"

#include <cmath>

namespace photinus {

Phase warmup_phase(const RunConfig& config) {
  return {"warmup_", 0, static_cast<std::size_t>(config.sampler.warmup)};
}

Phase sampling_phase(const RunConfig& config) {
  const auto warmup = static_cast<std::size_t>(config.sampler.warmup);
  return {"", warmup, warmup + static_cast<std::size_t>(config.sampler.draws)};
}

Chains series_of(const UserDraws& user, const Phase& phase, std::size_t j) {
  Chains series;
  for (const auto& chain : user.chains) {
    auto& values = series.emplace_back();
    for (std::size_t i = phase.first; i < phase.last; ++i)
      values.push_back(chain[i * user.names.size() + j]);
  }
  return series;
}

Chains norm_series(const UserDraws& user, const Phase& phase) {
  Chains series;
  for (const auto& chain : user.chains) {
    auto& values = series.emplace_back();
    for (std::size_t i = phase.first; i < phase.last; ++i) {
      double squares = 0.0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(user.coefficients); ++j) {
        const double value = chain[i * user.names.size() + j];
        squares += value * value;
      }
      values.push_back(std::sqrt(squares));
    }
  }
  return series;
}

NetcdfGroup posterior_group(const UserDraws& user, const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "posterior", user.chains.size(), phase.size());
  for (std::size_t j = 0; j < user.names.size(); ++j) {
    std::vector<double> values;
    for (const auto& series : series_of(user, phase, j))
      values.insert(values.end(), series.begin(), series.end());
    group.variables.push_back({user.names[j], {"chain", "draw"}, std::move(values), {}});
  }
  return group;
}

NetcdfGroup statistics_group(const std::vector<ChainDraws>& draws, const Phase& phase) {
  NetcdfGroup group =
      draws_group(std::string(phase.prefix) + "sample_stats", draws.size(), phase.size());
  const auto add = [&](const char* name, auto series) {
    auto values = gather(
        draws, phase, [&](const ChainDraws& chain) -> const auto& { return chain.*series; });
    group.variables.push_back({name, {"chain", "draw"}, std::move(values), {}});
  };
  add("lp", &ChainDraws::lp);
  add("acceptance_rate", &ChainDraws::acceptance_rate);
  add("step_size", &ChainDraws::step_size);
  add("n_steps", &ChainDraws::leapfrogs);
  add("diverging", &ChainDraws::diverging);
  return group;
}

}  // namespace photinus
