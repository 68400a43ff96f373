// Truth: draws made up with a known mean, spread and largest distance in the metric.
#include "photinus/run/bound_adaptation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "photinus/families/built_in.hpp"
#include "photinus/run/sampler.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

// A quarter, half and three quarters into warm-up, not before 40 iterations, never after warm-up.
TEST(TimeToAdaptBounds, IsThriceInWarmup) {
  const auto times = [](std::int64_t warmup) {
    std::set<std::int64_t> at;
    for (std::int64_t iteration = 0; iteration <= 3 * warmup + 100; ++iteration)
      if (time_to_adapt_bounds(iteration, warmup)) at.insert(iteration);
    return at;
  };
  EXPECT_EQ(times(1'000), (std::set<std::int64_t>{250, 500, 750}));
  EXPECT_EQ(times(100), (std::set<std::int64_t>{50, 75}));
  EXPECT_EQ(times(55), (std::set<std::int64_t>{41}));
  EXPECT_EQ(times(40), (std::set<std::int64_t>{}));
  EXPECT_EQ(times(0), (std::set<std::int64_t>{}));
}

class BetterChoice : public ::testing::Test {
 protected:
  static constexpr int p = 5;
  static constexpr std::size_t chains = 4, first = 100, last = 350;

  BetterChoice() { problem_.open(team_, "logistic"); }

  BoundSurface surface(const BoundSettings& settings = {}) {
    BoundSurface made(team_, settings, precision_, 200, {1, p});
    made.build(made.default_choice(reference_));
    return made;
  }

  /// Draws reference + W (shift + spread z), z standard normal: distances in the metric are those
  /// of shift + spread z. Draws before `first` and after `last` are far off.
  std::vector<ChainDraws> draws(const Vector& shift, double spread) const {
    Stream stream({.seed = 111, .purpose = Purpose::test});
    std::vector<ChainDraws> all(chains);
    for (auto& chain : all)
      for (std::size_t i = 0; i < last + 100; ++i) {
        Vector z(p);
        for (double& value : z) value = stream.normal();
        const bool outside = i < first || i >= last;
        put(chain, outside ? Vector(50.0 * Vector::Ones(p)) : Vector(shift + spread * z));
      }
    return all;
  }
  void put(ChainDraws& chain, const Vector& whitened) const {
    const Vector theta = reference_ + whitening_ * whitened;
    chain.theta.insert(chain.theta.end(), theta.begin(), theta.end());
  }
  void move(ChainDraws& chain, const Vector& whitened) const {
    const Vector step = whitening_ * whitened;
    for (std::size_t i = 0; i < chain.theta.size(); ++i)
      chain.theta[i] += step[static_cast<Eigen::Index>(i) % p];
  }
  /// Replaces one draw of the window by one at this distance from the reference.
  void put_at_distance(std::vector<ChainDraws>& all, double distance) const {
    const Vector theta = reference_ + whitening_ * Vector::Unit(p, 2) * distance;
    std::copy(theta.begin(), theta.end(), all[2].theta.begin() + p * (first + 17));
  }
  std::optional<BoundChoice> better(const std::vector<ChainDraws>& all,
                                    const BoundSurface& surface) const {
    return better_choice(all, first, last, surface);
  }

  const double radius_ = std::sqrt(5.0) + 4.0;
  Matrix whitening_ =
      0.05 * (Matrix::Identity(p, p) + 0.3 * Matrix::Ones(p, p)).llt().matrixL().toDenseMatrix();
  Matrix precision_ = (whitening_ * whitening_.transpose()).inverse();
  Vector reference_ = Vector::LinSpaced(p, -1.0, 1.0);
  SmallProblem problem_{200, 4};
  LocalTeam team_{1, {family_entry<Logistic>()}};
};

TEST_F(BetterChoice, NothingWhereAllIsWell) {
  const BoundSurface good = surface();
  EXPECT_FALSE(better(draws(Vector::Zero(p), 1.0), good));
  EXPECT_FALSE(better(draws(Vector::Zero(p), 0.85), good));
  auto near = draws(Vector::Zero(p), 1.0);
  put_at_distance(near, 0.90 * radius_);
  EXPECT_FALSE(better(near, good));
}

// 1.2 times the largest distance seen; reference and spread as they are.
TEST_F(BetterChoice, ALargerRadiusWhereAChainComesNearTheEnd) {
  const BoundSurface good = surface();
  for (const double distance : {0.94 * radius_, 1.5 * radius_, 6.0 * radius_}) {
    auto near = draws(Vector::Zero(p), 1.0);
    put_at_distance(near, distance);
    const auto choice = better(near, good);
    ASSERT_TRUE(choice) << distance;
    EXPECT_NEAR(choice->radius, std::max(radius_, distance + std::min(0.2 * distance, 2.5)),
                1e-9 * distance);
    EXPECT_EQ(choice->reference, reference_);
  }
}

// One standard deviation is far off; 1,000 independent draws know their mean to 0.07.
TEST_F(BetterChoice, TheReferenceFollowsTheMean) {
  const BoundSurface good = surface();
  const Vector shift = 1.3 * Vector::Unit(p, 1);
  const auto choice = better(draws(shift, 1.0), good);
  ASSERT_TRUE(choice);
  const Vector moved = whitening_.inverse() * (choice->reference - reference_);
  EXPECT_LT((moved - shift).norm(), 4.5 * std::sqrt(5.0 / (chains * (last - first))));
  // About the mean the draws spread as expected: sqrt(E z'z / P) = 1 within 4.5 standard errors.
  EXPECT_NEAR(choice->spread, 1.0, 4.5 / std::sqrt(2.0 * p * chains * (last - first)));
  EXPECT_EQ(choice->radius, radius_);
  EXPECT_FALSE(better(draws(0.7 * Vector::Unit(p, 1), 1.0), good));
}

// Chains of a mean 1.3 off that stand up to 2.5 apart: their mean is known to 1.4 at best, and says
// nothing. Catches: draws counted as if they were independent.
TEST_F(BetterChoice, TheReferenceStaysWhereChainsHaveNotMixed) {
  const BoundSurface good = surface();
  auto all = draws(1.3 * Vector::Unit(p, 1), 0.3);
  for (std::size_t chain = 0; chain < chains; ++chain)
    move(all[chain], 2.5 * (chain % 2 == 0 ? 1.0 : -1.0) * Vector::Unit(p, 2));
  const auto choice = better(all, good);
  EXPECT_TRUE(!choice || choice->reference == reference_);
}

// Untuned bounds do not stand at the reference: nothing is gained by moving it.
TEST_F(BetterChoice, TheReferenceOfUntunedBoundsStays) {
  BoundSettings settings;
  settings.anchor = Anchor::untuned;
  settings.ellipsoid = false;
  const BoundSurface untuned = surface(settings);
  EXPECT_FALSE(better(draws(1.3 * Vector::Unit(p, 1), 0.8), untuned));
  const auto wide = better(draws(3.0 * Vector::Unit(p, 1), 1.0), untuned);
  ASSERT_TRUE(wide);  // spread about the reference, the shift included
  EXPECT_EQ(wide->reference, reference_);
  EXPECT_NEAR(wide->spread, std::sqrt((5.0 + 9.0) / 5.0), 0.1);
}

// Catches: the spread taken as a variance, or over the draws outside the window.
TEST_F(BetterChoice, SpreadIsTheRootMeanSquareOfTheDistances) {
  const BoundSurface good = surface();
  for (const double spread : {0.3, 0.7, 1.5, 2.5}) {
    const auto choice = better(draws(Vector::Zero(p), spread), good);
    ASSERT_TRUE(choice) << spread;
    EXPECT_NEAR(choice->spread / spread, 1.0, 4.5 / std::sqrt(2.0 * p * chains * (last - first)));
    EXPECT_EQ(choice->reference, reference_);
    EXPECT_EQ(choice->radius > radius_, spread > 1.0);
  }
}

// Where the bounds hold everywhere there is no radius to choose.
TEST_F(BetterChoice, GlobalBoundsStayGlobal) {
  BoundSettings settings;
  settings.ellipsoid = false;
  const BoundSurface global = surface(settings);
  auto far = draws(Vector::Zero(p), 1.0);
  put_at_distance(far, 8.0);
  EXPECT_FALSE(better(far, global));
  const auto wide = better(draws(Vector::Zero(p), 2.0), global);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->radius, everywhere);
}

// A choice taken once is good afterwards: adaptation comes to rest.
TEST_F(BetterChoice, IsGoodOnceItIsTaken) {
  BoundSurface made = surface();
  const Vector shift = 3.0 * Vector::Unit(p, 3);
  auto all = draws(shift, 1.6);
  put_at_distance(all, 9.0);
  const auto choice = better(all, made);
  ASSERT_TRUE(choice);
  made.build(*choice);
  EXPECT_FALSE(better(all, made));
}

/// A skewed posterior, whose mean lies off the mode.
RunConfig skewed(const SmallProblem& problem) {
  RunConfig config;
  config.data.path = problem.path();
  config.model.family = "logistic";
  config.model.prior.scale = {30.0};
  config.sampler.chains = 2;
  config.sampler.warmup = 200;
  config.sampler.draws = 40;
  return config;
}

/// The bounds after every iteration.
std::vector<BoundChoice> choices(const RunConfig& config) {
  const std::vector<FamilyEntry> families = {family_entry<Logistic>()};
  LocalTeam team(1, families);
  const Problem problem = set_up(team, families, config);
  Sampler sampler(team, families, problem, config);
  sampler.start();
  std::vector<BoundChoice> all;
  while (!sampler.finished()) {
    all.push_back(sampler.save().bounds);
    sampler.iterate();
  }
  all.push_back(sampler.save().bounds);
  return all;
}

bool same(const BoundChoice& a, const BoundChoice& b) {
  return a.reference == b.reference && a.radius == b.radius && a.spread == b.spread;
}

TEST(AdaptedBounds, ChangeAtTheLooksOfWarmupOnly) {
  const SmallProblem problem(15, 3);
  const auto all = choices(skewed(problem));
  int changes = 0;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (same(all[i - 1], all[i])) continue;
    ++changes;
    // The choice after iteration i was made at its beginning.
    EXPECT_TRUE(i - 1 == 50 || i - 1 == 100 || i - 1 == 150) << i;
  }
  EXPECT_GT(changes, 0);
  EXPECT_FALSE(same(all.front(), all.back()));
}

