#pragma once

namespace photinus {

/// Sum of x[j] y[j], j < size, in one fixed order: eight running sums, j mod 8 choosing the sum,
/// added pairwise at the end. Same bits whatever the batch, the caller or the vector width.
template <class Scalar>
inline double dot(const Scalar* x, const double* y, int size) {
  double lanes[8] = {};
  int j = 0;
  for (; j + 8 <= size; j += 8)
    for (int k = 0; k < 8; ++k) lanes[k] += static_cast<double>(x[j + k]) * y[j + k];
  for (int k = 0; j < size; ++j, ++k) lanes[k] += static_cast<double>(x[j]) * y[j];
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/// sum[j] += weight x[j].
template <class Scalar>
inline void add_scaled(double* sum, double weight, const Scalar* x, int size) {
  for (int j = 0; j < size; ++j) sum[j] += weight * static_cast<double>(x[j]);
}

}  // namespace photinus
