#pragma once

#include <vector>

#include "photinus/base/blocked_matrix.hpp"

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
  double rows = 0.0;

  double log_bound(const Vector& theta) const;
  /// log bound, with its gradient added to `sum`.
  double log_bound(const Vector& theta, Vector& sum) const;
  /// Minus the Hessian of the log bound at theta, in all of theta's parameters.
  Matrix precision(const Vector& theta) const;

 private:
  double quadratic(const Vector& theta, double* slope) const;
};

/// Numbers in a block's share of the statistics of P coefficients: 1 constant, P gradient,
/// P (P + 1) / 2 curvature; 1 offset.
constexpr int statistics_size(int p) { return 2 + p + packed_size(p); }

/// Statistics from their summed numbers; `reference` may end with log sigma.
BoundStatistics make_statistics(const Vector& reference, int coefficients, double rows,
                                const std::vector<double>& sums);

}  // namespace photinus