// Poisson chains on their way from far out ask for bounds of no use: about a place where predictors
// overflow, or one where they vanish and from which the bounds where the chains are now are 0.
TEST(AdaptedBounds, StayWhereOthersWouldBeOfNoUse) {
  const SmallProblem problem([](const std::string& path) {
    simulate({.family = "poisson", .rows = 60, .columns = 2, .seed = 5, .output = path});
  });
  RunConfig config = skewed(problem);
  config.model.family = "poisson";
  const std::vector<FamilyEntry> families = {family_entry<Poisson>()};
  LocalTeam team(1, families);
  const Problem set = set_up(team, families, config);
  Sampler sampler(team, families, set, config);
  sampler.start();
  while (sampler.iteration() < config.sampler.warmup / 4) sampler.iterate();
  const RunState before = sampler.save();
  for (const Vector& far : {Vector{{1e5, 1e5}}, Vector{{0.0, -1e5}}}) {
    RunState state = before;
    for (auto& chain : state.draws)
      for (std::size_t i = 0; i < chain.theta.size(); ++i)
        chain.theta[i] += far[static_cast<Eigen::Index>(i % 2)];
    sampler.restore(state);
    sampler.iterate();
    EXPECT_TRUE(same(sampler.save().bounds, before.bounds)) << far.transpose();
    for (const auto& chain : sampler.draws()) EXPECT_TRUE(std::isfinite(chain.lp.back()));
  }
}

