#pragma once

#include <cstdint>

#include "photinus/model/predictor_shape.hpp"

// What a shard keeps beside its rows, by formula. In bytes.
namespace photinus {

/// The FactTable of so many rows.
double facts_bytes(std::int64_t rows, const PredictorShape& shape);
/// Where the rows stand on the WidthAxis.
double axis_bytes(std::int64_t rows);
/// The BrightSets of so many replicas.
double bright_bits_bytes(std::int64_t rows, std::int64_t blocks, int replicas);
/// Of one bright row of a replica: in the lists of what was evaluated last, before and now.
double evaluated_row_bytes(const PredictorShape& shape);

/// The numbers that a sum of values, gradients and curvatures has.
double curvature_sum_size(const PredictorShape& shape);
/// While such a sum is taken over rows and sent on: partial sums, the exact sum, its message.
double summing_bytes(const PredictorShape& shape);

}  // namespace photinus
