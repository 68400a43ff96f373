#include "photinus/data/layout.hpp"

#include <algorithm>
#include <bit>

namespace photinus {

std::int64_t Layout::rows_in(std::int64_t block) const {
  return std::min(block_size, rows - first_row(block));
}

Layout make_layout(std::int64_t rows) {
  constexpr std::uint64_t blocks_at_least = 64;
  constexpr std::uint64_t largest = 65'536;
  const auto share = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(rows) / blocks_at_least);
  return {rows, static_cast<std::int64_t>(std::min(largest, std::bit_floor(share)))};
}

Share share_of(int rank, int ranks, const Layout& layout, bool coordinator_holds_rows) {
  const bool spared = !coordinator_holds_rows && ranks > 1;
  if (spared && rank == 0) return {0, 0};
  const std::int64_t holders = spared ? ranks - 1 : ranks;
  const std::int64_t position = spared ? rank - 1 : rank;
  const std::int64_t blocks = layout.blocks();
  return {blocks * position / holders, blocks * (position + 1) / holders};
}

}  // namespace photinus
