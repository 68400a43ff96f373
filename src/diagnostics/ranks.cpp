#include "photinus/diagnostics/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {

namespace {

struct Draw {
  double value;
  std::size_t chain, position;
};

std::vector<Draw> sorted_draws(const Chains& chains) {
  std::vector<Draw> draws;
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (std::size_t i = 0; i < chains[c].size(); ++i) draws.push_back({chains[c][i], c, i});
  std::sort(draws.begin(), draws.end(),
            [](const Draw& a, const Draw& b) { return a.value < b.value; });
  return draws;
}

}  // namespace

std::vector<double> pool(const Chains& chains) {
  std::vector<double> all;
  for (const auto& chain : chains) all.insert(all.end(), chain.begin(), chain.end());
  return all;
}

Chains split(const Chains& chains) {
  Chains halves;
  for (const auto& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    halves.emplace_back(chain.begin(), chain.begin() + half);
    halves.emplace_back(chain.end() - half, chain.end());
  }
  return halves;
}

Chains fold(const Chains& chains) {
  const double median = median_of(pool(chains));
  Chains folded = chains;
  for (auto& chain : folded)
    for (double& x : chain) x = std::abs(x - median);
  return folded;
}

Chains rank_normalise(const Chains& chains) {
  const auto draws = sorted_draws(chains);
  const auto total = static_cast<double>(draws.size());
  Chains scores = chains;
  for (std::size_t first = 0, last = 0; first < draws.size(); first = last) {
    while (last < draws.size() && draws[last].value == draws[first].value) ++last;
    const double rank = static_cast<double>(first + last + 1) / 2.0;
    const double score = normal_quantile((rank - 0.375) / (total + 0.25));
    for (std::size_t k = first; k < last; ++k) scores[draws[k].chain][draws[k].position] = score;
  }
  return scores;
}

}  // namespace photinus
