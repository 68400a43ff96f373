#pragma once

#include <cstdint>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/evidence/sequential_settings.hpp"

namespace photinus::paper::evidence {

/// How wide the sequential estimator's draws are on the linear regression: their mean square
/// distance from the posterior's mean, in its standard deviations; 1 were they exact. Walkers begin
/// with exact draws of the posterior of all rows but those of one chunk, and meet these: 1,000 of
/// them with our settings; 200 with the published ones, which take 100 steps.
double draw_variance(EvidenceModel& model, std::int64_t rows, std::uint64_t data_seed,
                     SequentialSettings settings);

/// Of that chunk: 500 as in the paper, or a tenth where rows are few.
std::int64_t last_chunk(std::int64_t rows);

/// What theory expects of the published settings: 1 + (m^2/n) V/2,000, m being the rows before the
/// chunk and n all, times what the step adds. V, a gradient's variance in units of its row's
/// information, is 1 where the model is true.
double expected_of_published(std::int64_t rows);

}  // namespace photinus::paper::evidence
