#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// A normal law of theta.
struct NormalLaw {
  Vector mean;
  Matrix root;  ///< R with R R' the covariance, lower triangular

  Vector draw(Stream& stream) const {
    Vector z(mean.size());
    for (double& number : z) number = stream.normal();
    return mean + root * z;
  }
  /// The z with mean + R z = theta: standard normal if theta has this law.
  Vector standardized(const Vector& theta) const {
    return root.triangularView<Eigen::Lower>().solve(theta - mean);
  }
};

/// Row n's likelihood is exp(shift_n' theta - theta' precision_n theta / 2), the prior's N(0, s^2
/// I).
struct Conjugate {
  std::vector<Matrix> precision;
  std::vector<Vector> shift;
  double prior_precision = 1.0;

  int dimension() const { return static_cast<int>(shift.front().size()); }
  std::vector<std::int32_t> all_rows() const {
    std::vector<std::int32_t> rows(shift.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
  }

  /// Of density p(rows | theta)^likelihood_power p(theta)^prior_power.
  NormalLaw law(const std::vector<std::int32_t>& rows, double likelihood_power,
                double prior_power) const {
    Matrix sum = prior_power * prior_precision * Matrix::Identity(dimension(), dimension());
    Vector linear = Vector::Zero(dimension());
    for (const std::int32_t row : rows) {
      sum += likelihood_power * precision[static_cast<std::size_t>(row)];
      linear += likelihood_power * shift[static_cast<std::size_t>(row)];
    }
    const Matrix covariance = sum.inverse();
    return {covariance * linear, covariance.llt().matrixL()};
  }
};

/// The mean of a normal of known covariance.
inline Conjugate mean_of_normal(const SmallData& data, const Matrix& covariance, double scale) {
  Conjugate model{{}, {}, 1.0 / (scale * scale)};
  const Matrix precision = covariance.inverse();
  for (std::size_t n = 0; n < data.y.size(); ++n) {
    const Eigen::Map<const Vector> x(data.x.data() + n * static_cast<std::size_t>(data.columns),
                                     data.columns);
    model.precision.push_back(precision);
    model.shift.emplace_back(precision * x);
  }
  return model;
}

/// Linear regression with an intercept and residuals of standard deviation sigma.
inline Conjugate linear_regression(const SmallData& data, double sigma, double scale) {
  Conjugate model{{}, {}, 1.0 / (scale * scale)};
  const double weight = 1.0 / (sigma * sigma);
  for (std::size_t n = 0; n < data.y.size(); ++n) {
    Vector x = Vector::Ones(data.columns + 1);
    for (int j = 0; j < data.columns; ++j)
      x[j] = data.x[n * static_cast<std::size_t>(data.columns) + static_cast<std::size_t>(j)];
    model.precision.emplace_back(weight * x * x.transpose());
    model.shift.emplace_back(weight * data.y[n] * x);
  }
  return model;
}

}  // namespace photinus
