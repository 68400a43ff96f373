#pragma once

#include <cstddef>
#include <vector>

#include "photinus/base/random.hpp"

namespace photinus {

/// Systematic resampling (Kitagawa 1996; Carpenter, Clifford & Fearnhead 1999): n indices, in
/// order, of n weights given by their logarithms, of which some are positive. With n w_i the
/// expected count of index i, its count is this rounded up or down.
std::vector<std::size_t> systematic_resample(const std::vector<double>& log_weights,
                                             Stream& stream);

}  // namespace photinus
