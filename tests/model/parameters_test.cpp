#include "photinus/model/parameters.hpp"

#include <gtest/gtest.h>

#include "support/caught.hpp"

namespace photinus {
namespace {

using Names = std::vector<std::string>;

FileHeader header(int columns, Names names = {}) {
  FileHeader header;
  header.path = "data.h5";
  header.rows = 100;
  header.columns = columns;
  header.scalar = ScalarType::float64;
  header.column_names = std::move(names);
  return header;
}

// Columns range over 0 .. 1, but those of `constant` are 1.
ColumnRange range(int columns, const std::vector<int>& constant, double value = 1.0) {
  const auto size = static_cast<std::size_t>(columns);
  ColumnRange range{std::vector<double>(size, 0.0), std::vector<double>(size, 1.0)};
  for (const int j : constant)
    range.minimum[static_cast<std::size_t>(j)] = range.maximum[static_cast<std::size_t>(j)] = value;
  return range;
}

TEST(Parameters, AnInterceptIsAddedWhereNoColumnIsConstant) {
  const auto space = make_parameters(header(2), range(2, {}), InterceptRule::automatic);
  EXPECT_EQ(space.names, (Names{"x1", "x2", "intercept"}));
  EXPECT_EQ(space.intercept, 2);
  EXPECT_TRUE(space.added_intercept);
  EXPECT_EQ(space.dimension(), 3);
}

// Catches: two intercepts, which no data can tell apart.
TEST(Parameters, AConstantColumnIsTheIntercept) {
  for (const double value : {1.0, -3.0}) {
    const auto space = make_parameters(header(3), range(3, {1}, value), InterceptRule::automatic);
    EXPECT_EQ(space.names, (Names{"x1", "intercept", "x3"}));
    EXPECT_EQ(space.intercept, 1);
    EXPECT_FALSE(space.added_intercept);
  }
}

TEST(Parameters, AColumnOfZerosIsNoIntercept) {
  const auto space = make_parameters(header(2), range(2, {0}, 0.0), InterceptRule::automatic);
  EXPECT_EQ(space.intercept, 2);
  EXPECT_TRUE(space.added_intercept);
}

TEST(Parameters, TheFilesOwnNamesAreKept) {
  const auto space =
      make_parameters(header(3, {"age", "", "bias"}), range(3, {2}), InterceptRule::automatic);
  EXPECT_EQ(space.names, (Names{"age", "x2", "bias"}));
  EXPECT_EQ(space.intercept, 2);
}

TEST(Parameters, RuleNoneLooksForNothing) {
  const auto space = make_parameters(header(3), range(3, {0, 2}), InterceptRule::none);
  EXPECT_EQ(space.names, (Names{"x1", "x2", "x3"}));
  EXPECT_EQ(space.intercept, -1);
  EXPECT_FALSE(space.added_intercept);
}

TEST(Parameters, TwoConstantColumnsAreRefused) {
  const Failure failure = caught([] {
    make_parameters(header(4), range(4, {1, 3}), InterceptRule::automatic);
  });
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  for (const char* part : {"data.h5", "columns 1 and 3", "model.intercept"})
    EXPECT_TRUE(mentions(failure, part));
}

// Catches: two columns of the results with one name.
TEST(Parameters, NamesAreMadeUnique) {
  const auto twice =
      make_parameters(header(4, {"a", "a_2", "a", "a"}), range(4, {}), InterceptRule::none);
  EXPECT_EQ(twice.names, (Names{"a", "a_2", "a_3", "a_4"}));
  const auto taken =
      make_parameters(header(2, {"intercept", "b"}), range(2, {}), InterceptRule::automatic);
  EXPECT_EQ(taken.names, (Names{"intercept", "b", "intercept_2"}));
  const auto unnamed = make_parameters(header(2, {"x2", ""}), range(2, {}), InterceptRule::none);
  EXPECT_EQ(unnamed.names, (Names{"x2", "x2_2"}));
}

}  // namespace
}  // namespace photinus
