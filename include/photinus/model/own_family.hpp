#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>

#include "photinus/model/family.hpp"

namespace photinus {

/// What a user's own family must say; all else follows. `evaluate` returns the log-likelihood l,
/// its slope and -l'' at a predictor; `largest_curvature` an upper limit of -l'' at all predictors
/// from `low` to `high`, below 0 where l is convex there; `accepts` which responses are legal.
///
/// It may say more: a constructor from ModelNumbers (model.nu and model.sigma of the config),
/// `code` and `complaint` as in LinearPredictorFamily. Results have the same bits on every
/// processor where exp, log and the like are those of base/elementary.hpp.
template <class F>
concept OwnLikelihood = requires(const F family, double y, double eta, double low, double high) {
  { F::name } -> std::convertible_to<std::string>;
  { family.evaluate(y, eta) } -> std::same_as<Likelihood>;
  { family.largest_curvature(y, low, high) } -> std::same_as<double>;
  { family.accepts(y) } -> std::same_as<bool>;
};

namespace detail {

/// The largest mean of a staircase k(s), s >= 0, that weighs its near end more,
///   K(d) = (2 / d^2) integral from 0 to d of (d - s) k(s) ds,
/// over all d up to the steps seen so far; steps are one unit wide. Where k is above -l'' on the
/// segment from a centre, a parabola of that curvature is below l there. Infinite where a step is
/// not a number or all but overflows.
class StaircaseMean {
 public:
  void add(double step);
  double largest() const { return largest_; }

 private:
  double begin_ = 0.0;   // of the next step
  double area_ = 0.0;    // integral of k before it
  double moment_ = 0.0;  // of s k
  double largest_ = -std::numeric_limits<double>::infinity();
};

/// On the step from a of height k, with q = 1/d: K = k + 2 (A - k a) q - (2 M - k a^2) q^2, A and M
/// the integrals of k and s k before a: a parabola in q.
inline void StaircaseMean::add(double step) {
  const double a = begin_, end = a + 1.0;
  if (!(std::abs(step) < 1e300)) largest_ = std::numeric_limits<double>::infinity();
  const double linear = area_ - step * a, square = 2.0 * moment_ - step * a * a;
  const auto mean = [&](double q) { return step + q * (2.0 * linear - q * square); };
  if (a == 0.0) {
    largest_ = std::max(largest_, step);
  } else {
    const double top = linear / square;  // where the parabola is highest, if square > 0
    if (square > 0.0 && top > 1.0 / end && top < 1.0 / a) largest_ = std::max(largest_, mean(top));
    largest_ = std::max(largest_, mean(1.0 / end));
  }
  area_ += step;
  moment_ += step * (a + 0.5);
  begin_ = end;
}

}  // namespace detail

/// A user's own family with all that the samplers ask of one. It has no bound that holds
/// everywhere; that within a reach follows from the limits of -l'' on eight pieces of the segment
/// on either side: where -l'' is all but straight, its excess is a fifth above that of the chord.
template <OwnLikelihood F>
class OwnFamily {
 public:
  static constexpr auto name = F::name;

  explicit OwnFamily(const ModelNumbers& numbers = {}) : family_(make(numbers)) {}

  Likelihood evaluate(double y, double eta) const { return family_.evaluate(y, eta); }
  Likelihood tangent(double y, double centre) const { return family_.evaluate(y, centre); }

  double curvature_within(double y, double centre, double reach) const {
    constexpr int pieces = 8;
    const double width = reach / pieces;
    detail::StaircaseMean above, below;
    for (int i = 0; i < pieces; ++i) {
      const double near = width * i, far = i + 1 < pieces ? width * (i + 1) : reach;
      above.add(family_.largest_curvature(y, centre + near, centre + far));
      below.add(family_.largest_curvature(y, centre - far, centre - near));
    }
    return std::max(above.largest(), below.largest());
  }

  bool accepts(double response) const { return family_.accepts(response); }
  double code(double response) const {
    if constexpr (requires { family_.code(response); }) return family_.code(response);
    return response;
  }
  std::string complaint(const ResponseSummary& responses) const {
    if constexpr (requires { family_.complaint(responses); }) return family_.complaint(responses);
    return "";
  }

 private:
  static F make(const ModelNumbers& numbers) {
    if constexpr (std::constructible_from<F, const ModelNumbers&>)
      return F(numbers);
    else
      return F{};
  }

  F family_;
};

}  // namespace photinus
