#pragma once

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// A density on R^P, known up to its normaliser, as kernels see it.
///
/// Where `value` is not finite, kernels reject.
class LogDensity {
 public:
  virtual ~LogDensity() = default;

  virtual int dimension() const = 0;
  virtual double value(const Vector& theta) = 0;
  /// The value, its gradient (P) written to `gradient`.
  virtual double value(const Vector& theta, Vector& gradient) = 0;
};

}  // namespace photinus
