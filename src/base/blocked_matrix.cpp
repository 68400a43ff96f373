#include "photinus/base/blocked_matrix.hpp"

#include <algorithm>

namespace photinus {

BlockedMatrix::BlockedMatrix(const Matrix& matrix)
    : rows_(static_cast<int>(matrix.rows())), columns_(static_cast<int>(matrix.cols())) {
  const int strips = (rows_ + strip - 1) / strip;
  values_.resize(static_cast<std::size_t>(strips * strip * columns_));
  filled_.assign(static_cast<std::size_t>(strips), {columns_, 0});
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < columns_; ++j) {
      values_[static_cast<std::size_t>((i / strip * columns_ + j) * strip + i % strip)] =
          matrix(i, j);
      auto& [begin, end] = filled_[static_cast<std::size_t>(i / strip)];
      if (matrix(i, j) == 0.0) continue;
      begin = std::min(begin, j);
      end = std::max(end, j + 1);
    }
  if (matrix.isDiagonal(0.0))
    for (int i = 0; i < rows_; ++i) diagonal_.push_back(matrix(i, i));
}

}  // namespace photinus
