#pragma once

#include <vector>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// A matrix kept in strips of eight rows for products with a vector: a strip's sums stay in
/// registers, nothing is allocated, and every sum runs over the columns in order, from the first to
/// the last that is not 0 in its strip: triangles and diagonals cost what is filled. At a few dozen
/// rows this is several times faster than a general product.
class BlockedMatrix {
 public:
  BlockedMatrix() = default;
  explicit BlockedMatrix(const Matrix& matrix);

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  /// out = matrix x.
  void multiply(const double* x, double* out) const {
    for (int first = 0; first < rows_; first += strip) {
      double sums[strip];
      sum_strip(first, x, sums);
      for (int k = 0; k < strip && first + k < rows_; ++k) out[first + k] = sums[k];
    }
  }

  /// |matrix x|^2.
  double squared_norm(const double* x) const {
    double total = 0.0;
    for (int first = 0; first < rows_; first += strip) {
      double sums[strip];
      sum_strip(first, x, sums);
      for (const double sum : sums) total += sum * sum;
    }
    return total;
  }

 private:
  static constexpr int strip = 8;

  void sum_strip(int first, const double* x, double (&sums)[strip]) const {
    const auto [begin, end] = filled_[static_cast<std::size_t>(first / strip)];
    const double* values = values_.data() + static_cast<std::ptrdiff_t>(first) * columns_ +
                           static_cast<std::ptrdiff_t>(begin) * strip;
    for (double& sum : sums) sum = 0.0;
    for (int j = begin; j < end; ++j, values += strip)
      for (int k = 0; k < strip; ++k) sums[k] += values[k] * x[j];
  }

  struct Columns {
    int begin = 0, end = 0;
  };

  int rows_ = 0;
  int columns_ = 0;
  std::vector<Columns> filled_;  // by strip
  std::vector<double> values_;   // strip by strip, column by column; rows beyond the last are 0
};

}  // namespace photinus
