#pragma once

#include <vector>

namespace photinus {

/// The effective sample size of weights L^power over their number: (sum w)^2 / (n sum w^2). Where
/// draws carry equal weights it is the conditional effective sample size of a step of `power` in
/// beta (Zhou, Johansen & Aston 2016). It falls with the power.
double effective_share(const std::vector<double>& log_likelihoods, double power);

/// The power in (0, longest] at which the effective share has fallen to `share` of what it is just
/// above 0 (1 where all likelihoods are positive); `longest` where it stays above.
double longest_power(const std::vector<double>& log_likelihoods, double share, double longest);

}  // namespace photinus
