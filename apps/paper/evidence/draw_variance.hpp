#pragma once

#include <cstdint>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/sequential_settings.hpp"

namespace photinus::paper::evidence {

/// How wide the sequential estimator's draws are on the linear regression: their mean square
/// distance from the posterior's mean, in its standard deviations; 1 were they exact. Walkers begin
/// with exact draws of the posterior of 9/10 of the rows and meet the others in one chunk: 1,000
/// of them with our settings; 200 with the published ones, which take 100 steps.
double draw_variance(EvidenceModel& model, std::int64_t rows, std::uint64_t data_seed,
                     SequentialSettings settings);

}  // namespace photinus::paper::evidence
