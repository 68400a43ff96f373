// Truth: std::set. Exact.
#include "photinus/firefly/bright_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

// Bright rows are those of `truth`, by asking for each and by listing them.
void expect_same(const BrightSet& set, const std::set<int>& truth) {
  std::vector<int> bright, dark;
  for (int row = 0; row < set.rows(); ++row) (set.is_bright(row) ? bright : dark).push_back(row);
  EXPECT_EQ(bright, std::vector<int>(truth.begin(), truth.end()));
  EXPECT_EQ(set.bright_rows(), bright);
  ASSERT_EQ(static_cast<int>(bright.size()), set.bright_count());
  ASSERT_EQ(static_cast<int>(dark.size()), set.dark_count());
}

class BrightSets : public ::testing::TestWithParam<int> {};

// Catches: a bit of the wrong word, a count that follows a row brightened twice.
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
