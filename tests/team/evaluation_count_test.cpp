// Truth: the family's own count of its calls. Every reported number of evaluations equals it.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "photinus/families/built_in.hpp"
#include "photinus/run/sampler.hpp"
#include "support/counting.hpp"
#include "support/real_responses.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Counting<Linear>>(),
                                                family_entry<Counting<Logistic>>(),
                                                family_entry<Counting<StudentT>>()};
  return list;
}

/// Evaluations made since the last call.
std::int64_t made() { return EvaluationsMade::count.exchange(0); }

class Commands : public ::testing::TestWithParam<int> {
 protected:
  Commands() {
    space_ = problem_.open(team_, "logistic", 2);
    team_.ask(global_bounds(Anchor::mode, theta(0)));
    made();
    before_ = accounted();
  }
  Vector theta(std::uint64_t index) const { return some_theta(space_.dimension(), index); }
  std::int64_t accounted() {
    std::int64_t sum = 0;
    for (const auto& share : team_.ask(Account{}).shares) sum += share.evaluations;
    return sum - before_;
  }
  SmallProblem problem_{1'500, 4};
  LocalTeam team_{GetParam(), families()};
  ParameterSpace space_;
  std::int64_t before_ = 0;
};

// Bounds alone count nothing: outer shells, proposals, saving.
TEST_P(Commands, BoundsAreNoEvaluations) {
  EXPECT_EQ(made(), 0);
  team_.ask(CollapseBounds{theta(0), 3.0});
  propose_by_row(team_, 2.0, 1e-3);
  team_.ask(Save{});
  EXPECT_EQ(made(), 0);
  EXPECT_EQ(accounted(), 0);
}

// Five for each row's expected gap.
TEST_P(Commands, ExpectedGapsAreCounted) {
  EXPECT_EQ(team_.ask(global_bounds(Anchor::untuned, theta(0))).evaluations, 5 * 1'500);
  EXPECT_EQ(team_.ask(ellipsoid_bounds(theta(0), 4.0, 0.5)).evaluations, 5 * 1'500);
  EXPECT_EQ(made(), 2 * 5 * 1'500);
  EXPECT_EQ(accounted(), 2 * 5 * 1'500);
}

TEST_P(Commands, EveryRowCountsOnceWhateverItsDerivatives) {
  for (const auto derivatives :
       {Derivatives::none, Derivatives::gradient, Derivatives::hessian, Derivatives::majorizer}) {
    EXPECT_EQ(team_.ask(Evaluate{Evaluate::all_rows, theta(1), derivatives}).evaluations, 1'500);
    EXPECT_EQ(made(), 1'500);
  }
  EXPECT_EQ(accounted(), 4 * 1'500);
}

// 93 blocks of 16 rows and one of 12: 5 and 4 rows of each are the first 30 %, rounded up.
TEST_P(Commands, AShareOfTheRowsIsAShareOfEveryBlock) {
  for (const auto derivatives : {Derivatives::none, Derivatives::hessian, Derivatives::majorizer}) {
    const auto reply =
        team_.ask(Evaluate{Evaluate::all_rows, theta(1), derivatives, everywhere, 0.3});
    EXPECT_EQ(reply.evaluations, 93 * 5 + 4);
    EXPECT_EQ(made(), 93 * 5 + 4);
  }
  EXPECT_EQ(accounted(), 3 * (93 * 5 + 4));
}

// Catches: cached likelihoods counted again, or evaluated again and not counted.
TEST_P(Commands, BrightRowsCountOncePerTheta) {
  const auto drawn = team_.ask(draw_at({theta(1), theta(2)}));
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
  const auto drawn = team_.ask(draw_at({theta(1), theta(2)}));
  std::int64_t total = drawn.evaluations, iteration = 0;
  EXPECT_EQ(made(), total);
  for (const auto update :
       {BrightnessUpdate::implicit, BrightnessUpdate::explicit_with_replacement,
        BrightnessUpdate::explicit_without_replacement, BrightnessUpdate::sweep})
    for (const bool at_home : {true, false}) {
      UpdateBrightness command{update, 0.9, 0.1, ++iteration, {}};
      for (const int r : {0, 1}) command.replicas.push_back({r, theta(3), everywhere, at_home, {}});
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
  config.model.family = "logistic";
  config.sampler.chains = 3;
  config.sampler.warmup = 15;
  config.sampler.draws = 15;
  return config;
}

/// What a run did beside its draws.
struct Ran {
  std::vector<std::int64_t> bright;  ///< of every draw
  std::int64_t escape_attempts = 0;
  std::int64_t escapes = 0;
  bool bounds_moved = false;
};

/// Runs a sampler, comparing after every phase.
Ran run_and_compare(const RunConfig& config, int ranks) {
  LocalTeam team(ranks, families());
  made();
  const Problem problem = set_up(team, families(), config);
  Sampler sampler(team, families(), problem, config);
  const BoundChoice first = sampler.save().bounds;
  sampler.start();
  const auto& counts = sampler.evaluations();
  EXPECT_EQ(made(), counts.setup + counts.first_brightness);
  EXPECT_GT(counts.setup, 0);
  while (sampler.warming_up()) sampler.iterate();
  EXPECT_EQ(made(), counts.warmup);
  while (!sampler.finished()) sampler.iterate();
  EXPECT_EQ(made(), counts.sampling);
  std::int64_t of_draws = 0;
  Ran ran;
  for (const auto& chain : sampler.draws()) {
    for (const std::int64_t evaluations : chain.evaluations) of_draws += evaluations;
    ran.bright.insert(ran.bright.end(), chain.bright.begin(), chain.bright.end());
  }
  EXPECT_EQ(of_draws, counts.warmup + counts.sampling);
  // The bounds of a linear model are its likelihood: no row is ever bright.
  EXPECT_EQ(of_draws > 0, config.model.family != "linear" || config.sampler.method == "full");
  for (const auto attempts : sampler.escape_attempts()) ran.escape_attempts += attempts;
  for (const auto escapes : sampler.escapes()) ran.escapes += escapes;
  const BoundChoice last = sampler.save().bounds;
  ran.bounds_moved = last.reference != first.reference || last.spread != first.spread;
  return ran;
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
    Updates, FireflyRuns,
    ::testing::Combine(::testing::Values("hmc", "random_walk"), ::testing::Values("home", "shards"),
                       ::testing::Values("implicit", "explicit_with_replacement",
                                         "explicit_without_replacement", "sweep")),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Kernels, FireflyRuns,
    ::testing::Combine(::testing::Values("mala", "nuts", "slice_coordinate", "slice_random"),
                       ::testing::Values("home", "shards"), ::testing::Values("implicit", "sweep")),
    name_of);

/// Families of real responses; their scale given or sampled.
struct Residuals {
  const char* family;
  std::optional<double> sigma;
};

class ResidualRuns : public ::testing::TestWithParam<Residuals> {};

TEST_P(ResidualRuns, CountIsTheFamilysOwn) {
  const SmallProblem problem([](const std::string& path) { real_responses(700, 3).write(path); });
  RunConfig config = config_for(problem);
  config.model.family = GetParam().family;
  config.model.sigma = GetParam().sigma;
  for (const char* kernel : {"hmc", "nuts", "slice_random", "random_walk"})
    for (const char* plan : {"home", "shards"}) {
      config.sampler.kernel = kernel;
      config.firefly.plan = plan;
      const Ran ran = run_and_compare(config, 2);
      EXPECT_EQ(ran.bright.size(), 90U);
    }
  config.sampler.method = "full";
  run_and_compare(config, 2);
}

INSTANTIATE_TEST_SUITE_P(Families, ResidualRuns,
                         ::testing::Values(Residuals{"linear", {}}, Residuals{"linear", 0.5},
                                           Residuals{"student_t", {}}, Residuals{"student_t", 0.5}),
                         [](const auto& model) {
                           return std::string(model.param.family) +
                                  (model.param.sigma ? "_given" : "_sampled");
                         });

// A radius that chains leave all the time. Catches: the two passes of an escape, or the brightness
// drawn after it, not counted.
TEST(Runs, CountHoldsAcrossEscapes) {
  const SmallProblem problem(300, 3);
  RunConfig config = config_for(problem);
  config.sampler.warmup = config.sampler.draws = 60;
  std::int64_t refused = 0;
  for (const double radius : {0.3, 0.8})
    for (const char* plan : {"home", "shards"})
      for (const char* kernel : {"hmc", "nuts", "slice_random", "random_walk"}) {
        config.firefly.radius = radius;
        config.firefly.plan = plan;
        config.sampler.kernel = kernel;
        const Ran ran = run_and_compare(config, 2);
        EXPECT_GT(ran.escapes, 3) << radius << ' ' << plan << ' ' << kernel;
        refused += ran.escape_attempts - ran.escapes;
      }
  EXPECT_GT(refused, 5);
}

// Few rows and a wide prior: the posterior is skewed, and the mean lies off the mode. Catches: the
// pass that builds the bounds anew, or the brightness drawn after it, not counted.
TEST(Runs, CountHoldsAcrossBoundsBuiltAnew) {
  const SmallProblem problem(15, 3);
  RunConfig config = config_for(problem);
  config.model.prior.scale = {30.0};
  config.sampler.warmup = 400;
  for (const char* plan : {"home", "shards"})
    for (const char* bound : {"ellipsoid", "jaakkola_jordan"}) {
      config.firefly.plan = plan;
      config.firefly.bound = bound;
      EXPECT_TRUE(run_and_compare(config, 2).bounds_moved) << plan << ' ' << bound;
    }
}

// A capacity between the smallest and the largest bright set: replicas move house and back.
TEST(Runs, CountHoldsWhileReplicasChangePlaces) {
  const SmallProblem problem(1'500, 4);
  RunConfig config = config_for(problem);
  config.firefly.anchor = "untuned";
  config.firefly.q = 0.3;
  for (const char* kernel : {"hmc", "random_walk"}) {
    config.sampler.kernel = kernel;
    auto bright = run_and_compare(config, 2).bright;
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
  for (const char* kernel :
       {"hmc", "mala", "nuts", "random_walk", "slice_coordinate", "slice_random"})
    for (const int ranks : {1, 3}) {
      config.sampler.kernel = kernel;
      run_and_compare(config, ranks);
    }
}

}  // namespace
}  // namespace photinus
