#pragma once

#include <vector>

namespace photinus {

/// Systematic resampling (Kitagawa 1996): which of the weighted draws each of `count` new ones is.
/// Draw i comes floor or ceil of count w_i / sum w times, in ascending order; `offset` in (0, 1).
std::vector<std::size_t> systematic_resampling(const std::vector<double>& log_weights, int count,
                                               double offset);

}  // namespace photinus
