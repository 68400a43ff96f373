#pragma once

#include "photinus/base/elementary.hpp"

/// The normal distribution's logarithm with bits that are the same on every processor: as in
/// elementary.hpp, plain operations free of branches.
namespace photinus {

namespace detail {

/// g(x) = phi(x) / Phi(-x) - x for x >= 0, what the normal hazard exceeds x by: Laplace's continued
/// fraction 1/(x + 2/(x + 3/(x + ...))), sqrt(2/pi) at 0, 1/x far out. (x + 2) g(x) is a polynomial
/// of degree 26 in t = (x - 7/2)/(x + 7/2) through its values at Chebyshev's points, error below
/// 4e-17 (after Schonfelder 1978, who does so with erfc).
inline double hazard_excess(double x) {
  const double t = (x - 3.5) / (x + 3.5);
  const double square = t * t;
  double even = 0x1.e6f4b0cda7eb3p-28;
  even = std::fma(even, square, -0x1.97ec886b3d824p-24);
  even = std::fma(even, square, 0x1.8e130f520e557p-21);
  even = std::fma(even, square, -0x1.2464396dd77dap-18);
  even = std::fma(even, square, 0x1.5e2cf82792e88p-16);
  even = std::fma(even, square, -0x1.656e939148f8bp-14);
  even = std::fma(even, square, 0x1.42800458cd4ddp-12);
  even = std::fma(even, square, -0x1.092985fa07aedp-10);
  even = std::fma(even, square, 0x1.95f89c27375b7p-9);
  even = std::fma(even, square, -0x1.232a70cef5ea1p-7);
  even = std::fma(even, square, 0x1.7c4084931774fp-6);
  even = std::fma(even, square, -0x1.7ae7ed6a1a9afp-5);
  even = std::fma(even, square, -0x1.c3e45d84e9807p-5);
  even = std::fma(even, square, 0x1.61f57a87d9f6ap+0);
  double odd = -0x1.6304e53cbd180p-26;
  odd = std::fma(odd, square, 0x1.1a8a34ff10e71p-22);
  odd = std::fma(odd, square, -0x1.c68676e0ecd5fp-20);
  odd = std::fma(odd, square, 0x1.f4835972bd0a9p-18);
  odd = std::fma(odd, square, -0x1.b0f452cad635cp-16);
  odd = std::fma(odd, square, 0x1.43e6967366951p-14);
  odd = std::fma(odd, square, -0x1.cdf6b21875019p-13);
  odd = std::fma(odd, square, 0x1.5e58beb6d964bp-11);
  odd = std::fma(odd, square, -0x1.3127b63ab7280p-9);
  odd = std::fma(odd, square, 0x1.2e25b49aef4d1p-7);
  odd = std::fma(odd, square, -0x1.3fb1552de55d0p-5);
  odd = std::fma(odd, square, 0x1.53d015863dd53p-3);
  odd = std::fma(odd, square, -0x1.ba8de018d9a38p-2);
  return std::fma(odd, t, even) / (x + 2.0);
}

}  // namespace detail

/// log Phi(u) and its derivatives.
struct LogNormalCdf {
  double value = 0.0;
  double slope = 0.0;      ///< M = phi(u) / Phi(u), the inverse Mills ratio at -u
  double curvature = 0.0;  ///< -d2/du2 log Phi = M (M + u), between 0 and 1
};

/// log Phi(u) for |u| up to 1e150, all three to a few units in the last place in both tails. With
/// x = |u|, g = hazard_excess(x):
///   u < 0  -x^2/2 - log(x + g) - log(2 pi)/2, M = x + g, M + u = g
///   u > 0  log(1 - Q), Q = phi(x) / (x + g), M = phi(x) / (1 - Q)
inline LogNormalCdf log_normal_cdf(double u) {
  constexpr double inverse_root_2_pi = 0.39894228040143267794;
  const double magnitude = u < 0.0 ? -u : u;
  const double x = magnitude > 1e150 ? 1e150 : magnitude;
  const double excess = detail::hazard_excess(x);
  const double hazard = x + excess;
  const double square = x * x;
  const double density = inverse_root_2_pi * exp(-0.5 * square) *
                         (1.0 - 0.5 * std::fma(x, x, -square));  // the square's rounding
  const double tail = density / hazard;
  const bool below = u < 0.0;
  const double rest = 1.0 - tail;
  const double logarithm = log(below ? hazard : rest);
  const double ratio = density / rest;
  return {below ? -0.5 * square - (logarithm + half_log_2_pi)
                : logarithm + ((1.0 - rest) - tail) / rest,
          below ? hazard : ratio, below ? hazard * excess : ratio * (ratio + x)};
}

}  // namespace photinus
