#pragma once

#include <cstdint>

#include "photinus/data/table.hpp"

namespace photinus::paper::evidence {

/// y = x'w + b + e in 5 columns, e ~ N(0, 1), parameters N(0, 1).
DataTable linear_rows(std::int64_t rows, std::uint64_t seed);

/// Labels of 4 classes, p(y = k) proportional to exp(x'w_k + b_k), 10 columns, parameters N(0, 1).
DataTable softmax_rows(std::int64_t rows, std::uint64_t seed);

/// Of a GaussianMixture with parameters from its prior.
DataTable mixture_rows(int components, int columns, std::int64_t rows, std::uint64_t seed);

}  // namespace photinus::paper::evidence
