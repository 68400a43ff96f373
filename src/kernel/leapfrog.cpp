#include "leapfrog.hpp"

#include "normals.hpp"

namespace photinus {

namespace {

Matrix padded(const Matrix& matrix) {
  const Eigen::Index rows = (matrix.rows() + 3) / 4 * 4;
  Matrix result = Matrix::Zero(rows, matrix.cols());
  result.topRows(matrix.rows()) = matrix;
  return result;
}

void kick(PhasePoint& point, double duration) {
  point.momentum.head(point.state.gradient.size()) += duration * point.state.gradient;
  point.velocity += duration * point.acceleration;
}

void drift(PhasePoint& point, LogDensity& target, const PaddedMetric& metric, double duration) {
  State& state = point.state;
  state.theta += duration * point.velocity.head(state.theta.size());
  state.log_density = target.value(state.theta, state.gradient);
  metric.multiply(state.gradient, point.acceleration);
}

}  // namespace

PaddedMetric::PaddedMetric(const Metric& metric)
    : covariance(padded(metric.covariance)),
      precision_root(padded(metric.precision_root)),
      identity(metric.covariance.isIdentity(0.0)) {}

void PaddedMetric::multiply(const Matrix& matrix, const Eigen::Ref<const Vector>& x,
                            Vector& out) const {
  if (!identity) {
    out.noalias() = matrix * x;
    return;
  }
  out.setZero(matrix.rows());
  out.head(x.size()) = x;
}

PhasePoint with_fresh_momentum(Stream& stream, const State& state, const PaddedMetric& metric) {
  const Vector z = normals(stream, state.theta.size());
  PhasePoint point{state, {}, {}, {}};
  metric.multiply(metric.precision_root, z, point.momentum);
  metric.multiply(point.momentum.head(z.size()), point.velocity);
  metric.multiply(state.gradient, point.acceleration);
  return point;
}

void leapfrog(PhasePoint& point, LogDensity& target, const PaddedMetric& metric, double step_size) {
  kick(point, 0.5 * step_size);
  drift(point, target, metric, step_size);
  kick(point, 0.5 * step_size);
}

void two_stage_step(PhasePoint& point, LogDensity& target, const PaddedMetric& metric,
                    double step_size) {
  constexpr double b = 0.21178;
  kick(point, 2.0 * b * step_size);
  drift(point, target, metric, step_size);
  kick(point, 2.0 * (1.0 - 2.0 * b) * step_size);
  drift(point, target, metric, step_size);
  kick(point, 2.0 * b * step_size);
}

}  // namespace photinus
