// What is reported of several troubles must not depend on the number of ranks.
#include <gtest/gtest.h>

#include <limits>

#include "photinus/families/built_in.hpp"
#include "support/caught.hpp"
#include "support/data_file.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

/// Logistic regression with a bound that is too flat to hold.
struct BrokenBound : Logistic {
  static constexpr const char* name = "broken_bound";
  using Logistic::Logistic;
  double global_curvature(double y, double centre) const {
    return 0.5 * Logistic::global_curvature(y, centre);
  }
};

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Logistic>(),
                                                family_entry<BrokenBound>()};
  return list;
}

class Failures : public ::testing::Test {
 protected:
  Load load(const DataFile& file) const {
    file.write(path_);
    const FileHeader header = read_header(path_);
    return {header, make_layout(header.rows), "logistic", {}, true};
  }
  // The failure of one rank, which that of every other number must equal.
  Failure same_failure_for_all(const Load& command) const {
    Failure truth = caught([&] { LocalTeam(1, families()).ask(command); });
    for (const int ranks : {2, 3, 5, 8, 100}) {
      const Failure failure = caught([&] { LocalTeam(ranks, families()).ask(command); });
      EXPECT_EQ(failure.row(), truth.row()) << ranks;
      EXPECT_EQ(failure.code(), truth.code()) << ranks;
      EXPECT_STREQ(failure.what(), truth.what()) << ranks;
    }
    return truth;
  }
  TemporaryDirectory directory_;
  std::string path_ = directory_.file("data.h5");
};

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Catches: the failure of the first rank, or of the last, in place of the smallest row's.
TEST_F(Failures, SmallestOfTwoRowsThatAreNotFinite) {
  DataFile file = plain_file(640, 3);
  file.x[630 * 3] = file.x[100 * 3 + 1] = not_a_number;
  const Failure failure = same_failure_for_all(load(file));
  EXPECT_EQ(failure.row(), 100);
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
}

TEST_F(Failures, SmallestOfTwoLabelsOutsideTheRange) {
  DataFile file = plain_file(640, 3);
  file.y[10] = 2.0;
  file.y[600] = 3.0;
  const Failure failure = same_failure_for_all(load(file));
  EXPECT_EQ(failure.row(), 10);
  EXPECT_EQ(failure.code(), ExitCode::bad_data);
  for (const char* part : {"data.h5", "row 10", "value 2", "logistic"})
    EXPECT_TRUE(mentions(failure, part));
}

// A label outside the range comes before a value that is not finite, wherever they are held.
TEST_F(Failures, SmallestRowOfTwoKindsOfTrouble) {
  DataFile file = plain_file(640, 3);
  file.y[10] = 2.0;
  file.x[600 * 3] = not_a_number;
  EXPECT_EQ(same_failure_for_all(load(file)).row(), 10);
}

// The digits shown must show what is wrong with the label.
TEST_F(Failures, LabelIsShownWithItsDigits) {
  DataFile file = plain_file(64, 2);
  file.y_type = DataFile::Type::float64;
  file.y[5] = 1.0 + 1e-12;
  const Failure failure = same_failure_for_all(load(file));
  EXPECT_EQ(failure.row(), 5);
  EXPECT_FALSE(mentions(failure, "value 1.000000 is")) << failure.what();
}

TEST_F(Failures, BrokenBoundNamesTheSmallestRowAndTheta) {
  const SmallProblem problem(640, 3);
  std::string truth;
  for (const int ranks : {1, 2, 3, 8}) {
    LocalTeam team(ranks, families());
    const auto space = problem.open(team, "broken_bound", 1);
    BuildStatistics command = global_bounds(Anchor::mode, Vector::Zero(space.dimension()));
    command.whitening *=
        1e-9;  // theta is expected so near the reference that the bounds hold there
    team.ask(command);
    const Failure failure =
        caught([&] { team.ask(draw_at({Vector::Constant(space.dimension(), 0.5)})); });
    EXPECT_EQ(failure.code(), ExitCode::internal);
    EXPECT_TRUE(mentions(failure, "theta = (0.5, 0.5"));
    if (ranks == 1) truth = failure.what();
    EXPECT_EQ(failure.what(), truth) << ranks;
  }
}

// Where the bounds are chosen: theta is where the row's expected gap was looked at. Catches: rows
// that lie below their bounds, are never bright and so never looked at again.
TEST_F(Failures, BrokenBoundIsFoundWhereBoundsAreChosen) {
  const SmallProblem problem(640, 3);
  std::string truth;
  for (const int ranks : {1, 2, 3, 8}) {
    LocalTeam team(ranks, families());
    const auto space = problem.open(team, "broken_bound", 1);
    const Failure failure =
        caught([&] { team.ask(global_bounds(Anchor::mode, Vector::Zero(space.dimension()))); });
    EXPECT_EQ(failure.code(), ExitCode::internal);
    EXPECT_EQ(failure.row(), 0);
    EXPECT_TRUE(mentions(failure, "the bound of row 0 lies above its likelihood at theta = ("));
    if (ranks == 1) truth = failure.what();
    EXPECT_EQ(failure.what(), truth) << ranks;
  }
}

// Catches: a team that is left half loaded, or that remembers the failure.
TEST_F(Failures, TeamCanBeAskedAgain) {
  DataFile file = plain_file(640, 2);
  file.y[300] = 7.0;
  LocalTeam team(3, families());
  EXPECT_EQ(caught([&] { team.ask(load(file)); }).row(), 300);
  file.y[300] = 1.0;
  team.ask(load(file));
  team.ask(Prepare{0, 1, 3, {}});
  const auto reply = team.ask(Evaluate{Evaluate::all_rows, Vector::Zero(3), Derivatives::none});
  EXPECT_NEAR(reply.sums.value(0), -640.0 * 0.69314718055994531, 1e-10);
}

}  // namespace
}  // namespace photinus
