#pragma once

#include "photinus/evidence/annealed.hpp"
#include "photinus/evidence/nested_sampling.hpp"
#include "photinus/evidence/sequential_settings.hpp"
#include "photinus/evidence/smc.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

/// What the config says to the estimators; what it leaves open is theirs. A model without linear
/// predictors may have several modes, and its walkers anchors of their own.
SequentialSettings sequential_settings(const RunConfig& config, bool has_predictors);
NestedSettings nested_settings(const RunConfig& config);
SmcSettings smc_settings(const RunConfig& config);
AnnealedSettings annealed_settings(const RunConfig& config);

}  // namespace photinus
