#pragma once

#include <vector>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// term(x) for every x of the chains.
template <class Term>
Chains chain_terms(const Chains& chains, Term term) {
  Chains terms = chains;
  for (auto& chain : terms)
    for (double& x : chain) x = term(x);
  return terms;
}

/// Chain after chain.
inline std::vector<double> all_of(const Chains& chains) {
  std::vector<double> all;
  for (const auto& chain : chains) all.insert(all.end(), chain.begin(), chain.end());
  return all;
}

}  // namespace photinus
