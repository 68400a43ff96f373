#include "photinus/bound/trust_region.hpp"

#include <cmath>
#include <utility>

#include "photinus/base/scratch.hpp"

namespace photinus {

TrustRegion::TrustRegion(Vector reference, const Matrix& precision, double radius)
    : reference_(std::move(reference)), root_(Matrix(precision.llt().matrixU())), radius_(radius) {}

double TrustRegion::distance(const Vector& theta) const {
  const auto p = static_cast<int>(reference_.size());
  Scratch delta(p);
  for (int j = 0; j < p; ++j) delta.data()[j] = theta[j] - reference_[j];
  return std::sqrt(root_.squared_norm(delta.data()));
}

int TrustRegion::shell_at(double distance) const {
  if (radius_ == everywhere) return 0;
  for (int k = 0; k < ellipsoids; ++k)
    if (distance <= reach(k)) return k;
  return ellipsoids;
}

double TrustRegion::reach(int shell) const {
  if (radius_ == everywhere || shell >= ellipsoids) return everywhere;
  double reach = radius_;
  for (int k = 0; k < shell; ++k) reach *= 2.0;
  return reach;
}

}  // namespace photinus
