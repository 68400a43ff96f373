#include <cmath>

#include "photinus/kernel/kernel.hpp"

namespace photinus {

Metric precision_metric(const Matrix& precision) {
  const Eigen::Index p = precision.rows();
  const Matrix root = precision.llt().matrixL();
  const Matrix inverse =
      root.triangularView<Eigen::Lower>().solve(Matrix::Identity(p, p)).transpose();
  const Matrix covariance = inverse * inverse.transpose();
  const Matrix covariance_root = covariance.llt().matrixL();
  return {covariance, covariance_root, root, 1.0, 1.0};
}

Metric identity_metric(const Matrix& precision) {
  const Eigen::Index p = precision.rows();
  const Matrix identity = Matrix::Identity(p, p);
  const Matrix covariance = precision.llt().solve(identity);
  return {identity, identity, identity, std::sqrt(covariance.diagonal().maxCoeff()),
          1.0 / std::sqrt(precision.diagonal().maxCoeff())};
}

}  // namespace photinus
