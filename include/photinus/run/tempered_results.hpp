#pragma once

#include <vector>

#include "photinus/output/netcdf_file.hpp"
#include "photinus/output/run_summary.hpp"
#include "photinus/run/home_problem.hpp"

namespace photinus {

/// The draws of a ladder's coldest rung, its swaps in group `tempering`, and the warm-up of both.
NetcdfFile tempered_draws_file(const TemperedProblem& problem, const RunConfig& config,
                               const TemperedSampler& sampler);

/// All that is known of a run but ranks and seconds.
RunSummary summarize_tempered(const TemperedProblem& problem, const RunConfig& config,
                              const TemperedSampler& sampler);

}  // namespace photinus
