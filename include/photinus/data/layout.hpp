#pragma once

#include <bit>
#include <cstdint>

namespace photinus {

/// Rows cut into blocks, the unit of determinism: every sum over many rows is a sum of block sums.
///
/// A block is a fixed run of consecutive rows; its size is the largest power of two that is at most
/// max(1, rows / 64), and at most 65,536. It depends on the number of rows alone.
struct Layout {
  std::int64_t rows = 0;
  std::int64_t block_size = 1;

  std::int64_t blocks() const { return (rows + block_size - 1) / block_size; }
  std::int64_t first_row(std::int64_t block) const { return block * block_size; }
  std::int64_t block_of(std::int64_t row) const {
    return row >> std::countr_zero(static_cast<std::uint64_t>(block_size));
  }
  std::int64_t rows_in(std::int64_t block) const;
};

Layout make_layout(std::int64_t rows);

/// The consecutive blocks [first, last) that one rank owns.
struct Share {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// The share of `rank` among `ranks`, sizes differing by at most one block. Where the coordinator
/// (rank 0) holds no rows and there are others, the blocks are spread over these.
Share share_of(int rank, int ranks, const Layout& layout, bool coordinator_holds_rows);

}  // namespace photinus
