#pragma once

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// Independent normal priors theta_j ~ N(0, scale_j^2); an infinite scale is a flat prior.
class NormalPrior {
 public:
  NormalPrior() = default;
  explicit NormalPrior(Vector scales);

  int dimension() const { return static_cast<int>(precision_.size()); }
  /// 1 / scale_j^2, 0 where flat.
  const Vector& precision() const { return precision_; }
  bool is_flat(int j) const { return precision_[j] == 0.0; }
  bool has_flat() const;

  /// log p(theta) = sum over the j that are not flat of
  /// -theta_j^2 / (2 scale_j^2) - log(scale_j) - log(2 pi) / 2.
  double log_density(const Vector& theta) const;
  Vector gradient(const Vector& theta) const { return -precision_.cwiseProduct(theta); }

 private:
  Vector precision_;
  double log_normalizer_ = 0.0;
};

}  // namespace photinus
