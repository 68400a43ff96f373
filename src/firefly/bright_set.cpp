#include "photinus/firefly/bright_set.hpp"

#include <algorithm>
#include <bit>

namespace photinus {

void BrightSet::brighten(int row) {
  if (is_bright(row)) return;
  flip(row);
  ++bright_;
}

void BrightSet::darken(int row) {
  if (!is_bright(row)) return;
  flip(row);
  --bright_;
}

void BrightSet::darken_all() {
  bright_ = 0;
  std::fill(words_.begin(), words_.end(), std::uint64_t{0});
}

std::vector<int> BrightSet::bright_rows() const {
  std::vector<int> rows;
  rows.reserve(static_cast<std::size_t>(bright_));
  for (std::size_t w = 0; w < words_.size(); ++w)
    for (std::uint64_t left = words_[w]; left != 0; left &= left - 1)
      rows.push_back(static_cast<int>(w * 64) + std::countr_zero(left));
  return rows;
}

}  // namespace photinus
