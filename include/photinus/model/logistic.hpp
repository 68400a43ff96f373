#pragma once

#include <cmath>
#include <string>

#include "photinus/base/elementary.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// Logistic regression: p(y | eta) = 1 / (1 + exp(-y eta)), y = -1 or +1.
/// Files code the labels as 0 and 1 or as -1 and +1.
struct Logistic {
  static constexpr const char* name = "logistic";
  static constexpr const char* global_bound = "jaakkola_jordan";

  Logistic() = default;
  explicit Logistic(const ModelNumbers& /*numbers*/) {}

  /// l = -log(1 + exp(-u)), u = y eta; one exponential serves all three.
  Likelihood evaluate(double y, double eta) const {
    const double u = y * eta;
    const double decay = exp(-std::abs(u));
    const double scale = 1.0 / (1.0 + decay);
    const double wrong = (u < 0.0 ? 1.0 : decay) * scale;  // probability of the other label
    return {(u < 0.0 ? u : 0.0) - log1p_fraction(decay), y * wrong, decay * scale * scale};
  }

  Likelihood tangent(double y, double centre) const { return evaluate(y, centre); }

  /// Jaakkola & Jordan (1997): -l'' may be replaced by 2 lambda(xi) = tanh(xi/2) / (2 xi) for a
  /// tangent at u = xi, 1/4 at xi = 0. The bound touches at both +xi and -xi.
  double global_curvature(double /*y*/, double centre) const {
    const double xi = centre < 0.0 ? -centre : centre;
    return xi < 1e-4 ? 0.25 - xi * xi / 48.0 : tanh(0.5 * xi) / (2.0 * xi);
  }

  /// -l'' is even and falls with |eta|, so the parabola through the end of the segment that lies
  /// nearer to 0 is the lowest; beyond the reflection at -centre it is Jaakkola and Jordan's.
  double curvature_within(double y, double centre, double reach) const {
    const double magnitude = centre < 0.0 ? -centre : centre;
    if (reach >= 2.0 * magnitude) return global_curvature(y, centre);
    const double d = centre < 0.0 ? reach : -reach;
    return chord_curvature(tangent(y, centre), tangent(y, centre + d), d);
  }

  /// Maclaurin & Adams (2014), section 3.1: tangent at u = 1.5.
  double untuned_centre(double y) const { return 1.5 * y; }

  bool accepts(double response) const {
    return response == 0.0 || response == 1.0 || response == -1.0;
  }
  double code(double response) const { return response > 0.5 ? 1.0 : -1.0; }

  /// Why the responses as a whole cannot be used; empty where they can.
  std::string complaint(const ResponseSummary& seen) const {
    if (seen.first_zero == Failure::no_row || seen.first_minus_one == Failure::no_row) return "";
    return "labels must be 0 and 1, or -1 and +1: row " + std::to_string(seen.first_zero) +
           " has 0, row " + std::to_string(seen.first_minus_one) + " has -1";
  }
};

static_assert(LinearPredictorFamily<Logistic>);

}  // namespace photinus
