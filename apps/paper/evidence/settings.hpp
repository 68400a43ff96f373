#pragma once

#include "cases.hpp"
#include "photinus/evidence/nested_sampling.hpp"
#include "photinus/evidence/sequential_settings.hpp"

namespace photinus::paper::evidence {

/// Of the two sequential methods.
SequentialSettings sequential_settings(Method method);
/// Of the three that nest.
NestedSettings nested_settings(Method method);

}  // namespace photinus::paper::evidence
