#include "photinus/bound/statistics.hpp"

#include "photinus/base/elementary.hpp"
#include "photinus/base/lanes.hpp"
#include "photinus/base/scratch.hpp"

namespace photinus {

// The quadratic at theta; `slope` becomes its gradient.
double BoundStatistics::quadratic(const Vector& theta, double* slope) const {
  const auto p = static_cast<int>(reference.size());
  Scratch delta(p), mean(p);
  for (int j = 0; j < p; ++j) delta.data()[j] = theta[j] - reference[j];
  product.multiply(delta.data(), slope);
  for (int j = 0; j < p; ++j) {
    mean.data()[j] = gradient[j] - 0.5 * slope[j];
    slope[j] = gradient[j] - slope[j];
  }
  return constant + dot(mean.data(), delta.data(), p);
}

double BoundStatistics::log_bound(const Vector& theta) const {
  Scratch slope(static_cast<int>(reference.size()));
  const double value = quadratic(theta, slope.data());
  if (!sampled_scale) return value;
  const double tau = theta[theta.size() - 1];
  return offset - rows * tau + exp(-2.0 * tau) * value;
}

double BoundStatistics::log_bound(const Vector& theta, Vector& sum) const {
  const auto p = static_cast<int>(reference.size());
  Scratch slope(p);
  const double value = quadratic(theta, slope.data());
  const double tau = sampled_scale ? theta[p] : 0.0;
  const double scale = sampled_scale ? exp(-2.0 * tau) : 1.0;
  for (int j = 0; j < p; ++j) sum[j] += scale * slope.data()[j];
  if (!sampled_scale) return value;
  sum[p] += -rows - 2.0 * scale * value;
  return offset - rows * tau + scale * value;
}

Matrix BoundStatistics::precision(const Vector& theta) const {
  if (!sampled_scale) return curvature;
  const Eigen::Index p = reference.size();
  Vector slope(p);
  const double value = quadratic(theta, slope.data());
  const double scale = exp(-2.0 * theta[p]);
  Matrix all(p + 1, p + 1);
  all.topLeftCorner(p, p) = scale * curvature;
  all.col(p).head(p) = 2.0 * scale * slope;
  all.row(p).head(p) = all.col(p).head(p).transpose();
  all(p, p) = -4.0 * scale * value;
  return all;
}

namespace {

// Every pair has the same matrix M: sum_{k<l} (e_k - e_l)(e_k - e_l)' (x) M.
std::vector<double> repeated(const double* packed, const PredictorShape& shape) {
  std::vector<double> all;
  for (int j = 0; j < shape.pairs(); ++j)
    all.insert(all.end(), packed, packed + packed_size(shape.inputs));
  return all;
}

}  // namespace

BoundStatistics make_statistics(const Vector& reference, const PredictorShape& shape,
                                const std::vector<double>& sums) {
  const int p = shape.coefficients();
  const double* packed = sums.data() + 1 + p;
  const bool uniform = static_cast<int>(sums.size()) != StatisticsShape{shape, false}.size();
  const Matrix curvature = uniform ? unpack_curvature(repeated(packed, shape).data(), shape)
                                   : unpack_curvature(packed, shape);
  return {reference.head(p),
          sums[0],
          Eigen::Map<const Vector>(sums.data() + 1, p),
          curvature,
          BlockedMatrix(curvature),
          reference.size() > p,
          sums[sums.size() - 2],
          sums.back()};
}

}  // namespace photinus
