#pragma once

#include <string>
#include <vector>

#include "run_cases.hpp"

namespace photinus::paper::tempering {

/// Tables 1 or 2 as Markdown: effective samples per second by the paper's estimator beside what the
/// paper printed, by the bulk ESS, who wins, and what was run. `name` is "table1" or "table2".
std::string efficiency_table(const std::string& name, const Measurements& measured,
                             std::int64_t largest);

/// What a draw costs relative to one of plain HMC: the table of figure 1.
std::string cost_table(const Measurements& measured, std::int64_t largest);

}  // namespace photinus::paper::tempering
