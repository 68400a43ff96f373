#pragma once

#include <immintrin.h>

#include <cstdint>

namespace photinus {

/// Four doubles side by side: what one instruction of the x86-64-v3 baseline works on. The one
/// place that names the processor's instructions; each is an IEEE operation on every element.
using Quad = __m256d;

inline Quad quad(double value) { return _mm256_set1_pd(value); }
inline Quad load(const double* x) { return _mm256_loadu_pd(x); }
inline Quad load(const float* x) { return _mm256_cvtps_pd(_mm_loadu_ps(x)); }
inline void store(double* x, Quad values) { _mm256_storeu_pd(x, values); }

/// a b + c, rounded once.
inline Quad fma(Quad a, Quad b, Quad c) { return _mm256_fmadd_pd(a, b, c); }

namespace detail {
inline constexpr std::int64_t wide_mask[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
inline constexpr std::int32_t narrow_mask[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
}  // namespace detail

/// The first `count` <= 4 of x, zeros after them; nothing beyond is read.
inline Quad load_first(const double* x, int count) {
  const auto* mask = reinterpret_cast<const __m256i*>(detail::wide_mask + 4 - count);
  return _mm256_maskload_pd(x, _mm256_loadu_si256(mask));
}
inline Quad load_first(const float* x, int count) {
  const auto* mask = reinterpret_cast<const __m128i*>(detail::narrow_mask + 4 - count);
  return _mm256_cvtps_pd(_mm_maskload_ps(x, _mm_loadu_si128(mask)));
}

/// Asks memory for `count` numbers that will be read soon, into the second-level cache. Any address
/// will do.
template <class Scalar>
inline void prefetch(const Scalar* x, int count) {
  constexpr int line = 64 / sizeof(Scalar);
  for (int j = 0; j < count; j += line) _mm_prefetch(x + j, _MM_HINT_T1);
}

/// (x0 + x2) + (x1 + x3).
inline double sum(Quad x) {
  const __m128d pairs = _mm256_castpd256_pd128(x) + _mm256_extractf128_pd(x, 1);
  return pairs[0] + pairs[1];
}

/// sum(a), sum(b), sum(c), sum(d).
inline Quad each_sum(Quad a, Quad b, Quad c, Quad d) {
  const Quad ac = _mm256_permute2f128_pd(a, c, 0x20) + _mm256_permute2f128_pd(a, c, 0x31);
  const Quad bd = _mm256_permute2f128_pd(b, d, 0x20) + _mm256_permute2f128_pd(b, d, 0x31);
  return _mm256_hadd_pd(ac, bd);
}

}  // namespace photinus
