#pragma once

#include <string>
#include <vector>

#include "photinus/diagnostics/chains.hpp"

namespace photinus {

/// One line of the table of parameters. A number that is not available is NaN, and `reason` says
/// why the first of them is not.
struct ParameterSummary {
  std::string name;
  double mean, sd, mcse, q5, q50, q95, ess_bulk, ess_tail, r_hat;
  std::string reason;
};

ParameterSummary summarize(const std::string& name, const Chains& chains);

/// The verdict over all parameters, and one line for each criterion that fails.
struct Convergence {
  bool converged;
  std::vector<std::string> reasons;
};

/// Converged: r_hat <= 1.01, and ess_bulk and ess_tail >= 100 per chain, for every parameter
/// (Vehtari et al. 2021, section 4). A number that is not available fails.
Convergence judge(const std::vector<ParameterSummary>& parameters, int chains);

}  // namespace photinus
