#pragma once

#include "photinus/base/blocked_matrix.hpp"
#include "photinus/bound/row_facts.hpp"

namespace photinus {

/// Nested ellipsoids about a reference theta, within which bounds need to hold: shell k reaches to
///   sqrt((theta - reference)' H (theta - reference)) <= radius 2^k,
/// and the last shell everywhere: the fifth, or with `endless`, for families without a bound that
/// holds everywhere, the one whose radius overflows. The bound of a theta is that of the smallest
/// ellipsoid around it, a function of theta below the likelihood on every side of every boundary:
/// the target is exact.
class TrustRegion {
 public:
  static constexpr int ellipsoids = 4;  ///< not `endless`

  TrustRegion() = default;
  /// `radius` = everywhere: one shell without limits. H = precision, positive definite.
  TrustRegion(Vector reference, const Matrix& precision, double radius, bool endless = false);

  const Vector& reference() const { return reference_; }
  double radius() const { return radius_; }
  double distance(const Vector& theta) const;
  bool endless() const { return endless_; }
  int shells() const {
    return radius_ == everywhere ? 1 : (endless_ ? most_ellipsoids : ellipsoids) + 1;
  }
  int shell(const Vector& theta) const { return shells() == 1 ? 0 : shell_at(distance(theta)); }
  int shell_at(double distance) const;
  /// How far the shell's bounds hold.
  double reach(int shell) const;

 private:
  static constexpr int most_ellipsoids = 2100;  // the least double doubled so often is infinite

  Vector reference_;
  BlockedMatrix root_;  // L' with L L' = H
  double radius_ = everywhere;
  bool endless_ = false;
};

}  // namespace photinus
