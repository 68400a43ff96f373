#pragma once

#include <vector>

#include "photinus/evidence/smc.hpp"

namespace photinus {

/// Betas from 0 to 1, as many as needed, that are equally far apart in thermodynamic length, the
/// integral of sd(log L) d beta: so a given number of steps has the least variance of log w (Gelman
/// & Meng 1998; Grosse, Maddison & Salakhutdinov 2013), length^2 / steps, which is to be
/// `weight_variance`. The length is summed over small steps from a to b, each of
///   sqrt(-log((sum L^b)^2 / (sum L^a sum L^(2b - a)))),
/// which is (b - a) sd(log L) where log L is normal, and finite where it has no variance; the sums
/// are over the particles of the level above, and its beta is where a and b are counted from.
std::vector<double> equal_length_betas(const std::vector<SmcLevel>& levels, double weight_variance);

}  // namespace photinus
