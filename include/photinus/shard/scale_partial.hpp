#pragma once

#include <vector>

#include "photinus/model/family.hpp"
#include "photinus/shard/block_partial.hpp"

namespace photinus {

/// What log sigma adds to a block's sums where the scale of the residuals is a parameter: the last
/// number of the gradient, and the last row of the matrix.
class ScalePartial {
 public:
  ScalePartial(int columns, int coefficients, Derivatives derivatives)
      : derivatives_(derivatives),
        coefficients_(coefficients),
        cross_(columns, {1, coefficients}, Derivatives::gradient) {}

  void clear() {
    slope_ = curvature_ = 0.0;
    cross_.clear();
  }

  /// One row: its features, and its likelihood's derivatives at eta, by how much it counts. A
  /// majorizer has no cross terms, and in the place of the curvature 2, that of a residual of one
  /// standard deviation.
  template <class Row>
  void add(double y, double eta, double slope, double curvature, double weight, Row x) {
    const ScaleDerivatives scale = scale_derivatives(y, eta, slope, curvature);
    slope_ += weight * scale.slope;
    if (derivatives_ == Derivatives::hessian) {
      curvature_ += weight * scale.curvature;
      const double cross = weight * scale.cross;
      cross_.add_slope(&cross, x);
    } else if (derivatives_ == Derivatives::majorizer) {
      curvature_ += 2.0 * weight;
    }
  }

  /// `coefficients`: value, gradient and matrix of the coefficients alone; the result has log sigma
  /// as the last parameter.
  std::vector<double> joined(const double* coefficients);

 private:
  Derivatives derivatives_;
  int coefficients_;
  double slope_ = 0.0;
  double curvature_ = 0.0;
  BlockPartial cross_;
};

}  // namespace photinus
