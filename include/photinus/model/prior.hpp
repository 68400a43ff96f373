#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// The half families are priors of a scale sigma > 0 whose coordinate is theta_j = log sigma.
enum class PriorFamily : std::uint8_t {
  flat,
  normal,
  laplace,
  student_t,
  half_normal,
  half_cauchy,
  half_t
};

/// The prior of one parameter.
struct ParameterPrior {
  PriorFamily family = PriorFamily::flat;
  double scale = 1.0;  ///< s
  double nu = 4.0;     ///< degrees of freedom of student_t and half_t
};

/// Independent priors, one per parameter:
///   flat         0
///   normal       -theta^2 / (2 s^2) - log s - log(2 pi) / 2
///   laplace      -|theta| / s - log(2 s)
///   student_t    -(nu+1)/2 log(1 + theta^2/(nu s^2)) + log c_nu - log s,
///                c_nu = Gamma((nu+1)/2) / (Gamma(nu/2) sqrt(nu pi))
///   half_normal  log 2 + normal at sigma + theta, sigma = exp(theta)
///   half_t       log 2 + student_t at sigma + theta; half_cauchy: nu = 1
/// The last summand of the half families is the Jacobian log sigma. Scales and nu must be positive
/// and finite; the config sees to that.
class Prior {
 public:
  Prior() = default;
  explicit Prior(std::vector<ParameterPrior> parameters);
  /// N(0, scale_j^2) for every parameter, flat where the scale is infinite.
  static Prior normal(const Vector& scales);

  int dimension() const { return static_cast<int>(parameters_.size()); }
  const ParameterPrior& operator[](int j) const { return parameters_[static_cast<std::size_t>(j)]; }

  double log_density(const Vector& theta) const;
  /// Of the log density; a Laplace prior counts 0 at its kink.
  Vector gradient(const Vector& theta) const;
  void gradient(const Vector& theta, Vector& result) const;

  /// A diagonal c >= 0: the quadratic of curvature c with the value and slope of -log p at theta
  /// lies above -log p, so that a step that climbs it climbs log p:
  ///   flat 0; normal 1/s^2, exact;
  ///   laplace 1/(s max(|theta|, w)), w = min(width, 2 s): the tangent in theta^2, for |theta| >=
  ///   w; student_t (nu+1)/(nu s^2 + theta^2): the tangent in theta^2; half_t, half_cauchy (nu+1)
  ///   tanh(v/2)/v, v = 2 theta - log(nu s^2): Jaakkola & Jordan (1997); half_normal 2 max(1,
  ///   sigma^2/s^2): above -log p on the side of its own mode only.
  /// A Laplace prior's kink is felt on the scale of the posterior's standard deviation, so `widths`
  /// should be about these; at 2 s the curvature is that of a Laplace variable's variance, 2 s^2.
  Vector curvature(const Vector& theta, const Vector& widths) const;
  /// With widths of s/1000, for callers who know nothing of the posterior.
  Vector curvature(const Vector& theta) const;

  bool is_flat(int j) const { return (*this)[j].family == PriorFamily::flat; }
  bool has_flat() const;
  /// All are normal or flat.
  bool is_gaussian() const { return others_.empty(); }
  bool has_kink(int j) const { return (*this)[j].family == PriorFamily::laplace; }

  /// 1/s^2 where normal, else 0.
  const Vector& precision() const { return precision_; }
  /// 1/s where Laplace, the slope on either side of the kink; else 0.
  const Vector& kink_slopes() const { return kink_slopes_; }

 private:
  std::vector<ParameterPrior> parameters_;
  std::vector<int> others_;  // neither normal nor flat
  Vector precision_;
  Vector kink_slopes_;
  double log_normalizer_ = 0.0;
};

/// A draw from a parameter's prior; of the half families, theta = log sigma of a draw sigma. The
/// Student-t by Bailey's (1994) polar method. The prior must not be flat.
double draw(Stream& stream, const ParameterPrior& prior);

}  // namespace photinus
