#pragma once

#include <vector>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// The product of all rows' bounds, collapsed: with delta = theta - reference,
///   sum_n log B_n(theta) = constant + gradient'delta - delta' curvature delta / 2,
/// all constants kept. Maclaurin & Adams (2014), section 3.1.
///
/// Centred on the anchor: expanded about the origin the same sum would lose the digits that
/// gradient and curvature terms share.
struct BoundStatistics {
  Vector reference;
  double constant = 0.0;
  Vector gradient;
  Matrix curvature;

  int dimension() const { return static_cast<int>(reference.size()); }
  double log_bound(const Vector& theta) const;
  /// log bound, with its gradient added to `sum`.
  double log_bound(const Vector& theta, Vector& sum) const;
};

/// Numbers in a block's share of the statistics: 1 constant, P gradient, P (P + 1) / 2 curvature.
constexpr int statistics_size(int p) { return 1 + p + packed_size(p); }

/// Statistics from their summed numbers.
BoundStatistics make_statistics(const Vector& reference, const std::vector<double>& sums);

}  // namespace photinus
