#pragma once

#include "photinus/model/predictor_shape.hpp"

// What the coordinator keeps of the posterior's curvature, by formula. In bytes.
namespace photinus {

/// While the mode is searched, beside what summing takes: matrices of parameters x parameters.
double mode_search_bytes(int parameters);
/// The same while the bounds are collapsed.
double bound_search_bytes(int parameters);
/// Afterwards: the precision at the mode, the metric of the kernel, and where there are bounds
/// their statistics and the trust region.
double mode_bytes(int parameters, bool bounds);

}  // namespace photinus
