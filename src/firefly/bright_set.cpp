#include "photinus/firefly/bright_set.hpp"

#include <algorithm>
#include <numeric>

namespace photinus {

BrightSet::BrightSet(int rows)
    : order_(static_cast<std::size_t>(rows)),
      position_(static_cast<std::size_t>(rows)),
      bits_((static_cast<std::size_t>(rows) + 63) / 64) {
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
  position_ = order_;
}

void BrightSet::swap_to(int position, int row) {
  const auto to = static_cast<std::size_t>(position);
  const auto from = static_cast<std::size_t>(position_[static_cast<std::size_t>(row)]);
  const std::uint16_t displaced = order_[to];
  std::swap(order_[to], order_[from]);
  position_[displaced] = static_cast<std::uint16_t>(from);
  position_[static_cast<std::size_t>(row)] = static_cast<std::uint16_t>(to);
}

void BrightSet::brighten(int row) {
  if (is_bright(row)) return;
  swap_to(bright_, row);
  ++bright_;
  flip_bit(row);
}

void BrightSet::darken(int row) {
  if (!is_bright(row)) return;
  --bright_;
  swap_to(bright_, row);
  flip_bit(row);
}

void BrightSet::darken_all() {
  bright_ = 0;
  std::fill(bits_.begin(), bits_.end(), std::uint64_t{0});
}

std::vector<int> BrightSet::sorted_bright_rows() const {
  std::vector<int> rows(order_.begin(), order_.begin() + bright_);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace photinus
