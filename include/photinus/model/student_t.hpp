#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "photinus/base/elementary.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// Robust regression: (y - eta) / sigma is Student-t with nu degrees of freedom,
///   l = log Gamma((nu+1)/2) - log Gamma(nu/2) - log(nu pi)/2 - log sigma
///       - (nu+1)/2 log(1 + r^2/nu),   r = (y - eta)/sigma.
class StudentT {
 public:
  static constexpr const char* name = "student_t";
  static constexpr const char* global_bound = "tangent";

  explicit StudentT(const ModelNumbers& numbers = {})
      : nu_(numbers.nu),
        inverse_sigma_(1.0 / numbers.sigma),
        standard_(log_gamma(0.5 * (nu_ + 1.0)) - log_gamma(0.5 * nu_) -
                  0.5 * log(nu_ * 3.14159265358979323846)),
        constant_(standard_ - log(numbers.sigma)) {}

  StudentT at(double log_sigma) const {
    StudentT other = *this;
    other.inverse_sigma_ = exp(-log_sigma);
    other.constant_ = standard_ - log_sigma;
    return other;
  }

  Likelihood evaluate(double y, double eta) const {
    const double r = (y - eta) * inverse_sigma_;
    const double square = r * r;
    const double weight = (nu_ + 1.0) / (nu_ + square);
    return {constant_ - 0.5 * (nu_ + 1.0) * log1p(square / nu_), weight * r * inverse_sigma_,
            weight * (nu_ - square) / (nu_ + square) * inverse_sigma_ * inverse_sigma_};
  }

  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }

  /// l is convex in r^2, so its tangent there, slope -(nu+1) / (2 (nu + r*^2)), lies below it
  /// everywhere (Maclaurin & Adams 2014, section 4.3). It touches at both +r* and -r*.
  double global_curvature(double y, double centre) const {
    const double r = (y - centre) * inverse_sigma_;
    return (nu_ + 1.0) / (nu_ + r * r) * inverse_sigma_ * inverse_sigma_;
  }

  /// Going outwards or inwards, -l'' falls to its least at r^2 = 3 nu and rises again: the mean
  /// over a segment is largest at one of its ends, inwards up to the reflection at -r*.
  double curvature_within(double y, double centre, double reach) const {
    const double residual = y - centre;
    const double reflection = 2.0 * std::abs(residual);
    if (reach >= reflection) return global_curvature(y, centre);
    const Likelihood at = tangent(y, centre);
    const double unit = 1.0 / inverse_sigma_;
    const double up = chord_curvature(at, tangent(y, centre + reach), reach, unit);
    const double down = chord_curvature(at, tangent(y, centre - reach), -reach, unit);
    return std::max({at.curvature, up, down});
  }

  /// (nu+1) / (nu + r^2): minus twice the slope of that tangent.
  double residual_weight(double y, double centre) const {
    const double r = (y - centre) * inverse_sigma_;
    return (nu_ + 1.0) / (nu_ + r * r);
  }
  /// The tangent of slope -w/2 at r = 0, without log sigma.
  double residual_peak(double weight) const {
    const double square = std::max((nu_ + 1.0) / weight - nu_, 0.0);
    return standard_ - 0.5 * (nu_ + 1.0) * log1p(square / nu_) + 0.5 * weight * square;
  }

  /// Tangent at r = 0.
  double untuned_centre(double y) const { return y; }

  bool accepts(double response) const { return std::isfinite(response); }
  double code(double response) const { return response; }
  std::string complaint(const ResponseSummary&) const { return ""; }

 private:
  double nu_;
  double inverse_sigma_;
  double standard_;  // log density's constant for sigma = 1
  double constant_;
};

static_assert(ScaleFamily<StudentT>);

}  // namespace photinus
