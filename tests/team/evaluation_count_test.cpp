// Truth: the family's own count of its calls. Every reported number of evaluations equals it.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "photinus/run/sampler.hpp"
#include "support/counting.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Counting>()};
  return list;
}

/// Evaluations made since the last call.
std::int64_t made() { return Counting::evaluations.exchange(0); }

class Commands : public ::testing::TestWithParam<int> {
 protected:
  Commands() {
    space_ = problem_.open(team_, "counting", 2);
    team_.ask(BuildStatistics{Anchor::mode, theta(0)});
  }
  Vector theta(std::uint64_t index) const { return some_theta(space_.dimension(), index); }
  std::int64_t accounted() {
    std::int64_t sum = 0;
    for (const auto& share : team_.ask(Account{}).shares) sum += share.evaluations;
    return sum;
  }
  SmallProblem problem_{1'500, 4};
  LocalTeam team_{GetParam(), families()};
  ParameterSpace space_;
};

// Bounds alone count nothing: loading, statistics, saving.
TEST_P(Commands, BoundsAreNoEvaluations) {
  EXPECT_EQ(made(), 0);
  team_.ask(BuildStatistics{Anchor::untuned, theta(0)});
  team_.ask(Save{});
  EXPECT_EQ(made(), 0);
  EXPECT_EQ(accounted(), 0);
}

TEST_P(Commands, EveryRowCountsOnceWhateverItsDerivatives) {
  for (const auto derivatives : {Derivatives::none, Derivatives::gradient, Derivatives::hessian}) {
    EXPECT_EQ(team_.ask(Evaluate{Evaluate::all_rows, theta(1), derivatives}).evaluations, 1'500);
    EXPECT_EQ(made(), 1'500);
  }
  EXPECT_EQ(accounted(), 3 * 1'500);
}

// Catches: cached likelihoods counted again, or evaluated again and not counted.
TEST_P(Commands, BrightRowsCountOncePerTheta) {
  const auto drawn = team_.ask(DrawBrightness{{theta(1), theta(2)}});
  EXPECT_EQ(drawn.evaluations, 2 * 1'500);
  EXPECT_EQ(made(), 2 * 1'500);
  const auto cost = [&](std::uint64_t at) {
    const auto reply = team_.ask(Evaluate{0, theta(at), Derivatives::gradient});
    EXPECT_EQ(made(), reply.evaluations);
    return reply.evaluations;
  };
  EXPECT_EQ(cost(1), 0);  // drawn there
  EXPECT_EQ(cost(3), drawn.bright[0]);
  EXPECT_EQ(cost(3), 0);
  EXPECT_EQ(cost(1), 0);
  EXPECT_EQ(cost(4), drawn.bright[0]);
  EXPECT_EQ(cost(4), 0);
}

TEST_P(Commands, UpdatesAndFetchedRows) {
  const auto drawn = team_.ask(DrawBrightness{{theta(1), theta(2)}});
  std::int64_t total = drawn.evaluations, iteration = 0;
  EXPECT_EQ(made(), total);
  for (const auto update :
       {BrightnessUpdate::implicit, BrightnessUpdate::explicit_with_replacement,
        BrightnessUpdate::explicit_without_replacement, BrightnessUpdate::sweep})
    for (const bool at_home : {true, false}) {
      UpdateBrightness command{update, 0.2, 0.1, ++iteration, {}};
      for (const int r : {0, 1}) command.replicas.push_back({r, theta(3), at_home, {}});
      std::int64_t reported = 0;
      for (const auto& change : team_.ask(command).changes) reported += change.evaluations;
      EXPECT_EQ(made(), reported) << static_cast<int>(update) << ' ' << at_home;
      EXPECT_GT(reported, 0);
      total += reported;
    }
  const auto first = team_.ask(FetchRows{0, theta(3)});  // kept by the last update
  EXPECT_EQ(first.evaluations, 0);
  const auto again = team_.ask(FetchRows{0, theta(5)});
  EXPECT_EQ(again.evaluations, static_cast<std::int64_t>(again.records.size()));
  EXPECT_EQ(made(), again.evaluations);
  EXPECT_EQ(accounted(), total + again.evaluations);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Commands, ::testing::Values(1, 3));

RunConfig config_for(const SmallProblem& problem) {
  RunConfig config;
  config.data.path = problem.path();
  config.model.family = "counting";
  config.sampler.chains = 3;
  config.sampler.warmup = 15;
  config.sampler.draws = 15;
  return config;
}

/// Runs a sampler, comparing after every phase; returns the number of bright rows of every draw.
std::vector<std::int64_t> run_and_compare(const RunConfig& config, int ranks) {
  LocalTeam team(ranks, families());
  made();
  const Problem problem = set_up(team, families(), config);
  Sampler sampler(team, families(), problem, config);
  sampler.start();
  const auto& counts = sampler.evaluations();
  EXPECT_EQ(made(), counts.setup + counts.first_brightness);
  EXPECT_GT(counts.setup, 0);
  while (sampler.warming_up()) sampler.iterate();
  EXPECT_EQ(made(), counts.warmup);
  while (!sampler.finished()) sampler.iterate();
  EXPECT_EQ(made(), counts.sampling);
  std::int64_t of_draws = 0;
  std::vector<std::int64_t> bright;
  for (const auto& chain : sampler.draws()) {
    for (const std::int64_t evaluations : chain.evaluations) of_draws += evaluations;
    bright.insert(bright.end(), chain.bright.begin(), chain.bright.end());
  }
  EXPECT_EQ(of_draws, counts.warmup + counts.sampling);
  EXPECT_GT(of_draws, 0);
  return bright;
}

using Setting = std::tuple<const char*, const char*, const char*>;

class FireflyRuns : public ::testing::TestWithParam<Setting> {
 protected:
  SmallProblem problem_{1'500, 4};
};

// Catches: evaluations of a rejected proposal, of rows fetched or of a settled theta not counted.
TEST_P(FireflyRuns, CountIsTheFamilysOwn) {
  RunConfig config = config_for(problem_);
  const auto [kernel, plan, update] = GetParam();
  config.sampler.kernel = kernel;
  config.firefly.plan = plan;
  config.firefly.update = update;
  for (const char* anchor : {"mode", "untuned"}) {
    config.firefly.anchor = anchor;
    for (const int ranks : {1, 3}) run_and_compare(config, ranks);
  }
}

std::string name_of(const ::testing::TestParamInfo<Setting>& info) {
  const auto [kernel, plan, update] = info.param;
  return std::string(kernel) + "_" + plan + "_" + update;
}

INSTANTIATE_TEST_SUITE_P(
    All, FireflyRuns,
    ::testing::Combine(::testing::Values("hmc", "random_walk"), ::testing::Values("home", "shards"),
                       ::testing::Values("implicit", "explicit_with_replacement",
                                         "explicit_without_replacement", "sweep")),
    name_of);

// A capacity between the smallest and the largest bright set: replicas move house and back.
TEST(Runs, CountHoldsWhileReplicasChangePlaces) {
  const SmallProblem problem(1'500, 4);
  RunConfig config = config_for(problem);
  config.firefly.anchor = "untuned";
  config.firefly.q = 0.3;
  for (const char* kernel : {"hmc", "random_walk"}) {
    config.sampler.kernel = kernel;
    auto bright = run_and_compare(config, 2);
    std::sort(bright.begin(), bright.end());
    config.firefly.home_capacity = 4 * bright[bright.size() / 2];
    EXPECT_LT(bright.front(), bright[bright.size() / 2]);
    EXPECT_LT(bright[bright.size() / 2], bright.back());
    run_and_compare(config, 2);
    config.firefly.home_capacity = RunConfig{}.firefly.home_capacity;
  }
}

TEST(Runs, FullDataCount) {
  const SmallProblem problem(1'500, 4);
  RunConfig config = config_for(problem);
  config.sampler.method = "full";
  for (const char* kernel : {"hmc", "random_walk"})
    for (const int ranks : {1, 3}) {
      config.sampler.kernel = kernel;
      run_and_compare(config, ranks);
    }
}

}  // namespace
}  // namespace photinus
