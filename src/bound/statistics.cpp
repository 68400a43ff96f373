#include "photinus/bound/statistics.hpp"

namespace photinus {

double BoundStatistics::log_bound(const Vector& theta) const {
  const Vector delta = theta - reference;
  const Vector bent = curvature * delta;
  return constant + delta.dot(gradient - 0.5 * bent);
}

double BoundStatistics::log_bound(const Vector& theta, Vector& sum) const {
  const Vector delta = theta - reference;
  const Vector bent = curvature * delta;
  sum += gradient - bent;
  return constant + delta.dot(gradient - 0.5 * bent);
}

BoundStatistics make_statistics(const Vector& reference, const std::vector<double>& sums) {
  const int p = static_cast<int>(reference.size());
  return {reference, sums[0], Eigen::Map<const Vector>(sums.data() + 1, p),
          unpack_symmetric(sums.data() + 1 + p, p)};
}

}  // namespace photinus
