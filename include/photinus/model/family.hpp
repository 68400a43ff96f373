#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "photinus/base/errors.hpp"

namespace photinus {

/// One row's log-likelihood l at a predictor eta, with its derivatives.
struct Likelihood {
  double value = 0.0;      ///< l(eta), all constants kept
  double slope = 0.0;      ///< dl/deta
  double curvature = 0.0;  ///< -d2l/deta2
};

/// The quadratic lower bound of one row, as a function of its predictor:
///   log B(eta) = l(centre) + l'(centre) d - curvature d^2 / 2,  d = eta - centre.
struct RowBound {
  double centre = 0.0;
  double curvature = 0.0;
};

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
/// `tangent` returns the same numbers at a bound's centre and is not counted. `global_curvature` is
/// a c >= 0 for which the quadratic of RowBound lies below l for every eta. `code` turns a response
/// of the file into the y of all other functions.
template <class F>
concept LinearPredictorFamily = requires(const F family, double y, double eta, std::int64_t row,
                                         const ResponseSummary& responses) {
  { F::name } -> std::convertible_to<std::string>;
  { family.evaluate(y, eta) } -> std::same_as<Likelihood>;
  { family.tangent(y, eta) } -> std::same_as<Likelihood>;
  { family.global_curvature(y, eta) } -> std::same_as<double>;
  { family.untuned_centre(y) } -> std::same_as<double>;
  { family.accepts(y) } -> std::same_as<bool>;
  { family.code(y) } -> std::same_as<double>;
  { family.complaint(responses) } -> std::same_as<std::string>;
};

}  // namespace photinus
