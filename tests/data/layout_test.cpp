// Truth: the rule of layout.hpp, found by counting instead of by bit tricks.
#include "photinus/data/layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace photinus {
namespace {

std::int64_t block_size_by_counting(std::int64_t rows) {
  std::int64_t size = 1;
  while (2 * size <= std::max<std::int64_t>(1, rows / 64) && 2 * size <= 65'536) size *= 2;
  return size;
}

// Exact. Catches: rounding to the nearest power, a limit taken before the power.
TEST(Layout, BlockSizeIsTheLargestPowerOfTwoAllowed) {
  for (std::int64_t rows = 1; rows <= 70'000; ++rows)
    ASSERT_EQ(make_layout(rows).block_size, block_size_by_counting(rows)) << rows;
  for (const std::int64_t rows : {4'194'303LL, 4'194'304LL, 4'194'305LL, 1'000'000'000'000LL})
    EXPECT_EQ(make_layout(rows).block_size, block_size_by_counting(rows)) << rows;
  EXPECT_EQ(make_layout(4'194'304).block_size, 65'536);
  EXPECT_EQ(make_layout(4'194'303).block_size, 32'768);
  EXPECT_EQ(make_layout(127).block_size, 1);
  EXPECT_EQ(make_layout(128).block_size, 2);
}

// Exact. Catches: a last block that is too long, missing or empty.
TEST(Layout, BlocksHoldEveryRowOnce) {
  for (const std::int64_t rows : {1, 2, 63, 64, 65, 127, 128, 129, 1'000, 12'214, 100'000}) {
    const Layout layout = make_layout(rows);
    std::int64_t next = 0;
    for (std::int64_t b = 0; b < layout.blocks(); ++b) {
      EXPECT_EQ(layout.first_row(b), next);
      EXPECT_GT(layout.rows_in(b), 0);
      EXPECT_LE(layout.rows_in(b), layout.block_size);
      EXPECT_EQ(layout.block_of(next), b);
      EXPECT_EQ(layout.block_of(next + layout.rows_in(b) - 1), b);
      next += layout.rows_in(b);
    }
    EXPECT_EQ(next, rows);
  }
}

class Shares : public ::testing::TestWithParam<bool> {};

// Exact; among the cases are fewer blocks than ranks. Catches: blocks held twice or by nobody, rows
// at a coordinator that is to hold none, a sole rank left without rows, lopsided shares.
TEST_P(Shares, CoverAllBlocksOnceAndEvenly) {
  const bool coordinator_holds_rows = GetParam();
  for (const std::int64_t rows : {1, 2, 3, 7, 64, 65, 1'000, 12'214, 10'000'000})
    for (int ranks = 1; ranks <= 9; ++ranks) {
      const Layout layout = make_layout(rows);
      const bool spared = !coordinator_holds_rows && ranks > 1;
      std::int64_t next = 0, least = layout.blocks(), most = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const Share share = share_of(rank, ranks, layout, coordinator_holds_rows);
        const std::int64_t size = share.last - share.first;
        if (spared && rank == 0) {
          EXPECT_EQ(size, 0);
          continue;
        }
        EXPECT_EQ(share.first, next) << rows << " rows, rank " << rank << " of " << ranks;
        EXPECT_GE(size, 0);
        next = share.last;
        least = std::min(least, size);
        most = std::max(most, size);
      }
      EXPECT_EQ(next, layout.blocks()) << rows << " rows, " << ranks << " ranks";
      EXPECT_LE(most - least, 1) << rows << " rows, " << ranks << " ranks";
    }
}

INSTANTIATE_TEST_SUITE_P(CoordinatorHoldsRows, Shares, ::testing::Bool());

}  // namespace
}  // namespace photinus
