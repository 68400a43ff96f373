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

/// A response whose predictor is eta, with the next numbers of the row's own stream.
inline double draw_response(const SimulateSettings& s, Stream& stream, double eta) {
  if (s.family == "logistic") return stream.uniform() < 1.0 / (1.0 + exp(-eta)) ? 1.0 : 0.0;
  return eta + s.sigma * (s.family == "linear" ? stream.normal() : student_t_deviate(stream, s.nu));
}

}  // namespace photinus
