#pragma once

#include <vector>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// All draws in one vector, chain after chain.
std::vector<double> pool(const Chains& chains);

/// Each chain cut into halves; of an odd number of draws the middle one is left out.
Chains split(const Chains& chains);

/// |x - median(x)|, so that chains that differ in scale differ in location.
Chains fold(const Chains& chains);

/// Normal scores Phi^-1((r - 3/8) / (S + 1/4)) of the pooled ranks r, ties averaged
/// (Vehtari et al. 2021, eq. 14).
Chains rank_normalise(const Chains& chains);

}  // namespace photinus
