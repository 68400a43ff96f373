#pragma once

#include <optional>

#include "photinus/evidence/path_draws.hpp"
#include "photinus/run/tempered_sampler.hpp"

namespace photinus {

/// The run whose rungs lead from the prior to the posterior for `photinus evidence`: parallel
/// tempering of full data, as config.evidence has it; the prior is not one of its rungs.
RunConfig ladder_config(RunConfig config);

/// What a ladder of likelihood powers tells of the path from its hottest rung to the posterior:
/// log L of all draws after warm-up, by rung and chain.
PathDraws path_draws(const RunConfig& config, const TemperedSampler& sampler);

/// log of the posterior's normaliser over that of the hottest rung, by bridge sampling; nothing
/// where the ladder is of another kind, has one rung, or where draws are too few for an error.
std::optional<EvidenceEstimate> ladder_ratio(const RunConfig& config, const TemperingPlan& plan,
                                             const TemperedSampler& sampler);

}  // namespace photinus
