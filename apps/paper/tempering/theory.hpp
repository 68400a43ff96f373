#pragma once

#include "cases.hpp"

namespace photinus::paper::tempering {

/// Exponent of a likelihood's cost in the rows.
int cost_exponent(const std::string& model);

/// Kernel evaluations of a draw relative to those of the kernel alone, with one update of the
/// posterior between tempered proposals: 2 sum_{m>=1} r_m + 1 (stt), sum_m r_m (spt), 2 M + 1 (tt),
/// M + 1 (pt), r_m = (N_m/N)^exponent. Without rows N_m/N = beta_m.
double relative_cost(Method method, const std::string& model, std::int64_t rows);
double asymptotic_relative_cost(Method method, const std::string& model);

}  // namespace photinus::paper::tempering
