#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "statistical/moments.hpp"
#include "statistical/three_rows.hpp"

namespace photinus {

/// Logistic regression of a few rows on one or two parameters.
struct LogisticModel {
  SmallData data;
  bool intercept = false;
  double prior_scale = 1.0;

  std::size_t rows() const { return data.y.size(); }
  std::size_t parameters() const {
    return static_cast<std::size_t>(data.columns) + (intercept ? 1 : 0);
  }
  /// Margins y x: predictors of the outcome that was seen.
  Vector features(std::size_t n) const {
    Vector x = Vector::Ones(static_cast<Eigen::Index>(parameters()));
    const auto columns = static_cast<std::size_t>(data.columns);
    for (std::size_t j = 0; j < columns; ++j)
      x[static_cast<Eigen::Index>(j)] = data.x[n * columns + j];
    return (data.y[n] > 0.5 ? 1.0 : -1.0) * x;
  }
};

/// Trust-ellipsoid bounds of logistic regression, from the formulas alone. Shell k = 0 .. 3 is
///   r <= R 2^k,  r = sqrt((theta - reference)' H (theta - reference)),
/// shell 4 everything else. A row of margin u, u* at the reference and h = sqrt(x' H^-1 x) has
/// there
///   log B = l(u*) + l'(u*) (u - u*) - c (u - u*)^2 / 2 - slack,
/// with the parabola through the end of |u - u*| <= h R 2^k that lies nearer to 0, but not beyond
/// -u*: there it is Jaakkola & Jordan's. slack = slack_share E[gap], u ~ N(u*, h^2) in E.
class TrustEllipsoids {
 public:
  static constexpr int shells = 5;

  TrustEllipsoids(const LogisticModel& model, const Vector& reference, const Matrix& precision,
                  double radius, double slack_share)
      : model_(model), reference_(reference), precision_(precision), radius_(radius) {
    const Matrix covariance = precision.inverse();
    for (std::size_t n = 0; n < model.rows(); ++n) {
      const Vector x = model.features(n);
      // The engine keeps where the bound touches as a float.
      Row row{x, static_cast<double>(static_cast<float>(x.dot(reference))), {}, 0.0};
      const double scale = std::sqrt(x.dot(covariance * x));
      for (int k = 0; k < shells; ++k)
        row.curvature[static_cast<std::size_t>(k)] = curvature(row.tangent, scale * reach(k));
      row.slack = slack_share * expected_gap(row, x.dot(reference), scale);
      rows_.push_back(row);
    }
  }

  const LogisticModel& model() const { return model_; }
  const Vector& reference() const { return reference_; }
  const Matrix& precision() const { return precision_; }
  double reach(int shell) const {
    return shell + 1 < shells ? radius_ * std::pow(2.0, shell)
                              : std::numeric_limits<double>::infinity();
  }
  int shell(const Vector& theta) const {
    const Vector away = theta - reference_;
    const double r = std::sqrt(away.dot(precision_ * away));
    int k = 0;
    while (r > reach(k)) ++k;
    return k;
  }
  /// log p(theta) + log L, less the prior's constant.
  double log_posterior(const Vector& theta) const {
    double sum = -0.5 * theta.squaredNorm() / (model_.prior_scale * model_.prior_scale);
    for (const Row& row : rows_) sum += log_sigmoid(row.features.dot(theta));
    return sum;
  }
  double gap(std::size_t n, const Vector& theta, int shell) const {
    return gap_at(rows_[n], rows_[n].features.dot(theta), shell) + rows_[n].slack;
  }
  /// P(z_n = 1 | theta) = 1 - B_n/L_n, with the bounds of this shell.
  PerRow bright_given(const Vector& theta, int shell) const {
    PerRow p;
    for (std::size_t n = 0; n < rows_.size(); ++n) p.push_back(-std::expm1(-gap(n, theta, shell)));
    return p;
  }

 private:
  struct Row {
    Vector features;
    double tangent = 0.0;
    std::array<double, shells> curvature{};
    double slack = 0.0;
  };

  static double slope(double u) { return 1.0 / (1.0 + std::exp(u)); }

  static double curvature(double tangent, double reach) {
    const double d = std::min(reach, 2.0 * std::abs(tangent)) * (tangent > 0.0 ? -1.0 : 1.0);
    if (std::abs(tangent) < 1e-4) return 0.25;
    return 2.0 * (log_sigmoid(tangent) + slope(tangent) * d - log_sigmoid(tangent + d)) / (d * d);
  }

  double gap_at(const Row& row, double u, int shell) const {
    const double d = u - row.tangent, c = row.curvature[static_cast<std::size_t>(shell)];
    return log_sigmoid(u) - log_sigmoid(row.tangent) - slope(row.tangent) * d + 0.5 * c * d * d;
  }

