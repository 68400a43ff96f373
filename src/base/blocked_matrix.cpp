#include "photinus/base/blocked_matrix.hpp"

namespace photinus {

BlockedMatrix::BlockedMatrix(const Matrix& matrix)
    : rows_(static_cast<int>(matrix.rows())), columns_(static_cast<int>(matrix.cols())) {
  const int strips = (rows_ + strip - 1) / strip;
  values_.resize(static_cast<std::size_t>(strips * strip * columns_));
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < columns_; ++j)
      values_[static_cast<std::size_t>((i / strip * columns_ + j) * strip + i % strip)] =
          matrix(i, j);
}

}  // namespace photinus
