// Truth: the replies of one rank. Compared bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "photinus/families/built_in.hpp"
#include "support/real_responses.hpp"
#include "support/transcript.hpp"

namespace photinus {
namespace {

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Linear>(), family_entry<Logistic>(),
                                                family_entry<StudentT>()};
  return list;
}

Transcript interview(Team& team, const SmallProblem& problem, bool coordinator_holds_rows = true) {
  return Interview(team, problem, "logistic", coordinator_holds_rows).run();
}

Transcript interview(int ranks, const SmallProblem& problem, bool coordinator_holds_rows = true) {
  LocalTeam team(ranks, families());
  return interview(team, problem, coordinator_holds_rows);
}

void expect_same(const Transcript& answers, const Transcript& truth) {
  ASSERT_EQ(answers.answers().size(), truth.answers().size());
  for (const auto& [question, bits] : truth.answers())
    EXPECT_TRUE(answers.answers().at(question) == bits) << question;
}

// Ranks; whether the coordinator holds rows.
class RankFree : public ::testing::TestWithParam<std::tuple<int, bool>> {};

// Catches: sums taken rank by rank, random numbers keyed by rank or by a share's first row, replies
// merged out of order.
TEST_P(RankFree, EveryReplyIsThatOfOneRank) {
  const auto [ranks, coordinator_holds_rows] = GetParam();
  for (const bool intercept : {false, true}) {
    const SmallProblem problem(1'500, 4, intercept);
    expect_same(interview(ranks, problem, coordinator_holds_rows), interview(1, problem));
  }
}

/// Families of real responses, their scale given or sampled.
struct Residuals {
  const char* family;
  bool sampled_scale;
};

Transcript interview(int ranks, const SmallProblem& problem, const Residuals& model,
                     bool coordinator_holds_rows = true) {
  LocalTeam team(ranks, families());
  return Interview(team, problem, model.family, coordinator_holds_rows, model.sampled_scale).run();
}

/// 700 rows of 3 columns, nu 3 and sigma 0.4 where they are given.
class RealProblem : public SmallProblem {
 public:
  RealProblem()
      : SmallProblem([](const std::string& path) { real_responses(700, 3).write(path); },
                     {3.0, 0.4}) {}
};

constexpr Residuals residual_models[] = {
    {"linear", false}, {"linear", true}, {"student_t", false}, {"student_t", true}};

// Catches: sums of log sigma taken rank by rank, weights that depend on a rank's first row.
TEST_P(RankFree, EveryReplyOfResidualsIsThatOfOneRank) {
  const auto [ranks, coordinator_holds_rows] = GetParam();
  const RealProblem problem;
  for (const Residuals& model : residual_models) {
    SCOPED_TRACE(model.family + std::string(model.sampled_scale ? ", sampled" : ""));
    expect_same(interview(ranks, problem, model, coordinator_holds_rows),
                interview(1, problem, model));
  }
}

// Otherwise the comparison above compares nothing: rows are bright where bounds have gaps or slack,
// and log sigma is one more number in every gradient.
TEST(RankFree, TheInterviewSeesResiduals) {
  const RealProblem problem;
  for (const Residuals& model : residual_models) {
    const Transcript answers = interview(1, problem, model);
    const auto& first = answers.answers().at("first brightness");
    EXPECT_GT(*std::max_element(first.begin(), first.end()), 20U) << model.family;
    const auto& all = answers.answers().at("all rows");
    const std::size_t p = model.sampled_scale ? 5 : 4;  // columns, intercept, log sigma
    // Sizes, sums and counts for each of 5 thetas, 4 derivatives (2 of them matrices) and 2 shares.
    EXPECT_EQ(all.size(), 5 * 2 * (4 * 2 + 4 + 3 * p + p * (p + 1))) << model.family;
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RankFree,
                         ::testing::Combine(::testing::Values(1, 2, 3, 5, 8), ::testing::Bool()));

// Seven rows are seven blocks: two ranks and more hold nothing.
TEST(RankFree, MoreRanksThanBlocks) {
  const SmallProblem problem(7, 2);
  const Transcript truth = interview(1, problem);
  for (const int ranks : {7, 9, 16})
    for (const bool coordinator_holds_rows : {true, false})
      expect_same(interview(ranks, problem, coordinator_holds_rows), truth);
}

// Something happened in the interview: rows were bright, brightened and darkened.
TEST(RankFree, TheInterviewSeesBrightRows) {
  const SmallProblem problem(1'500, 4);
  LocalTeam team(1, families());
  const auto space = problem.open(team, "logistic", 1);
  team.ask(global_bounds(Anchor::mode, some_theta(space.dimension(), 0)));
  const Vector theta = some_theta(space.dimension(), 1);
  EXPECT_GT(team.ask(draw_at({theta})).bright[0], 20);
  const auto change = team.ask(
      UpdateBrightness{BrightnessUpdate::sweep, 1.0, 0.5, 1, {{0, theta, everywhere, true, {}}}});
  EXPECT_GT(change.changes[0].darkened.size(), 5U);
  EXPECT_GT(change.changes[0].brightened.size(), 5U);
}

/// The planted fault: every rank's sums are rounded to doubles, which are added rank by rank.
class RoundingTeam final : public Team {
 public:
  explicit RoundingTeam(int ranks) {
    for (int rank = 0; rank < ranks; ++rank) members_.emplace_back(rank, ranks, families(), silent);
  }
  int ranks() const override { return static_cast<int>(members_.size()); }

 private:
  static ExactSum added(const ExactSum& a, const ExactSum& b) {
    ExactSum sum(b.size());
    for (int i = 0; i < b.size(); ++i) sum.add(i, (a.size() == 0 ? 0.0 : a.value(i)) + b.value(i));
    return sum;
  }
  Reply ask_all(const Command& command) override {
    Reply all = members_.front().answer(command);
    for (std::size_t rank = 1; rank < members_.size(); ++rank) {
      Reply next = members_[rank].answer(command);
      auto* sums = std::get_if<Evaluate::Reply>(&all);
      if (sums == nullptr) {
        merge(all, std::move(next));
        continue;
      }
      const auto& more = std::get<Evaluate::Reply>(next);
      sums->sums = added(sums->sums, more.sums);
      sums->evaluations += more.evaluations;
    }
    return all;
  }
  std::vector<Member> members_;
};

// Proves that the comparison above sees the last bit of a sum.
TEST(RankFree, SumsRoundedRankByRankAreFound) {
  const SmallProblem problem(1'500, 4);
  const Transcript truth = interview(1, problem);
  for (const int ranks : {2, 3, 5}) {
    RoundingTeam team(ranks);
    const Transcript answers = interview(team, problem);
    EXPECT_FALSE(answers.answers().at("all rows") == truth.answers().at("all rows")) << ranks;
    EXPECT_TRUE(answers.answers().at("fetch") == truth.answers().at("fetch")) << ranks;
  }
}

}  // namespace
}  // namespace photinus
