#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/moments.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// What a run knew of its posterior at its end.
struct Finished {
  Mode mode;
  std::optional<BoundChoice> bounds;  ///< as warm-up left them

  const Vector& reference() const { return bounds ? bounds->reference : mode.theta; }
};

/// Runs four chains on `data`; after each iteration past warm-up, observe(chain, theta, bright
/// rows): brightness and theta after an iteration are a joint draw.
template <class Observe>
Finished run_small(RunConfig config, const SmallData& data,
                   const std::vector<FamilyEntry>& families, int ranks, Observe observe) {
  const SmallFile file(data);
  config.data.path = file.path();
  config.sampler.chains = 4;
  LocalTeam team(ranks, families);
  const Problem problem = set_up(team, families, config);
  Sampler sampler(team, families, problem, config);
  sampler.start();
  const auto p = static_cast<std::ptrdiff_t>(problem.parameters.dimension());
  std::vector<std::vector<std::int64_t>> bright(4);
  while (!sampler.finished()) {
    const bool warm = sampler.warming_up();
    sampler.iterate();
    if (warm) continue;
    // The shards are asked directly: a Sampler::save() would copy all draws so far.
    if (problem.surface) bright = team.ask(Save{}).bright;
    for (std::size_t c = 0; c < 4; ++c) {
      const auto& all = sampler.draws()[c].theta;
      observe(c, std::vector<double>(all.end() - p, all.end()), bright[c]);
    }
  }
  Finished finished{problem.mode, {}};
  if (problem.surface) finished.bounds = problem.surface->choice();
  return finished;
}

inline PerRow indicators(const std::vector<std::int64_t>& rows, std::size_t count) {
  PerRow z(count);
  for (const std::int64_t row : rows) z[static_cast<std::size_t>(row)] = 1.0;
  return z;
}

}  // namespace photinus
