#pragma once

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// Diagnostics from the spread of chains' means alone, as van de Meent, Paige & Wood give them
/// (equations 4 to 8; the square that equation 6 has lost restored). Over C chains of S draws each,
///   W = mean over chains of the chain's variance,
///   B = S/(C-1) sum_c (mean_c - mean)^2,
///   Var = (S-1)/S W + B/S.
/// They see nothing that all chains miss, and vary wildly where chains are few: for comparison
/// with published numbers, beside those of convergence.hpp.
struct BetweenChains {
  double r_hat;                  ///< sqrt(Var / W)
  double effective_sample_size;  ///< C S min(1, Var / B)
};

/// Needs two chains of two draws at least; NaN otherwise, and where chains are constant.
BetweenChains between_chains(const Chains& chains);

}  // namespace photinus
