#pragma once

#include <vector>

namespace photinus {

/// The draws of one scalar: one inner vector per chain, all of the same length.
using Chains = std::vector<std::vector<double>>;

}  // namespace photinus
