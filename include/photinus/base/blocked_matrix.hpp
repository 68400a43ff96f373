#pragma once

#include <algorithm>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/quad.hpp"

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
    if (!diagonal_.empty()) {
      for (int i = 0; i < rows_; ++i) out[i] = diagonal_[static_cast<std::size_t>(i)] * x[i];
      return;
    }
    for (int first = 0; first < rows_; first += strip) {
      double sums[strip];
      sum_strip(first, x, sums);
      std::copy_n(sums, std::min(strip, rows_ - first), out + first);
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
    Quad low = {}, high = {};
    for (int j = begin; j < end; ++j, values += strip) {
      const Quad factor = quad(x[j]);
      low += load(values) * factor;
      high += load(values + 4) * factor;
    }
    store(sums, low);
    store(sums + 4, high);
  }

  struct Columns {
    int begin = 0, end = 0;
  };

  int rows_ = 0;
  int columns_ = 0;
  std::vector<Columns> filled_;   // by strip
  std::vector<double> values_;    // strip by strip, column by column; rows beyond the last are 0
  std::vector<double> diagonal_;  // none where there is more than that
};

}  // namespace photinus
