// Truth: std::set. Exact.
#include "photinus/firefly/bright_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

// Bright and dark rows together are every row once, bright ones as in `truth`.
void expect_same(const BrightSet& set, const std::set<int>& truth) {
  std::vector<int> bright, dark;
  for (int i = 0; i < set.bright_count(); ++i) bright.push_back(set.bright_row(i));
  for (int i = 0; i < set.dark_count(); ++i) dark.push_back(set.dark_row(i));
  std::sort(bright.begin(), bright.end());
  EXPECT_EQ(bright, std::vector<int>(truth.begin(), truth.end()));
  EXPECT_EQ(set.sorted_bright_rows(), bright);
  for (const int row : dark) ASSERT_FALSE(set.is_bright(row));
  std::vector<int> all(bright);
  all.insert(all.end(), dark.begin(), dark.end());
  std::sort(all.begin(), all.end());
  ASSERT_EQ(static_cast<int>(all.size()), set.rows());
  for (int row = 0; row < set.rows(); ++row) ASSERT_EQ(all[static_cast<std::size_t>(row)], row);
}

class BrightSets : public ::testing::TestWithParam<int> {};

// Catches: 16-bit positions that wrap in a full block, an inverse table left behind by a swap, a
// row brightened twice.
TEST_P(BrightSets, FollowRandomOperations) {
  const int rows = GetParam();
  BrightSet set(rows);
  std::set<int> truth;
  Stream stream({.seed = 21, .purpose = Purpose::test});
  expect_same(set, truth);
  for (int i = 0; i < 200'000; ++i) {
    const auto row = static_cast<int>(stream.below(static_cast<std::uint64_t>(rows)));
    // Long runs of mostly brightening and mostly darkening reach both ends.
    const bool brighten = stream.below(10) < (i / 50'000 % 2 == 0 ? 9U : 1U);
    if (brighten) {
      set.brighten(row);
      truth.insert(row);
    } else {
      set.darken(row);
      truth.erase(row);
    }
    ASSERT_EQ(set.is_bright(row), brighten);
    ASSERT_EQ(set.bright_count(), static_cast<int>(truth.size()));
    ASSERT_EQ(set.dark_count(), rows - set.bright_count());
    if (i % 40'000 == 0) expect_same(set, truth);
  }
  expect_same(set, truth);
}

TEST_P(BrightSets, AllBrightAndAllDark) {
  const int rows = GetParam();
  BrightSet set(rows);
  std::set<int> truth;
  for (int row = rows - 1; row >= 0; --row) {
    set.brighten(row);
    truth.insert(row);
  }
  expect_same(set, truth);
  EXPECT_EQ(set.dark_count(), 0);
  set.darken_all();
  expect_same(set, {});
  set.brighten(rows - 1);
  expect_same(set, {rows - 1});
}

INSTANTIATE_TEST_SUITE_P(Rows, BrightSets, ::testing::Values(1, 2, 100, 32'769, 65'535, 65'536));

}  // namespace
}  // namespace photinus
