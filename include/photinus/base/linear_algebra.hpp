#pragma once

#include <Eigen/Dense>

namespace photinus {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Makes Eigen's products independent of the processor.
///
/// Eigen blocks its products by the cache sizes that it finds, and the order of its sums follows.
/// Called at the start of every program, before the first product.
void fix_cache_sizes();

/// The entries of a symmetric P x P matrix that stand on and above its diagonal, row by row.
constexpr int packed_size(int p) { return p * (p + 1) / 2; }
Matrix unpack_symmetric(const double* packed, int p);

}  // namespace photinus
