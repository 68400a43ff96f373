#pragma once

#include <cstdint>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/data/table.hpp"

namespace photinus::paper::evidence {

/// Of a linear regression with an intercept, residuals N(0, 1) and priors N(0, 1), exact. With X (n
/// x P) and Lambda = 1 + X'X, m = Lambda^-1 X'y:
///   log Z = -n/2 log(2 pi) - log(det Lambda)/2 - (y'y - m' Lambda m)/2.
struct LinearPosterior {
  double log_z = 0.0;
  Vector mean;       ///< m
  Matrix precision;  ///< Lambda
};

/// Of the first rows of a table.
LinearPosterior linear_posterior(const DataTable& table, std::int64_t rows);

}  // namespace photinus::paper::evidence
