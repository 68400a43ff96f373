#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/model/predictor_shape.hpp"

namespace photinus {

/// The numbers that a model is given beside its rows.
struct ModelNumbers {
  double nu = 4.0;     ///< degrees of freedom of the Student-t family
  double sigma = 1.0;  ///< scale of the residuals where it is given, else where its search begins
  int classes = 2;     ///< softmax: as many as the responses have
  int components = 5;  ///< of the mixture
  /// mvn: of the rows. One variance for all columns, one for each, or the matrix row by row.
  std::vector<double> covariance = {1.0};
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
  /// First row of every whole response from 0 up to the largest seen, below most_classes.
  std::vector<std::int64_t> first_of_class;

  static constexpr int most_classes = 1000;
  /// Labels 0 .. classes() - 1 are as many as the largest asks for.
  int classes() const { return static_cast<int>(first_of_class.size()); }

  void see(double response, std::int64_t row);
  void merge(const ResponseSummary& other);
};

/// A family of likelihoods p(y | eta) with a scalar linear predictor eta = x'theta.
///
/// Laws: `evaluate` returns l and its exact derivatives; one call is one likelihood evaluation.
/// `tangent` returns the same numbers at a bound's centre and is not counted. `curvature_within` is
/// a c for which the parabola l + l' d - c d^2 / 2 about `centre` lies below l wherever |d| is at
/// most `reach`. `code` turns a response of the file into the y of all other functions.
template <class F>
concept LinearPredictorFamily = requires(const F family, const ModelNumbers& numbers, double y,
                                         double eta, double reach, std::int64_t row,
                                         const ResponseSummary& responses) {
  { F::name } -> std::convertible_to<std::string>;
  { family.evaluate(y, eta) } -> std::same_as<Likelihood>;
  { family.tangent(y, eta) } -> std::same_as<Likelihood>;
  { family.curvature_within(y, eta, reach) } -> std::same_as<double>;
  { family.accepts(y) } -> std::same_as<bool>;
  { family.code(y) } -> std::same_as<double>;
  { family.complaint(responses) } -> std::same_as<std::string>;
};

/// A family with a bound that holds for every predictor: `global_curvature` is a c >= 0 for which
/// the parabola about `centre` lies below l everywhere, `global_bound` its name in the config, and
/// `untuned_centre` where it touches when nothing is known of theta.
template <class F>
concept GloballyBounded = LinearPredictorFamily<F> &&
    requires(const F family, double y, double eta) {
  { F::global_bound } -> std::convertible_to<std::string>;
  { family.global_curvature(y, eta) } -> std::same_as<double>;
  { family.untuned_centre(y) } -> std::same_as<double>;
};

/// The curvature with which a row takes part where a step must climb though the likelihood is not
/// concave: that of the bound that holds everywhere, or the positive part of its own at the
/// predictor, with which a step that is short enough climbs.
template <LinearPredictorFamily F>
double majorizing_curvature(const F& family, double y, double eta, double curvature) {
  if constexpr (GloballyBounded<F>) return family.global_curvature(y, eta);
  return curvature > 0.0 ? curvature : 0.0;
}

/// A family of likelihoods p(y | eta_0, ..., eta_{K-1}) with K linear predictors, concave in them
/// and unchanged where all of them grow by the same amount. Curvatures are weights of pairs: see
/// PredictorShape.
///
/// Laws: `evaluate` returns l and writes its gradient; one call is one likelihood evaluation.
/// `tangent` is the same at a bound's centre and is not counted. With the weights of
/// `pair_curvatures_within` the quadratic about `centre` lies below l wherever the predictors'
/// distance from it, in a metric V^-1, is at most R, where reach_j >= R pair_scales_j(V); with
/// those of `global_pair_curvatures(bound, ...)` it does so everywhere, for each of
/// `global_bounds`.
template <class F>
concept MultiPredictorFamily = requires(const F family, double y, const double* in, double* out,
                                        int bound, const ResponseSummary& responses) {
  { F::name } -> std::convertible_to<std::string>;
  { F::global_bounds[0] } -> std::convertible_to<std::string>;
  { family.predictors() } -> std::same_as<int>;
  { family.evaluate(y, in, out) } -> std::same_as<double>;
  { family.tangent(y, in, out) } -> std::same_as<double>;
  { family.pair_curvatures(y, in, out) } -> std::same_as<void>;
  { family.pair_scales(in, in, out) } -> std::same_as<void>;
  { family.pair_curvatures_within(y, in, in, out) } -> std::same_as<void>;
  { family.global_pair_curvatures(bound, y, in, out) } -> std::same_as<void>;
  { F::is_uniform(bound) } -> std::same_as<bool>;
  { F::classes(responses) } -> std::same_as<int>;
  { family.accepts(y) } -> std::same_as<bool>;
  { family.code(y) } -> std::same_as<double>;
  { family.complaint(responses) } -> std::same_as<std::string>;
};

/// Likelihoods of rows through linear predictors: one, or several.
template <class F>
concept RowFamily = LinearPredictorFamily<F> || MultiPredictorFamily<F>;

/// Linear predictors of a row.
template <RowFamily Family>
int predictors_of(const Family& family) {
  if constexpr (MultiPredictorFamily<Family>)
    return family.predictors();
  else
    return 1;
}

/// A family l(y | eta, sigma) = f((y - eta)/sigma) - log sigma whose scale can be a parameter.
///
/// `at(log_sigma)` is the family with another scale. Its derivatives in log sigma follow from those
/// in eta: see ScaleDerivatives. `residual_weight(y, centre)` is a w for which
///   log B = residual_peak(w) - log sigma - w r^2 / 2,  r = (y - eta)/sigma,
/// lies below l for every eta and sigma and touches it at eta = centre.
template <class F>
concept ScaleFamily = GloballyBounded<F> && requires(const F family, double x) {
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