  /// Five nodes of Gauss and Hermite: roots of t^5 - 10 t^3 + 15 t. Gaps count from 0.
  double expected_gap(const Row& row, double centre, double scale) const {
    const double near = std::sqrt(5.0 - std::sqrt(10.0)), far = std::sqrt(5.0 + std::sqrt(10.0));
    const double outer = (7.0 - 2.0 * std::sqrt(10.0)) / 60.0;
    const double inner = (7.0 + 2.0 * std::sqrt(10.0)) / 60.0;
    const auto at = [&](double t) { return std::max(0.0, gap_at(row, centre + scale * t, 0)); };
    return 8.0 / 15.0 * at(0.0) + inner * (at(near) + at(-near)) + outer * (at(far) + at(-far));
  }

  LogisticModel model_;
  Vector reference_;
  Matrix precision_;
  double radius_ = 1.0;
  std::vector<Row> rows_;
};

/// How finely the polar quadrature is laid out.
struct PolarGrid {
  double panel = 0.8;  ///< longest interval in r, eight nodes of Gauss and Legendre each
  int angles = 240;
};

/// Calls visit(theta, shell, weight) at the nodes of a quadrature over theta: r shell by shell, as
/// the bounds jump where shells meet, and the angle by the trapezoid rule (one parameter has two).
template <class Visit>
void integrate(const TrustEllipsoids& bounds, const PolarGrid& grid, Visit visit) {
  constexpr std::array<double, 4> nodes = {0.1834346424956498, 0.5255324099163290,
                                           0.7966664774136267, 0.9602898564975363};
  constexpr std::array<double, 4> weights = {0.3626837833783620, 0.3137066458778873,
                                             0.2223810344533745, 0.1012285362903763};
  const Matrix root = bounds.precision().llt().matrixL();
  const Vector& centre = bounds.reference();
  const Eigen::Index p = centre.size();
  const int angles = p == 1 ? 2 : grid.angles;
  // Beyond eight standard deviations of the prior in every direction.
  const double end = (8.0 * bounds.model().prior_scale + centre.norm()) * root.norm();
  const auto visit_circle = [&](double r, int shell, double weight) {
    for (int a = 0; a < angles; ++a) {
      const double angle = 2.0 * M_PI * a / angles;
      Vector direction(p);
      direction[0] = r * std::cos(angle);
      if (p == 2) direction[1] = r * std::sin(angle);
      const Vector step = root.transpose().triangularView<Eigen::Upper>().solve(direction);
      visit(Vector(centre + step), shell, weight * (p == 2 ? r : 1.0));
    }
  };
  double from = 0.0;
  for (int shell = 0; shell < TrustEllipsoids::shells; ++shell) {
    const double to = std::min(bounds.reach(shell), end);
    const int panels = static_cast<int>((to - from) / grid.panel) + 1;
    const double half = 0.5 * (to - from) / panels;
    for (int i = 0; i < panels; ++i)
      for (std::size_t k = 0; k < nodes.size(); ++k)
        for (const double node : {nodes[k], -nodes[k]})
          visit_circle(from + half * (2 * i + 1 + node), shell, half * weights[k]);
    from = to;
  }
}

/// What is compared: moments, and whether theta lies within the innermost ellipsoid.
inline std::vector<double> shell_moments(const std::vector<double>& theta,
                                         const std::vector<double>& centre, const PerRow& bright,
                                         bool pairs, int shell) {
  auto all = moments(theta, centre, &bright, pairs);
  all.push_back(shell == 0 ? 1.0 : 0.0);
  return all;
}

/// Posterior expectations of the shell moments about `centre`.
inline std::vector<double> expectations(const TrustEllipsoids& bounds,
                                        const std::vector<double>& centre, bool pairs,
                                        const PolarGrid& grid = {}) {
  const double highest = bounds.log_posterior(bounds.reference());
  std::vector<double> sums;
  double total = 0.0;
  integrate(bounds, grid, [&](const Vector& theta, int shell, double weight) {
    const double log_density = bounds.log_posterior(theta) - highest;
    if (log_density < -45.0) return;
    const double mass = weight * std::exp(log_density);
    const auto values = shell_moments({theta.begin(), theta.end()}, centre,
                                      bounds.bright_given(theta, shell), pairs, shell);
    sums.resize(values.size());
    total += mass;
    for (std::size_t q = 0; q < values.size(); ++q) sums[q] += mass * values[q];
  });
  for (double& sum : sums) sum /= total;
  return sums;
}

}  // namespace photinus
