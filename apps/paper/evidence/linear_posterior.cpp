#include "linear_posterior.hpp"

#include <cmath>

namespace photinus::paper::evidence {

LinearPosterior linear_posterior(const DataTable& table, std::int64_t rows) {
  Matrix x(rows, table.columns() + 1);
  x << table.x.topRows(rows), Vector::Ones(rows);
  const Eigen::Map<const Vector> y(table.y.data(), rows);
  const Matrix precision = Matrix::Identity(x.cols(), x.cols()) + x.transpose() * x;
  const Eigen::LLT<Matrix> factor(precision);
  const Vector mean = factor.solve(x.transpose() * y);
  const double log_det = 2.0 * factor.matrixLLT().diagonal().array().log().sum();
  const double misfit = y.squaredNorm() - mean.dot(precision * mean);
  const double constant = static_cast<double>(rows) * std::log(2.0 * M_PI);
  return {-0.5 * (constant + log_det + misfit), mean, precision};
}

}  // namespace photinus::paper::evidence
