#pragma once

#include "photinus/kernel/kernel.hpp"
#include "photinus/run/problem.hpp"

namespace photinus {

/// The kernel that the config names, with the metric that it names: the posterior's Hessian at the
/// mode, that of the pseudo-prior p(theta) prod_n B_n(theta), or the identity.
Kernel make_kernel(const RunConfig::Sampler& sampler, const Problem& problem);

}  // namespace photinus
