#pragma once

#include <string>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// A number, or the reason why there is none (the value is then NaN): "too few draws",
/// "not finite", "constant", or "constant ..." where only a transform of the draws is.
struct Diagnostic {
  double value;
  std::string reason;

  bool available() const { return reason.empty(); }
};

// Convergence diagnostics of Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021),
// "Rank-normalization, folding, and localization: an improved R-hat for assessing convergence of
// MCMC", Bayesian Analysis 16, 667. Every chain is split into halves first. Chains of unequal
// lengths are an internal Failure.

/// The larger of the split R-hats of the normal scores and of the folded normal scores.
Diagnostic r_hat(const Chains& chains);
/// Effective sample size of the normal scores: how well the chains tell location.
Diagnostic ess_bulk(const Chains& chains);
/// The smaller of the effective sample sizes of the indicators x <= q5 and x <= q95.
Diagnostic ess_tail(const Chains& chains);
/// Effective sample size of the draws themselves.
Diagnostic ess_mean(const Chains& chains);
/// Monte Carlo standard error of the mean: sd / sqrt(ess_mean).
Diagnostic mcse_mean(const Chains& chains);
/// Monte Carlo standard error of the standard deviation, from the effective sample size of the
/// squared deviations d2 by the delta method: sqrt((mean(d2^2) - mean(d2)^2) / ESS / mean(d2)) / 2.
Diagnostic mcse_sd(const Chains& chains);

// Pooled over the chains. A constant series has these, with sd = 0.

Diagnostic mean(const Chains& chains);
/// With divisor S - 1.
Diagnostic sd(const Chains& chains);
/// Type 7, 0 <= p <= 1.
Diagnostic quantile(const Chains& chains, double p);

}  // namespace photinus
