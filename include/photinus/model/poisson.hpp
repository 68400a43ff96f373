#pragma once

#include <cmath>
#include <string>

#include "photinus/base/elementary.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// Poisson regression with log link: y = 0, 1, 2, ... of mean exp(eta),
///   l = y eta - exp(eta) - log y!.
/// No parabola lies below l everywhere: bounds hold within trust ellipsoids only. Where exp
/// overflows, beyond eta = 709, the likelihood is 0.
struct Poisson {
  static constexpr const char* name = "poisson";

  Poisson() = default;
  explicit Poisson(const ModelNumbers& /*numbers*/) {}

  Likelihood evaluate(double y, double eta) const {
    const double mean = exp(eta);
    return {(y * eta - mean) - log_factorial(y), y - mean, mean};
  }

  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }

  /// -l'' = exp(eta) rises, so its mean over a segment is largest at the upper end: the chord's
  ///   c = 2 exp(centre) (exp(r) - 1 - r) / r^2.
  double curvature_within(double /*y*/, double centre, double reach) const {
    const double upper = exp(centre + reach);
    if (!std::isfinite(upper)) return upper;
    if (reach > 0.5) return 2.0 * (upper - exp(centre) * (1.0 + reach)) / (reach * reach);
    // 1 + r/3 + r^2/12 + ..., 2 r^k / (k + 2)!
    double sum = 1.0;
    for (int k = 14; k > 2; --k) sum = 1.0 + sum * reach / k;
    return exp(centre) * sum;
  }

  /// Whole numbers that doubles tell apart.
  bool accepts(double response) const {
    return response >= 0.0 && response <= 0x1p53 && std::floor(response) == response;
  }
  double code(double response) const { return response; }
  std::string complaint(const ResponseSummary&) const { return ""; }
};

static_assert(LinearPredictorFamily<Poisson>);
static_assert(!GloballyBounded<Poisson>);

}  // namespace photinus
