#include "photinus/evidence/gradient_anchor.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace photinus {

namespace {

constexpr double difference = 1e-5;  // relative to 1 + |theta_j|

// Minus the derivative of a gradient, made symmetric.
template <class Gradient>
Matrix precision_at(const Gradient& gradient, const Vector& theta) {
  const Vector here = gradient(theta);
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
  if (rows <= wanted) return list;
  for (auto& row : list)
    row = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(rows)));
  return list;
}

}  // namespace

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
          precision_at(of_rows, theta) / count,
          precision_at(of_prior, theta)};
}

void cover(GradientAnchor& anchor, EvidenceModel& model, std::int64_t rows) {
  if (anchor.covered >= rows) return;
  Vector gradient;
  model.log_likelihood(anchor.theta, RowRange{anchor.covered, rows}, gradient);
  anchor.gradient += gradient;
  anchor.covered = rows;
}

Matrix precision_near(const GradientAnchor& anchor, std::int64_t rows, const Matrix& spread) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(
      anchor.prior_precision + static_cast<double>(rows) * anchor.row_precision);
  const Matrix& axes = solver.eigenvectors();
  Vector precisions = solver.eigenvalues();
  for (Eigen::Index j = 0; j < axes.cols(); ++j) {
    const double seen = axes.col(j).dot(spread * axes.col(j));
    if (seen > 0.0) precisions[j] = std::max(precisions[j], 0.25 / seen);
  }
  return axes * precisions.asDiagonal() * axes.transpose();
}

}  // namespace photinus
