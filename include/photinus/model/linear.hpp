#pragma once

#include <cmath>
#include <string>

#include "photinus/base/elementary.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// Linear regression: y ~ N(eta, sigma^2), l = -r^2/2 - log sigma - log(2 pi)/2, r = (y -
/// eta)/sigma. Every bound that touches l is l itself.
class Linear {
 public:
  static constexpr const char* name = "linear";
  static constexpr const char* global_bound = "tangent";

  explicit Linear(const ModelNumbers& numbers = {})
      : inverse_sigma_(1.0 / numbers.sigma), constant_(-half_log_2_pi - log(numbers.sigma)) {}

  Linear at(double log_sigma) const {
    Linear other = *this;
    other.inverse_sigma_ = exp(-log_sigma);
    other.constant_ = -half_log_2_pi - log_sigma;
    return other;
  }
  double residual_weight(double /*y*/, double /*centre*/) const { return 1.0; }
  double residual_peak(double /*weight*/) const { return -half_log_2_pi; }

  Likelihood evaluate(double y, double eta) const {
    const double r = (y - eta) * inverse_sigma_;
    return {constant_ - 0.5 * r * r, r * inverse_sigma_, inverse_sigma_ * inverse_sigma_};
  }
  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }
  double global_curvature(double /*y*/, double /*centre*/) const {
    return inverse_sigma_ * inverse_sigma_;
  }
  double curvature_within(double y, double centre, double /*reach*/) const {
    return global_curvature(y, centre);
  }
  double untuned_centre(double y) const { return y; }

  bool accepts(double response) const { return std::isfinite(response); }
  double code(double response) const { return response; }
  std::string complaint(const ResponseSummary&) const { return ""; }

 private:
  double inverse_sigma_;
  double constant_;
};

static_assert(ScaleFamily<Linear>);

}  // namespace photinus
