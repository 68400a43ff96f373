#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

/// Elementary functions whose bits are the same on every processor.
///
/// The C library picks its exp and log by the processor (with or without fused multiply-add), so
/// their last bits differ between machines. These are plain IEEE operations in a fixed order,
/// free of branches so that compilers vectorise loops over them without changing a bit.
/// Errors are below 2 units in the last place unless said otherwise.
namespace photinus {

/// log(2 pi) / 2, of normal densities and Stirling's series.
inline constexpr double half_log_2_pi = 0.91893853320467274178;

namespace detail {

inline constexpr double ln2_high =
    0x1.62e42fefa0000p-1;  // 20 trailing zeros: n * ln2_high is exact
inline constexpr double ln2_low = 0x1.cf79abc9e3b3ap-40;
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// exp(r) - 1 = r + r^2 s(r) for |r| <= ln(2)/2: s of degree 10 through its values at Chebyshev's
/// points, error below 3e-18. Even and odd powers apart: two short chains instead of a long one.
inline double expm1_series(double r) {
  const double square = r * r;
  double even = 0x1.1f7340dbc337ep-29;
  even = std::fma(even, square, 0x1.27e4db46cddd1p-22);
  even = std::fma(even, square, 0x1.a01a01a6e1e2ap-16);
  even = std::fma(even, square, 0x1.6c16c16c162c3p-10);
  even = std::fma(even, square, 0x1.5555555555556p-5);
  even = std::fma(even, square, 0.5);
  double odd = 0x1.af4e554377204p-26;
  odd = std::fma(odd, square, 0x1.71de01fdbf9cap-19);
  odd = std::fma(odd, square, 0x1.a01a01abf85abp-13);
  odd = std::fma(odd, square, 0x1.11111111100bep-7);
  odd = std::fma(odd, square, 0x1.5555555555557p-3);
  return std::fma(square, std::fma(odd, r, even), r);
}

/// s in atanh(f) = f (1 + w s(w)), w = f^2, for |f| <= 0.1716: of degree 6 through its values at
/// Chebyshev's points, error below 2e-16.
inline double atanh_series(double w) {
  const double square = w * w;
  double even = 0x1.2b5900de53b32p-4;
  even = std::fma(even, square, 0x1.7462b51cb66b1p-4);
  even = std::fma(even, square, 0x1.2492492df281ap-3);
  even = std::fma(even, square, 0x1.5555555555558p-2);
  double odd = 0x1.39fe51a7c18f9p-4;
  odd = std::fma(odd, square, 0x1.c71c62e3f11e6p-4);
  odd = std::fma(odd, square, 0x1.99999999952d7p-3);
  return std::fma(odd, w, even);
}

}  // namespace detail

/// e^x; 0 below -708 (results there would be subnormal), infinity above 709.78.
inline double exp(double x) {
  constexpr double shift = 0x1.8p52;  // adding it rounds to an integer held in the low bits
  const double shifted = std::fma(x, 0x1.71547652b82fep+0, shift);
  const double n = shifted - shift;
  const double r = std::fma(-n, detail::ln2_low, std::fma(-n, detail::ln2_high, x));
  // 2^(n-1), doubled last: 2^n itself would overflow in the topmost octave.
  const auto exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  const double half = std::bit_cast<double>(exponent + (std::uint64_t{1022} << 52));
  const double value = (1.0 + detail::expm1_series(r)) * half * 2.0;
  const double bounded = x > 710.0 ? detail::infinity : value;
  return x < -708.0 ? 0.0 : bounded;
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

/// log(1 + x) for 0 <= x <= 1: log1p without its special cases, for loops over many rows.
inline double log1p_fraction(double x) {
  // 1 + x = m 2^e with m in [sqrt(1/2), sqrt(2)), g = m - 1, f = g / (2 + g).
  const double e = x > 0x1.a827999fcef32p-2 ? 1.0 : 0.0;
  const double g = (x - e) * (1.0 - 0.5 * e);
  const double f = g / (2.0 + g);
  const double w = f * f;
  // As in log: 2 atanh(f) = g - f (g - 2 w s).
  const double correction =
      std::fma(f, std::fma(-2.0 * w, detail::atanh_series(w), g), -e * detail::ln2_low);
  return std::fma(e, detail::ln2_high, g - correction);
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
/// The same, bit for bit, of several p, in their place: most of them side by side.
void normal_quantiles(double* p, std::ptrdiff_t count);

namespace detail {

inline constexpr double log_factorials[32] = {0.0,
                                              0.0,
                                              0x1.62e42fefa39efp-1,
                                              0x1.cab0bfa2a2002p+0,
                                              0x1.96ca77c922cf9p+1,
                                              0x1.326643c4479c9p+2,
                                              0x1.a51273acf01cap+2,
                                              0x1.10ce1f32dcc30p+3,
                                              0x1.5358e82fcb70dp+3,
                                              0x1.99a8921a7f7cfp+3,
                                              0x1.e357590954d15p+3,
                                              0x1.180973f3a8d74p+4,
                                              0x1.3fcba16d50143p+4,
                                              0x1.68d5a9c3b32cep+4,
                                              0x1.930f3df162a42p+4,
                                              0x1.be636a63fd346p+4,
                                              0x1.eabff061f1a84p+4,
                                              0x1.0c0a63f2f353ap+5,
                                              0x1.2329df2d5ee52p+5,
                                              0x1.3ab8153363985p+5,
                                              0x1.52af57aed77bep+5,
                                              0x1.6b0a8643472a9p+5,
                                              0x1.83c4faba84f06p+5,
                                              0x1.9cda78b856a45p+5,
                                              0x1.b6472034e8d14p+5,
                                              0x1.d007622cd65e7p+5,
                                              0x1.ea17f717c6794p+5,
                                              0x1.023aeb67e4fefp+6,
                                              0x1.0f8f18d330240p+6,
                                              0x1.1d07353917231p+6,
                                              0x1.2aa208b59d0e5p+6,
                                              0x1.385e6fd9e5a40p+6};

}  // namespace detail

/// log n! for whole n >= 0, relative error below 1e-15: a table to 31, Stirling's series beyond.
/// For loops over many rows; log_gamma is for all x.
inline double log_factorial(double n) {
  const double listed = n > 0.0 ? (n < 31.0 ? n : 31.0) : 0.0;
  const double x = n < 31.0 ? 31.0 : n;
  const double inverse = 1.0 / x, square = inverse * inverse;
  const double tail = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0)));
  const double far = (x + 0.5) * log(x) - x + (half_log_2_pi + tail);
  return n < 31.5 ? detail::log_factorials[static_cast<int>(listed)] : far;
}

/// log Gamma(x) for x > 0, relative error below 2e-15; infinity at 0, NaN below. Taylor series at 2
/// (Abramowitz & Stegun 6.1.33), carried on by the recurrence; Stirling's series from 10 on.
double log_gamma(double x);

}  // namespace photinus
