#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/model/prior.hpp"

namespace photinus {

/// Where a quadratic model is largest, and by how much it is above the point of expansion.
struct Step {
  Vector target;
  double gain = 0.0;
};

/// A model of the log posterior about theta, the kinks of Laplace priors kept as they are:
///   m(z) = b'd - d'A d / 2 - sum_j k_j (|z_j| - |theta_j|),  d = z - theta,
/// A = the likelihood's curvature + the smooth priors' curvature, k_j = 1/s_j where Laplace, else
/// 0. The step of proximal Newton methods (Lee, Sun & Saunders 2014); Newton's where nothing is
/// kinked.
class QuadraticModel {
 public:
  enum class Shape : std::uint8_t { definite, singular, indefinite };

  /// The prior's terms count `weight` times.
  QuadraticModel(Matrix likelihood_curvature, const Prior& prior, double weight, Vector theta);

  /// Indefinite: m grows without limit along some direction. Singular: m is level along one, or
  /// something is not finite.
  Shape shape() const;
  /// The parameter that leads the direction along which m is flattest.
  int flattest() const;
  /// The maximum, given the gradient of the log posterior at theta (0 from a Laplace prior at its
  /// kink). The shape must be definite.
  ///
  /// Cyclic coordinate ascent with soft thresholding finds the signs; given these, the rest is one
  /// linear system. Coordinates may end at exactly 0.
  Step best_step(const Vector& gradient) const;

 private:
  bool finite() const;
  Matrix scaled(const Matrix& a) const;
  Vector signs(const Vector& z) const;
  bool solve(const Vector& slope, const Vector& sign, Vector& z) const;
  double ascend(Vector& residual, Vector& z) const;
  double gain(const Vector& slope, const Vector& z) const;

  Vector theta_;
  Vector kinks_;   // k
  Matrix smooth_;  // A
  Matrix curved_;  // A with the Laplace priors' own curvature
  Vector units_;   // make the diagonal of curved_ 1: the columns' own units do not matter
};

}  // namespace photinus
