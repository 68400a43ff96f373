#include "photinus/evidence/path_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

constexpr double gain = 2.0;

Matrix weighted_covariance(const std::vector<PathPoint>& points,
                           const std::vector<double>& weights) {
  const Eigen::Index p = points.front().theta.size();
  Vector mean = Vector::Zero(p);
  for (std::size_t i = 0; i < points.size(); ++i) mean += weights[i] * points[i].theta;
  Matrix covariance = Matrix::Zero(p, p);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector residual = points[i].theta - mean;
    covariance += weights[i] * residual * residual.transpose();
  }
  return covariance;
}

}  // namespace

void PathKernel::adapt(double acceptance_rate) {
  if (kernel.target_acceptance == 0.0) return;
  step_size *= exp(gain * (acceptance_rate - kernel.target_acceptance));
  step_size = std::min(step_size, kernel.longest_step_size);
}

PathMove move(EvidenceModel& model, double beta, const Kernel& kernel, double step_size,
              const PathPoint& from, Stream& stream) {
  PowerDensity target(model, beta);
  State state{from.theta, from.log_density(beta), {}};
  if (kernel.needs_gradient) state.gradient = from.gradient(beta);
  Transition next = kernel.transition(stream, state, target, step_size);
  const bool stayed = next.state.theta == from.theta;
  return {stayed ? from : target.point_at(next.state.theta), next.info.acceptance_rate};
}

Matrix population_precision(const std::vector<PathPoint>& points,
                            const std::vector<double>& weights) {
  const Matrix covariance = weighted_covariance(points, weights);
  const auto p = static_cast<double>(covariance.rows());
  double squares = 0.0;
  for (const double weight : weights) squares += weight * weight;
  const double shrinkage = (p + 1.0) / (p + 1.0 + 1.0 / squares);
  Matrix shrunk = (1.0 - shrinkage) * covariance;
  // A coordinate in which all points agree has no scale of its own.
  shrunk.diagonal() = covariance.diagonal().unaryExpr(
      [](double variance) { return variance > 0.0 ? variance : 1.0; });
  return shrunk.llt().solve(Matrix::Identity(shrunk.rows(), shrunk.cols()));
}

}  // namespace photinus