// Chains leave the innermost ellipsoid when warm-up is over, or where a radius is given.
TEST(AdaptedBounds, ChainsInWarmupStayWithinThem) {
  const SmallProblem problem(25, 3);
  RunConfig config = skewed(problem);
  config.sampler.draws = 20'000;
  const auto most_distant_shells = [&] {
    const std::vector<FamilyEntry> families = {family_entry<Logistic>()};
    LocalTeam team(1, families);
    const Problem set = set_up(team, families, config);
    Sampler sampler(team, families, set, config);
    sampler.start();
    while (!sampler.finished()) sampler.iterate();
    std::int64_t warming = 0, sampling = 0;
    for (const auto& chain : sampler.draws()) {
      const auto end = chain.shell.begin() + config.sampler.warmup;
      warming = std::max(warming, *std::max_element(chain.shell.begin(), end));
      sampling = std::max(sampling, *std::max_element(end, chain.shell.end()));
    }
    return std::pair(warming, sampling);
  };
  const auto [warming, sampling] = most_distant_shells();
  EXPECT_EQ(warming, 0);
  EXPECT_GT(sampling, 0);
  config.firefly.radius = 2.0;
  EXPECT_GT(most_distant_shells().first, 0);
}

TEST(AdaptedBounds, AGivenRadiusIsKept) {
  const SmallProblem problem(25, 3);
  RunConfig config = skewed(problem);
  for (const double radius : {0.4, 6.0}) {
    config.firefly.radius = radius;
    for (const auto& choice : choices(config)) {
      EXPECT_EQ(choice.radius, radius);
      EXPECT_EQ(choice.spread, 1.0);
    }
  }
}

}  // namespace
}  // namespace photinus
