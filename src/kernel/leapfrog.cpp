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
  point.acceleration.noalias() = metric.covariance * state.gradient;
}

}  // namespace

PaddedMetric::PaddedMetric(const Metric& metric)
    : covariance(padded(metric.covariance)), precision_root(padded(metric.precision_root)) {}

PhasePoint with_fresh_momentum(Stream& stream, const State& state, const PaddedMetric& metric) {
  const Vector z = normals(stream, state.theta.size());
  PhasePoint point{state, {}, {}, {}};
  point.momentum.noalias() = metric.precision_root * z;
  point.velocity.noalias() = metric.covariance * point.momentum.head(z.size());
  point.acceleration.noalias() = metric.covariance * state.gradient;
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
