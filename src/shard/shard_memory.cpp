#include "photinus/shard/shard_memory.hpp"

#include "photinus/firefly/bright_set.hpp"

namespace photinus {

double facts_bytes(std::int64_t rows, const PredictorShape& shape) {
  const int numbers = shape.predictors + 2 * shape.pairs() + 1;
  return 4.0 * numbers * static_cast<double>(rows);
}

double axis_bytes(std::int64_t rows) {
  constexpr double rows_together = 16.0;
  return 8.0 * (static_cast<double>(rows) / rows_together + 1.0);
}

double bright_bits_bytes(std::int64_t rows, std::int64_t blocks, int replicas) {
  const double bits = static_cast<double>(rows) / 8.0;
  return replicas * (bits + static_cast<double>(blocks) * sizeof(BrightSet));
}

double evaluated_row_bytes(const PredictorShape& shape) {
  constexpr double lists = 4.0;
  return lists * 8.0 * (2.0 + 2.0 * shape.predictors);
}

double curvature_sum_size(const PredictorShape& shape) {
  return 1.0 + shape.coefficients() +
         static_cast<double>(shape.pairs()) * shape.inputs *
             (static_cast<double>(shape.inputs) + 1.0) / 2.0;
}

// An exact sum has about five words of 8 bytes for a number; it stands in memory, in the archive
// that it is written to, which grows by doubling, and in the message.
double summing_bytes(const PredictorShape& shape) {
  constexpr double partial = 3.0 * 8.0, exact = 5.0 * 8.0 + 1.0, copies = 3.0;
  return curvature_sum_size(shape) * (partial + copies * exact);
}

}  // namespace photinus
