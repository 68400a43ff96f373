#include "photinus/bound/trust_region.hpp"

#include <cmath>
#include <utility>

#include "photinus/base/scratch.hpp"

namespace photinus {

TrustRegion::TrustRegion(Vector reference, const Matrix& precision, double radius, bool endless)
    : reference_(std::move(reference)),
      root_(Matrix(precision.llt().matrixU())),
      radius_(radius),
      endless_(endless) {}

double TrustRegion::distance(const Vector& theta) const {
  const auto p = static_cast<int>(reference_.size());
  Scratch delta(p);
  for (int j = 0; j < p; ++j) delta.data()[j] = theta[j] - reference_[j];
  return std::sqrt(root_.squared_norm(delta.data()));
}

int TrustRegion::shell_at(double distance) const {
  double reach = radius_;
  for (int k = 0; k + 1 < shells(); ++k, reach *= 2.0)
    if (distance <= reach) return k;
  return shells() - 1;
}

double TrustRegion::reach(int shell) const {
  return shell + 1 < shells() ? std::ldexp(radius_, shell) : everywhere;
}

}  // namespace photinus
