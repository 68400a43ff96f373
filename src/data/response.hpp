#pragma once

#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"
#include "photinus/data/simulate.hpp"

namespace photinus {

/// Student-t with nu degrees of freedom, exactly and for any nu > 0: the polar method of Bailey
/// (1994). With (u, v) uniform on the unit disc and w = u^2 + v^2,
///   t = u / sqrt(w) sqrt(nu (w^(-2/nu) - 1)).
inline double student_t_deviate(Stream& stream, double nu) {
  for (;;) {
    const double u = 2.0 * stream.uniform() - 1.0;
    const double v = 2.0 * stream.uniform() - 1.0;
    const double w = u * u + v * v;
    if (w >= 1.0 || w == 0.0) continue;
    return u * std::sqrt(nu * expm1(-2.0 / nu * log(w)) / w);
  }
}

/// Poisson of any mean above 0, exactly: products of uniforms below 10, from there Hoermann's
/// transformed rejection with squeeze (1993, algorithm PTRS).
inline double poisson_deviate(Stream& stream, double mean) {
  if (mean < 10.0) {
    const double least = exp(-mean);
    double count = 0.0;
    for (double product = stream.uniform(); product > least; product *= stream.uniform())
      count += 1.0;
    return count;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean), a = -0.059 + 0.02483 * b;
  const double squeeze = 0.9277 - 3.6224 / (b - 2.0);
  const double log_alpha = log(1.1239 + 1.1328 / (b - 3.4));
  for (;;) {
    const double u = stream.uniform() - 0.5, v = stream.uniform();
    const double side = 0.5 - std::abs(u);
    const double count = std::floor((2.0 * a / side + b) * u + mean + 0.43);
    if (side >= 0.07 && v <= squeeze) return count;
    if (count < 0.0 || (side < 0.013 && v > side)) continue;
    if (log(v) + log_alpha - log(a / (side * side) + b) <=
        count * log(mean) - mean - log_factorial(count))
      return count;
  }
}

/// A response whose predictor is eta, with the next numbers of the row's own stream.
inline double draw_response(const SimulateSettings& s, Stream& stream, double eta) {
  if (s.family == "logistic") return stream.uniform() < 1.0 / (1.0 + exp(-eta)) ? 1.0 : 0.0;
  if (s.family == "probit") return stream.normal() < eta ? 1.0 : 0.0;
  if (s.family == "poisson") return poisson_deviate(stream, exp(eta));
  return eta + s.sigma * (s.family == "linear" ? stream.normal() : student_t_deviate(stream, s.nu));
}

}  // namespace photinus
