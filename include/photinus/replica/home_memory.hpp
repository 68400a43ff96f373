#pragma once

#include <cstdint>
#include <vector>

#include "photinus/model/predictor_shape.hpp"
#include "photinus/tempering/ladder.hpp"

// What the homes of replicas keep, by formula. In bytes.
namespace photinus {

/// A bright row at its home, of `filled` features: what is evaluated, and its bound.
double home_row_bytes(const PredictorShape& shape, double filled);
/// The row orders of one chain whose rungs see so many rows.
double row_orders_bytes(LadderKind kind, const std::vector<std::int64_t>& subsets);

}  // namespace photinus
