#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// A made-up series with a name for messages.
struct Series {
  std::string name;
  Chains chains;
};

/// Chains of x_t = phi x_(t-1) + sqrt(1 - phi^2) normal, started in equilibrium.
inline Chains autoregression(std::uint64_t seed, std::size_t chains, std::size_t draws,
                             double phi) {
  Chains result(chains);
  for (std::size_t c = 0; c < chains; ++c) {
    Stream stream({.seed = seed, .purpose = Purpose::test, .index = c});
    double x = stream.normal();
    for (std::size_t i = 0; i < draws; ++i) {
      result[c].push_back(x);
      x = phi * x + std::sqrt(1.0 - phi * phi) * stream.normal();
    }
  }
  return result;
}

/// The chains with function(x, chain, position) in place of every x.
template <class Function>
Chains mapped(Chains chains, Function function) {
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (std::size_t i = 0; i < chains[c].size(); ++i) chains[c][i] = function(chains[c][i], c, i);
  return chains;
}

/// Standard Cauchy from a standard normal, by the ratio to an independent one.
inline Chains cauchy(std::uint64_t seed, std::size_t chains, std::size_t draws) {
  Stream stream({.seed = seed, .purpose = Purpose::test, .iteration = 1});
  return mapped(autoregression(seed, chains, draws, 0.0),
                [&](double x, std::size_t, std::size_t) { return x / stream.normal(); });
}

/// Ten kinds of series of one shape.
inline std::vector<Series> series_of_shape(std::uint64_t seed, std::size_t m, std::size_t n) {
  using Index = std::size_t;
  const auto iid = autoregression(seed, m, n, 0.0);
  const auto slow = autoregression(seed + 1, m, n, 0.95);
  const auto walk = autoregression(seed + 2, m, n, 0.999);
  return {
      {"independent", iid},
      {"slow", slow},
      {"nearly a random walk", walk},
      {"antithetic", autoregression(seed + 3, m, n, -0.6)},
      {"Cauchy", cauchy(seed + 4, m, n)},
      {"rounded", mapped(slow, [](double x, Index, Index) { return std::round(2.0 * x); })},
      {"half ties", mapped(iid, [](double x, Index, Index) { return x > 0.0 ? x : 0.0; })},
      {"different means",
       mapped(iid, [](double x, Index c, Index) { return x + 0.5 * static_cast<double>(c % 3); })},
      {"different scales",
       mapped(slow, [](double x, Index c, Index) { return x * (c % 2 == 0 ? 1.0 : 3.0); })},
      {"far off zero with a trend",
       mapped(iid,
              [](double x, Index, Index i) { return 1e4 + x + 1e-3 * static_cast<double>(i); })},
  };
}

}  // namespace photinus
