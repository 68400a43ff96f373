#pragma once

#include <string>
#include <vector>

#include "photinus/diagnostics/summary.hpp"
#include "photinus/output/run_summary.hpp"

namespace photinus {

/// The table of the posterior for a terminal, no line longer than `width` (at least 80) code
/// points.
///
/// A mean is given to two digits of its Monte Carlo error, quantiles to two digits of the standard
/// deviation, that one to three. Of more than 30 parameters it shows lp, |theta|, the first ones
/// and those of the rest that converged worst.
std::string posterior_table(const std::vector<ParameterSummary>& parameters, int width = 80);

/// The lines that say what a run did and how far it may be trusted; at most 80 code points each.
std::string run_lines(const RunSummary& run);

}  // namespace photinus
