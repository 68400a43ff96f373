#include "photinus/evidence/gradient_anchor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace photinus {

namespace {

constexpr double difference = 1e-5;  // relative to 1 + |theta_j|
constexpr double share = 1e-3;       // of the way from the anchor

// Minus the derivative of a gradient that is `here` at theta, made symmetric.
template <class Gradient>
Matrix precision_at(const Gradient& gradient, const Vector& theta, const Vector& here) {
  Matrix precision(theta.size(), theta.size());
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    Vector moved = theta;
    moved[j] += difference * (1.0 + std::abs(theta[j]));
    precision.col(j) = (here - gradient(moved)) / (moved[j] - theta[j]);
  }
  return 0.5 * (precision + precision.transpose());
}

std::vector<std::int64_t> some_rows(std::int64_t rows, int wanted, Stream& stream) {
  std::vector<std::int64_t> list(static_cast<std::size_t>(std::min<std::int64_t>(rows, wanted)));
  std::iota(list.begin(), list.end(), 0);
  return rows <= wanted ? list : draw_batch(stream, rows, wanted);
}

}  // namespace

std::vector<std::int64_t> draw_batch(Stream& stream, std::int64_t rows, int size) {
  std::vector<std::int64_t> list(static_cast<std::size_t>(size));
  for (auto& row : list)
    row = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(rows)));
  return list;
}

GradientAnchor make_anchor(EvidenceModel& model, const Vector& theta, std::int64_t rows,
                           int curvature_rows, Stream& stream) {
  const auto list = some_rows(rows, curvature_rows, stream);
  const auto of_rows = [&](const Vector& at) {
    Vector gradient;
    model.log_likelihood(at, list, gradient);
    return gradient;
  };
  const auto of_prior = [&](const Vector& at) {
    Vector gradient;
    model.log_prior(at, &gradient);
    return gradient;
  };
  const auto count = static_cast<double>(list.size());
  return {theta,
          rows,
          0,
          Vector::Zero(theta.size()),
          Matrix::Zero(theta.size(), theta.size()),
          precision_at(of_rows, theta, of_rows(theta)) / count,
          precision_at(of_prior, theta, of_prior(theta))};
}

void cover(GradientAnchor& anchor, EvidenceModel& model, std::int64_t rows) {
  if (anchor.covered >= rows) return;
  const RowRange missing{anchor.covered, rows};
  const auto of_missing = [&](const Vector& at) {
    Vector gradient;
    model.log_likelihood(at, missing, gradient);
    return gradient;
  };
  const Vector here = of_missing(anchor.theta);
  anchor.gradient += here;
  anchor.precision += precision_at(of_missing, anchor.theta, here);
  anchor.covered = rows;
}

Vector remainder(EvidenceModel& model, const GradientAnchor& anchor, const Vector& theta,
                 std::int64_t rows, const std::vector<std::int64_t>& batch) {
  const Vector along = share * (theta - anchor.theta);
  Vector here, there, ahead;
  model.log_likelihood(theta, batch, here);
  model.log_likelihood(anchor.theta, batch, there);
  model.log_likelihood(anchor.theta + along, batch, ahead);
  return static_cast<double>(rows) / static_cast<double>(batch.size()) *
         (here - there - (ahead - there) / share);
}

double row_noise(EvidenceModel& model, const GradientAnchor& anchor, const Vector& theta,
                 std::int64_t rows, int size, const Matrix& root, Stream& stream) {
  const auto some = [&] {
    return remainder(model, anchor, theta, rows, draw_batch(stream, rows, size));
  };
  const Vector one = some(), other = some();
  const double square = (root.transpose() * (one - other)).squaredNorm();
  return 0.5 * size * square / static_cast<double>(theta.size());
}

Matrix precision_near(const GradientAnchor& anchor, std::int64_t rows, const Matrix& spread) {
  const auto n = static_cast<double>(rows);
  const bool covers = anchor.covered > 0;
  const Matrix of_rows = covers ? Matrix(n / static_cast<double>(anchor.covered) * anchor.precision)
                                : Matrix(n * anchor.row_precision);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(anchor.prior_precision + of_rows);
  const Matrix& axes = solver.eigenvectors();
  Vector precisions = solver.eigenvalues();
  for (Eigen::Index j = 0; j < axes.cols(); ++j) {
    const double seen = axes.col(j).dot(spread * axes.col(j));
    if (seen > 0.0) precisions[j] = std::max(precisions[j], 0.25 / seen);
  }
  return axes * precisions.asDiagonal() * axes.transpose();
}

}  // namespace photinus
