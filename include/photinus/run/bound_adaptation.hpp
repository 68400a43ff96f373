#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "photinus/run/run_state.hpp"
#include "photinus/target/bound_surface.hpp"

namespace photinus {

/// Warm-up iterations after which the bounds are looked at.
bool time_to_adapt_bounds(std::int64_t iteration, std::int64_t warmup);

/// What the draws [first, last) of all chains say about the bounds: a better choice where the
/// chains come near the end of the innermost ellipsoid, where their mean lies off the reference, or
/// where they spread otherwise than the metric expects; nothing where the choice is good.
std::optional<BoundChoice> better_choice(const std::vector<ChainDraws>& draws, std::size_t first,
                                         std::size_t last, const BoundSurface& surface);

}  // namespace photinus
