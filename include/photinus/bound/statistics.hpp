#pragma once

#include <vector>

#include "photinus/base/blocked_matrix.hpp"
#include "photinus/model/predictor_shape.hpp"

namespace photinus {

/// The product of all rows' bounds, collapsed: with delta = theta - reference,
///   sum_n log B_n(theta) = constant + gradient'delta - delta' curvature delta / 2,
/// all constants kept, slack among them. Maclaurin & Adams (2014), section 3.1.
///
/// Where the scale of the residuals is a parameter, tau = log sigma stands after the coefficients
/// in theta, reference, gradient and curvature are the coefficients' alone, and
///   sum_n log B_n(theta) = offset - rows tau
///     + exp(-2 tau) [constant + gradient'delta - delta' curvature delta / 2].
///
/// Centred on the anchor: expanded about the origin the same sum would lose the digits that
/// gradient and curvature terms share.
struct BoundStatistics {
  Vector reference;
  double constant = 0.0;
  Vector gradient;
  Matrix curvature;
  BlockedMatrix product;  ///< curvature, for products
  bool sampled_scale = false;
  double offset = 0.0;
  double rows = 0.0;  ///< sum of their weights

  double log_bound(const Vector& theta) const;
  /// log bound, with its gradient added to `sum`.
  double log_bound(const Vector& theta, Vector& sum) const;
  /// Minus the Hessian of the log bound at theta, in all of theta's parameters.
  Matrix precision(const Vector& theta) const;

 private:
  double quadratic(const Vector& theta, double* slope) const;
};

/// The numbers that are summed over rows for the statistics. Where the bounds' curvature is one
/// number for all pairs, rows and thetas (Boehning's), a single D x D matrix stands for those of
/// all pairs.
struct StatisticsShape {
  PredictorShape predictors;
  bool uniform = false;

  int matrices() const { return uniform ? 1 : predictors.pairs(); }
  /// Numbers in a block's share: 1 constant, P gradient, the packed matrices; 1 offset; 1 sum of
  /// the rows' weights.
  int size() const {
    return 3 + predictors.coefficients() + matrices() * packed_size(predictors.inputs);
  }
};

/// Statistics from the sums of either StatisticsShape; `reference` may end with log sigma.
BoundStatistics make_statistics(const Vector& reference, const PredictorShape& shape,
                                const std::vector<double>& sums);

}  // namespace photinus
