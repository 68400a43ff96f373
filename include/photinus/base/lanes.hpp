#pragma once

#include <cmath>
#include <cstddef>

#include "photinus/base/quad.hpp"

namespace photinus {

namespace detail {

/// Eight running sums of x[r stride + j] y[j] for `Rows` rows at a time, so that y is loaded once;
/// j mod 8 chooses the sum. The sums j and j + 4 are added at the end.
template <int Rows, class Scalar>
inline void run_lanes(const Scalar* x, std::ptrdiff_t stride, const double* y, int size,
                      Quad (&sums)[Rows]) {
  Quad low[Rows] = {}, high[Rows] = {};
  const auto add = [&](Quad(&to)[Rows], int j, Quad weight, auto read) {
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) to[r] = fma(read(x + r * stride + j), weight, to[r]);
  };
  const auto four = [](const Scalar* at) { return load(at); };
  int j = 0;
  for (; j + 8 <= size; j += 8) {
    add(low, j, load(y + j), four);
    add(high, j + 4, load(y + j + 4), four);
  }
  const auto rest = [&](Quad(&to)[Rows]) {
    const int count = size - j < 4 ? size - j : 4;
    add(to, j, load_first(y + j, count), [=](const Scalar* at) { return load_first(at, count); });
    j += 4;
  };
  if (j < size) rest(low);
  if (j < size) rest(high);
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r) sums[r] = low[r] + high[r];
}

}  // namespace detail

/// Sum of x[j] y[j], j < size, in one fixed order: eight running sums, j mod 8 choosing the sum,
/// added pairwise at the end.
template <class Scalar>
inline double dot(const Scalar* x, const double* y, int size) {
  Quad sums[1];
  detail::run_lanes<1>(x, 0, y, size, sums);
  return sum(sums[0]);
}

/// The dot products of four rows, `stride` apart, each with the bits of `dot`.
template <class Scalar>
inline Quad dot_of_four(const Scalar* x, std::ptrdiff_t stride, const double* y, int size) {
  Quad sums[4];
  detail::run_lanes<4>(x, stride, y, size, sums);
  return each_sum(sums[0], sums[1], sums[2], sums[3]);
}

/// A sum of many numbers in eight running sums, added as those of `dot`. Numbers that come in
/// several pieces have the sum of the whole as long as every piece but the last is a multiple of
/// eight long.
class LaneSum {
 public:
  void add(double x) { lanes_[0] += x; }
  void add(const double* x, int size) {
    Quad low = load(lanes_), high = load(lanes_ + 4);
    int j = 0;
    for (; j + 8 <= size; j += 8) {
      low += load(x + j);
      high += load(x + j + 4);
    }
    if (j < size) low += load_first(x + j, size - j < 4 ? size - j : 4);
    if (j + 4 < size) high += load_first(x + j + 4, size - j - 4);
    store(lanes_, low);
    store(lanes_ + 4, high);
  }
  double total() const { return sum(load(lanes_) + load(lanes_ + 4)); }

 private:
  double lanes_[8] = {};
};

/// sum[j] += weight x[j].
template <class Scalar>
inline void add_scaled(double* sum, double weight, const Scalar* x, int size) {
  for (int j = 0; j < size; ++j) sum[j] = std::fma(weight, static_cast<double>(x[j]), sum[j]);
}

}  // namespace photinus
