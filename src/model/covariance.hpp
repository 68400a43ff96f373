#pragma once

#include <vector>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// The covariance of `columns` columns that model.covariance gives: one variance for all of them,
/// one for each, or the matrix row by row. Its lower root C, S = C C'. Throws Failure usage naming
/// model.covariance where these are not so many numbers, or not a covariance.
Matrix covariance_root(const std::vector<double>& numbers, int columns);

}  // namespace photinus
