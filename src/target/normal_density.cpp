#include "photinus/target/normal_density.hpp"

#include <utility>

#include "photinus/base/elementary.hpp"

namespace photinus {

NormalDensity::NormalDensity(Vector mean, const Matrix& precision)
    : mean_(std::move(mean)), precision_(precision), root_(precision.llt().matrixL()) {
  log_normalizer_ = half_log_2_pi * static_cast<double>(mean_.size());
  for (Eigen::Index j = 0; j < mean_.size(); ++j) log_normalizer_ -= log(root_(j, j));
}

double NormalDensity::kernel(const Vector& theta) const {
  const Vector away = theta - mean_;
  Vector slope(away.size());
  precision_.multiply(away.data(), slope.data());
  return -0.5 * away.dot(slope);
}

void NormalDensity::add_gradient(const Vector& theta, double factor, Vector& sum) const {
  const Vector away = theta - mean_;
  Vector slope(away.size());
  precision_.multiply(away.data(), slope.data());
  sum -= factor * slope;
}

Vector NormalDensity::draw(Stream& stream) const {
  Vector z(mean_.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = stream.normal();
  return mean_ + root_.triangularView<Eigen::Lower>().transpose().solve(z);
}

}  // namespace photinus
