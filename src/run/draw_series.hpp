#pragma once

#include <string>
#include <vector>

#include "photinus/diagnostics/chains.hpp"
#include "photinus/output/netcdf_file.hpp"
#include "photinus/run/results.hpp"

namespace photinus {

/// The draws [first, last) of every chain.
struct Phase {
  const char* prefix;
  std::size_t first;
  std::size_t last;
  std::size_t size() const { return last - first; }
};

Phase warmup_phase(const RunConfig& config);
Phase sampling_phase(const RunConfig& config);

/// One number per draw, chain after chain, from what `series(chain)` gives of each.
template <class Chain, class Series>
auto gather(const std::vector<Chain>& draws, const Phase& phase, Series series,
            std::size_t per_draw = 1) {
  std::decay_t<decltype(series(draws.front()))> values;
  for (const auto& chain : draws) {
    const auto& all = series(chain);
    values.insert(values.end(), all.begin() + static_cast<std::ptrdiff_t>(phase.first * per_draw),
                  all.begin() + static_cast<std::ptrdiff_t>(phase.last * per_draw));
  }
  return values;
}

/// Parameter number j, by chain.
Chains series_of(const UserDraws& user, const Phase& phase, std::size_t j);
/// The norm of the coefficients, by chain.
Chains norm_series(const UserDraws& user, const Phase& phase);

NetcdfGroup posterior_group(const UserDraws& user, const Phase& phase);
NetcdfGroup statistics_group(const std::vector<ChainDraws>& draws, const Phase& phase);

}  // namespace photinus
