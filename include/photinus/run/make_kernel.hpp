#pragma once

#include "photinus/kernel/make_kernel.hpp"
#include "photinus/run/problem.hpp"

namespace photinus {

/// What the config says of the kernel.
KernelSettings kernel_settings(const RunConfig::Sampler& sampler);

/// The kernel that the config names, with the metric that it names: the posterior's Hessian at the
/// mode, that of the pseudo-prior p(theta) prod_n B_n(theta), or the identity. Where brightness is
/// proposed together with theta, the target acceptance is 0.07 unless given (Sherlock, Thiery,
/// Roberts & Rosenthal 2015, section 3): weights vary however short the steps, which would be
/// shortened for ever in search of 0.234.
Kernel make_kernel(const RunConfig& config, const Problem& problem);

}  // namespace photinus
