#pragma once

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// Potential scale reduction sqrt(((n - 1)/n W + B/n) / W) of chains taken as they are
/// (Vehtari et al. 2021, eqs. 1-4); infinite if each chain stands still at a place of its own.
double potential_scale_reduction(const Chains& chains);

/// Effective sample size S / tau of the mean of two or more chains of three or more draws, not all
/// equal, taken as they are (Vehtari et al. 2021, eqs. 10-13).
///
/// tau is the sum of Geyer's (1992) initial monotone sequence of pairs of autocorrelations. It is
/// held above 1 / log10(S), which bounds the gain claimed for antithetic chains.
double effective_size(const Chains& chains);

}  // namespace photinus
