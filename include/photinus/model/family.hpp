#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

/// The numbers that a model is given beside its rows.
struct ModelNumbers {
  double nu = 4.0;     ///< degrees of freedom of the Student-t family
  double sigma = 1.0;  ///< scale of the residuals where it is given, else where its search begins
};

/// One row's log-likelihood l at a predictor eta, with its derivatives.
struct Likelihood {
  double value = 0.0;      ///< l(eta), all constants kept
  double slope = 0.0;      ///< dl/deta
  double curvature = 0.0;  ///< -d2l/deta2
};

/// Curvature of the parabola that touches l at a centre and meets it again a distance d away:
///   c = 2 (l + l' d - l(centre + d)) / d^2,
/// the mean of -l'' over the segment with weights falling to its far end. On a segment that is
/// short against `unit`, where the difference would be rounding alone, the larger end counts.
inline double chord_curvature(const Likelihood& centre, const Likelihood& end, double d,
                              double unit = 1.0) {
  const double distance = d < 0.0 ? -d : d;
  if (distance < 1e-4 * unit)
    return centre.curvature > end.curvature ? centre.curvature : end.curvature;
  return 2.0 * ((centre.value - end.value) + centre.slope * d) / (d * d);
}

/// What has been seen of the responses, merged over ranks and judged by the family.
struct ResponseSummary {
  std::int64_t first_zero = Failure::no_row;       ///< first row whose response is 0
  std::int64_t first_minus_one = Failure::no_row;  ///< first row whose response is -1
  std::int64_t first_one = Failure::no_row;        ///< first row whose response is 1

  void see(double response, std::int64_t row);
  void merge(const ResponseSummary& other);
};

/// A family of likelihoods p(y | eta) with a scalar linear predictor eta = x'theta.
///
/// Laws: `evaluate` returns l and its exact derivatives; one call is one likelihood evaluation.
/// `tangent` returns the same numbers at a bound's centre and is not counted. `curvature_within` is
/// a c for which the parabola l + l' d - c d^2 / 2 about `centre` lies below l wherever |d| is at
/// most `reach`, `global_curvature` a c >= 0 for which it does so everywhere. `code` turns a
/// response of the file into the y of all other functions.
template <class F>
concept LinearPredictorFamily = requires(const F family, const ModelNumbers& numbers, double y,
                                         double eta, double reach, std::int64_t row,
                                         const ResponseSummary& responses) {
  { F::name } -> std::convertible_to<std::string>;
  { F::global_bound } -> std::convertible_to<std::string>;
  { family.evaluate(y, eta) } -> std::same_as<Likelihood>;
  { family.tangent(y, eta) } -> std::same_as<Likelihood>;
  { family.curvature_within(y, eta, reach) } -> std::same_as<double>;
  { family.global_curvature(y, eta) } -> std::same_as<double>;
  { family.untuned_centre(y) } -> std::same_as<double>;
  { family.accepts(y) } -> std::same_as<bool>;
  { family.code(y) } -> std::same_as<double>;
  { family.complaint(responses) } -> std::same_as<std::string>;
};

/// A family l(y | eta, sigma) = f((y - eta)/sigma) - log sigma whose scale can be a parameter.
///
/// `at(log_sigma)` is the family with another scale. Its derivatives in log sigma follow from those
/// in eta: see ScaleDerivatives. `residual_weight(y, centre)` is a w for which
///   log B = residual_peak(w) - log sigma - w r^2 / 2,  r = (y - eta)/sigma,
/// lies below l for every eta and sigma and touches it at eta = centre.
template <class F>
concept ScaleFamily = LinearPredictorFamily<F> && requires(const F family, double x) {
  { family.at(x) } -> std::same_as<F>;
  { family.residual_weight(x, x) } -> std::same_as<double>;
  { family.residual_peak(x) } -> std::same_as<double>;
};

/// Derivatives of a row's log-likelihood in log sigma: with e = y - eta,
///   dl/dtau = e l' - 1,  -d2l/deta dtau = l' - e l'',  -d2l/dtau2 = e (l' - e l'').
struct ScaleDerivatives {
  double slope = 0.0;
  double cross = 0.0;
  double curvature = 0.0;
};
inline ScaleDerivatives scale_derivatives(double y, double eta, double slope, double curvature) {
  const double e = y - eta;
  const double cross = slope + e * curvature;
  return {e * slope - 1.0, cross, e * cross};
}

/// The family at a theta whose last number, after its coefficients, is log sigma; `family` itself
/// where the scale is given.
template <class Family>
Family family_at(const Family& family, bool sampled_scale, const double* theta, int coefficients) {
  if constexpr (ScaleFamily<Family>)
    if (sampled_scale) return family.at(theta[coefficients]);
  return family;
}

}  // namespace photinus
