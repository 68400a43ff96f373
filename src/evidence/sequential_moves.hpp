#pragma once

#include "photinus/evidence/sequential.hpp"

namespace photinus {

/// What the random numbers between chunks are for.
enum class SequentialUse : std::uint8_t { prior_draws, resampling, curvature, noise };

Stream sequential_numbers(const SequentialState& state, SequentialUse use, std::size_t index = 0);

/// Theta with a velocity about as SGHMC's are: N(0, eta) in every coordinate.
Walker resting_walker(const Vector& theta, double step_size, Stream& stream);

/// Leaves of the draws the walkers that will move: drawn anew by these weights of theirs, or the
/// last ones.
void choose_walkers(SequentialState& state, const std::vector<double>& log_weights);

/// Moves the walkers by SGHMC on p(theta | rows [0, chunk.last)), and makes draws of them.
void move_walkers(EvidenceModel& model, SequentialState& state, RowRange chunk);

}  // namespace photinus
