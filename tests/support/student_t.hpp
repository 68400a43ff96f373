#pragma once

#include <string>

#include "photinus/base/elementary.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// Student-t regression as the tests of the mode want it, a likelihood that is not log-concave:
///   l = shift - (nu+1)/2 log(1 + r^2/nu), r = (y - eta)/sigma.
struct StudentTDouble {
  static constexpr const char* name = "student_t_double";
  static constexpr const char* global_bound = "tangent";
  double nu = 4.0;
  double sigma = 0.2;
  double shift = 0.0;

  Likelihood evaluate(double y, double eta) const {
    const double r = (y - eta) / sigma, spread = nu + r * r;
    return {shift - 0.5 * (nu + 1.0) * log1p(r * r / nu), (nu + 1.0) * r / (spread * sigma),
            (nu + 1.0) * (nu - r * r) / (spread * spread * sigma * sigma)};
  }
  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }
  /// The tangent in r^2.
  double global_curvature(double y, double centre) const {
    const double r = (y - centre) / sigma;
    return (nu + 1.0) / ((nu + r * r) * sigma * sigma);
  }
  double curvature_within(double y, double centre, double /*reach*/) const {
    return global_curvature(y, centre);
  }
  double untuned_centre(double y) const { return y; }
  bool accepts(double) const { return true; }
  double code(double response) const { return response; }
  std::string complaint(const ResponseSummary&) const { return ""; }
};

static_assert(LinearPredictorFamily<StudentTDouble>);

}  // namespace photinus
