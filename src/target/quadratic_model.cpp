#include "quadratic_model.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace photinus {

namespace {

constexpr double least_pivot = 1e-7;        // of a scaled Cholesky factor
constexpr double least_eigenvalue = -1e-9;  // of a scaled matrix: below it is no rounding

std::optional<Eigen::LLT<Matrix>> factor(const Matrix& scaled, double least) {
  Eigen::LLT<Matrix> factor(scaled);
  if (factor.info() != Eigen::Success) return {};
  for (Eigen::Index j = 0; j < scaled.rows(); ++j)
    if (!(factor.matrixLLT()(j, j) > least)) return {};
  return factor;
}

bool semidefinite(Matrix scaled) {
  scaled.diagonal().array() -= least_eigenvalue;
  return factor(scaled, 0.0).has_value();
}

double sign_of(double x) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : 0.0); }

double soft_threshold(double x, double threshold) {
  return sign_of(x) * std::max(0.0, std::abs(x) - threshold);
}

}  // namespace

QuadraticModel::QuadraticModel(Matrix likelihood_curvature, const Prior& prior, double weight,
                               Vector theta)
    : theta_(std::move(theta)),
      kinks_(weight * prior.kink_slopes()),
      smooth_(std::move(likelihood_curvature)) {
  const Vector curvature = weight * prior.curvature(theta_);
  curved_ = smooth_;
  curved_.diagonal() += curvature;
  for (Eigen::Index j = 0; j < theta_.size(); ++j)
    if (kinks_[j] == 0.0) smooth_(j, j) = curved_(j, j);
  units_ = curved_.diagonal().cwiseSqrt().cwiseInverse();
}

Matrix QuadraticModel::scaled(const Matrix& a) const {
  return units_.asDiagonal() * a * units_.asDiagonal();
}

bool QuadraticModel::finite() const { return curved_.allFinite() && units_.allFinite(); }

QuadraticModel::Shape QuadraticModel::shape() const {
  if ((curved_.diagonal().array() < 0.0).any()) return Shape::indefinite;
  if (!finite()) return Shape::singular;
  if ((kinks_.array() > 0.0).any() && !semidefinite(scaled(smooth_))) return Shape::indefinite;
  const Matrix matrix = scaled(curved_);
  if (factor(matrix, least_pivot)) return Shape::definite;
  return semidefinite(matrix) ? Shape::singular : Shape::indefinite;
}

int QuadraticModel::flattest() const {
  Eigen::Index worst = 0;
  const Matrix matrix = scaled(curved_);
  if (finite())
    Eigen::SelfAdjointEigenSolver<Matrix>(matrix).eigenvectors().col(0).cwiseAbs().maxCoeff(&worst);
  else
    for (Eigen::Index j = 0; j < matrix.rows(); ++j)
      if (!std::isfinite(matrix(j, j))) worst = j;
  return static_cast<int>(worst);
}

Vector QuadraticModel::signs(const Vector& z) const {
  Vector sign(z.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) sign[j] = kinks_[j] > 0.0 ? sign_of(z[j]) : 0.0;
  return sign;
}

// The maximum among the z with these signs at the kinks; false where it is not the maximum of all.
bool QuadraticModel::solve(const Vector& slope, const Vector& sign, Vector& z) const {
  std::vector<int> moving;
  Vector d = -theta_;  // of what rests at 0
  for (int j = 0; j < theta_.size(); ++j)
    if (kinks_[j] == 0.0 || sign[j] != 0.0) {
      moving.push_back(j);
      d[j] = 0.0;
    }
  const Vector right = slope - kinks_.cwiseProduct(sign) - smooth_ * d;
  const Vector units = units_(moving);
  const auto root =
      factor(units.asDiagonal() * smooth_(moving, moving) * units.asDiagonal(), least_pivot);
  if (!root) return false;
  d(moving) = units.cwiseProduct(root->solve(units.cwiseProduct(right(moving))));
  Vector end = theta_ + d;
  for (int j = 0; j < theta_.size(); ++j)
    if (kinks_[j] > 0.0 && sign[j] == 0.0) end[j] = 0.0;
  if (signs(end) != sign) return false;
  const Vector rest = slope - smooth_ * d;
  for (int j = 0; j < theta_.size(); ++j)
    if (kinks_[j] > 0.0 && sign[j] == 0.0 && std::abs(rest[j]) > kinks_[j] * (1.0 + 1e-12))
      return false;
  z = end;
  return true;
}

// One sweep over the coordinates, each set to its maximum given the others; `residual` is b - A d.
// Returns the largest change in units.
double QuadraticModel::ascend(Vector& residual, Vector& z) const {
  double largest = 0.0;
  for (Eigen::Index j = 0; j < z.size(); ++j) {
    const double a = smooth_(j, j);
    const double next = a > 0.0 ? soft_threshold(z[j] + residual[j] / a, kinks_[j] / a) : 0.0;
    if (next == z[j]) continue;
    residual -= (next - z[j]) * smooth_.col(j);
    largest = std::max(largest, std::abs(next - z[j]) / units_[j]);
    z[j] = next;
  }
  return largest;
}

double QuadraticModel::gain(const Vector& slope, const Vector& z) const {
  const Vector d = z - theta_;
  double sum = d.dot(slope - 0.5 * (smooth_ * d));
  for (Eigen::Index j = 0; j < z.size(); ++j)
    sum -= kinks_[j] * (std::abs(z[j]) - std::abs(theta_[j]));
  return sum;
}

Step QuadraticModel::best_step(const Vector& gradient) const {
  constexpr int most_sweeps = 10'000;
  constexpr double precision = 1e-12;
  const Vector slope = gradient + kinks_.cwiseProduct(signs(theta_));
  Vector z = theta_, residual = slope, tried;
  double farthest = 0.0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const Vector sign = signs(z);
    if (tried.size() == 0 || sign != tried) {
      if (solve(slope, sign, z)) break;
      tried = sign;
    }
    const double change = ascend(residual, z);
    farthest = std::max(farthest, change);
    if (change <= precision * farthest) break;
  }
  return {z, gain(slope, z)};
}

}  // namespace photinus
