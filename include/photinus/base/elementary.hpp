#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

/// Elementary functions whose bits are the same on every processor.
///
/// The C library picks its exp and log by the processor (with or without fused multiply-add), so
/// their last bits differ between machines. These are plain IEEE operations in a fixed order,
/// free of branches so that compilers vectorise loops over them without changing a bit.
/// Errors are below 2 units in the last place unless said otherwise.
namespace photinus {

namespace detail {

inline constexpr double ln2_high =
    0x1.62e42fefa0000p-1;  // 20 trailing zeros: n * ln2_high is exact
inline constexpr double ln2_low = 0x1.cf79abc9e3b3ap-40;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// exp(r) - 1 for |r| <= ln(2)/2 by its Taylor series to degree 14.
inline double expm1_series(double r) {
  double s = 1.0 / 87178291200.0;
  s = s * r + 1.0 / 6227020800.0;
  s = s * r + 1.0 / 479001600.0;
  s = s * r + 1.0 / 39916800.0;
  s = s * r + 1.0 / 3628800.0;
  s = s * r + 1.0 / 362880.0;
  s = s * r + 1.0 / 40320.0;
  s = s * r + 1.0 / 5040.0;
  s = s * r + 1.0 / 720.0;
  s = s * r + 1.0 / 120.0;
  s = s * r + 1.0 / 24.0;
  s = s * r + 1.0 / 6.0;
  s = s * r + 0.5;
  return r + r * r * s;
}

}  // namespace detail

/// e^x; 0 below -708 (results there would be subnormal), infinity above 709.78.
inline double exp(double x) {
  constexpr double shift = 0x1.8p52;  // adding it rounds to an integer held in the low bits
  const double clamped = x < -708.0 ? -708.0 : (x > 710.0 ? 710.0 : x);
  const double shifted = clamped * 0x1.71547652b82fep+0 + shift;
  const double n = shifted - shift;
  const double r = (clamped - n * detail::ln2_high) - n * detail::ln2_low;
  // 2^(n-1), doubled last: 2^n itself would overflow in the topmost octave.
  const auto exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double half = std::bit_cast<double>(exponent + (std::uint64_t{1022} << 52));
  const double value = (1.0 + detail::expm1_series(r)) * half * 2.0;
  return x < -708.0 ? 0.0 : value;
}

/// e^x - 1 without cancellation near 0.
inline double expm1(double x) {
  const double small = x < -0.34 ? -0.34 : (x > 0.34 ? 0.34 : x);
  const double near = detail::expm1_series(small);
  const double far = exp(x) - 1.0;
  return (x >= -0.34 && x <= 0.34) ? near : far;
}

/// Natural logarithm; -infinity at 0, NaN below.
inline double log(double x) {
  const bool subnormal = x < 0x1p-1022;
  const double scaled = subnormal ? x * 0x1p54 : x;
  const auto bits = std::bit_cast<std::uint64_t>(scaled);
  // Split x = m 2^e with m in [sqrt(1/2), sqrt(2)).
  constexpr std::uint64_t offset = 0x3fe6a09e667f3bcdULL;
  const std::uint64_t biased = bits - offset;
  const std::uint64_t e_bits = ((biased >> 52) ^ 0x800) & 0xfff;  // e + 2048, non-negative
  const double e = std::bit_cast<double>(e_bits | 0x4330000000000000ULL) - (0x1p52 + 2048.0) -
                   (subnormal ? 54.0 : 0.0);
  const double m = std::bit_cast<double>((biased & 0x000fffffffffffffULL) + offset);
  const double f = (m - 1.0) / (m + 1.0);
  const double w = f * f;
  // 2 atanh(f) = 2 f (1 + w/3 + w^2/5 + ...), |f| <= 0.1716
  double s = 1.0 / 23.0;
  s = s * w + 1.0 / 21.0;
  s = s * w + 1.0 / 19.0;
  s = s * w + 1.0 / 17.0;
  s = s * w + 1.0 / 15.0;
  s = s * w + 1.0 / 13.0;
  s = s * w + 1.0 / 11.0;
  s = s * w + 1.0 / 9.0;
  s = s * w + 1.0 / 7.0;
  s = s * w + 1.0 / 5.0;
  s = s * w + 1.0 / 3.0;
  // With g = m - 1: 2 f = g - f g, so the leading term is exact and only the correction rounds.
  const double g = m - 1.0;
  const double value = e * detail::ln2_high + (g - (f * (g - 2.0 * w * s) - e * detail::ln2_low));
  const double special =
      x == 0.0 ? -detail::infinity : (x == detail::infinity ? x : detail::not_a_number);
  return (x > 0.0 && x < detail::infinity) ? value : special;
}

/// log(1 + x) without cancellation near 0.
inline double log1p(double x) {
  const double u = 1.0 + x;
  const double correction = (x - (u - 1.0)) / u;
  const double value = log(u) + correction;
  return (x > -1.0 && x < detail::infinity) ? value : log(u);
}

/// log(1 + e^x).
inline double softplus(double x) {
  const double magnitude = x < 0.0 ? -x : x;
  return (x > 0.0 ? x : 0.0) + log1p(exp(-magnitude));
}

/// log(e^d - 1) for d > 0, as d + log(-expm1(-d)): no overflow for large d, no loss for small d.
inline double log_expm1(double d) { return d + log(-expm1(-d)); }

/// tanh(x), relative error below 4 units in the last place.
inline double tanh(double x) {
  const double magnitude = x < 0.0 ? -x : x;
  const double decay = expm1(-2.0 * magnitude);
  const double value = -decay / (2.0 + decay);
  return x < 0.0 ? -value : value;
}

/// Quantile of the standard normal, p in (0, 1): Wichura (1988), algorithm AS 241 (PPND16),
/// relative accuracy 1e-16.
double normal_quantile(double p);

}  // namespace photinus
