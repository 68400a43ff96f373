#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// An autoregression x_t - mean = sum_k coefficients[k] (x_(t-1-k) - mean) + noise.
struct Autoregression {
  std::vector<double> coefficients;
  double noise_variance = 0.0;
};

/// R's ar(x): the Yule-Walker equations solved by Levinson's recursion, the order from 0 to
/// floor(10 log10 n) by Akaike's criterion n log(noise variance) + 2 order, the noise variance of
/// that order times n / (n - order - 1). A constant series has order 0 and noise variance 0.
Autoregression fit_autoregression(std::span<const double> x);

/// effectiveSize of R's package coda (Plummer, Best, Cowles & Vines 2006), the estimator of
/// Maclaurin & Adams (2014): the sum over the chains of n var(x) / spectrum(0), with the spectral
/// density at 0 of the autoregression, noise_variance / (1 - sum of coefficients)^2. As coda has
/// it, 0 for a chain that is constant or a straight line; nothing bounds it by the number of draws.
double coda_ess(const Chains& chains);

}  // namespace photinus
