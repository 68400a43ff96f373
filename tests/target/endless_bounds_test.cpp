// Poisson regression, whose bounds hold within ellipsoids only. Truth: the likelihood itself, which
// every bound must lie below, and 0 where doubles overflow.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "photinus/families/built_in.hpp"
#include "photinus/target/posterior.hpp"
#include "support/caught.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double radius = 2.0;

class Endless : public ::testing::Test {
 protected:
  Endless()
      : problem_([](const std::string& path) {
          simulate({.family = "poisson",
                    .rows = 300,
                    .columns = 2,
                    .seed = 5,
                    .theta = "normal:0.5",
                    .features = "normal",
                    .output = path});
        }) {
    p_ = problem_.open(team_, "poisson", 1).dimension();
    prior_ = Prior::normal(Vector::Ones(p_));
    BoundSettings settings;
    settings.endless = true;
    surface_ = std::make_unique<BoundSurface>(team_, settings, 300.0 * Matrix::Identity(p_, p_),
                                              problem_.layout().rows, PredictorShape{1, p_});
    home_ = entry_.make_home({}, {2, p_});
    home_->reset(Vector::Zero(p_), radius, {});
  }

  /// At a distance of the metric from 0, the reference.
  Vector at(double distance) const { return Vector{{0.6, 0.8}} * (distance / std::sqrt(300.0)); }
  /// All rows dark: log p + sum of log B.
  FireflyTarget dark() { return {prior_, *surface_, team_, *home_, 0}; }

  FamilyEntry entry_ = family_entry<Poisson>();
  SmallProblem problem_;
  LocalTeam team_{2, {entry_}};
  int p_ = 0;
  Prior prior_;
  std::unique_ptr<BoundSurface> surface_;
  std::unique_ptr<HomeRows> home_;
};

// Every shell's bounds, far beyond the fifth, lie below the likelihood and above those of the next
// shell. Catches: a shell without a bound, the innermost bounds used farther out.
TEST_F(Endless, BoundsOfEveryShellLieBelowTheLikelihood) {
  surface_->build({Vector::Zero(p_), radius, 1.0});
  FullTarget full(team_, prior_);
  FireflyTarget target = dark();
  for (int shell = 0; shell < 9; ++shell)
    for (const double sign : {-1.0, 1.0}) {
      const Vector theta = sign * at(0.9 * radius * std::pow(2.0, shell));
      EXPECT_EQ(surface_->at(theta).shell, shell);
      const double value = target.value(theta), likelihood = full.value(theta);
      EXPECT_TRUE(std::isfinite(value));
      EXPECT_LT(value, likelihood - 0.01) << shell;
      EXPECT_TRUE(surface_->above_zero(theta));
      const auto next =
          team_.ask(CollapseBounds{Vector::Zero(p_), radius * std::pow(2.0, shell + 1)});
      const auto wider = make_statistics(Vector::Zero(p_), {1, p_}, next.sums.values());
      EXPECT_LT(wider.log_bound(theta), surface_->at(theta).statistics->log_bound(theta));
    }
}

// Catches: a density of 0 within the ellipsoid, or one above 0 beyond it.
TEST_F(Endless, AConfinedDensityEndsWithTheInnermostEllipsoid) {
  surface_->build({Vector::Zero(p_), radius, 1.0});
  FireflyTarget target = dark();
  Vector gradient(p_);
  for (const double distance : {0.3 * radius, 0.99 * radius, 1.01 * radius, 5.0 * radius}) {
    target.innermost_only(false);
    const double free = target.value(at(distance));
    EXPECT_TRUE(std::isfinite(free));
    target.innermost_only(true);
    EXPECT_EQ(target.value(at(distance)), distance < radius ? free : -infinity);
    EXPECT_EQ(target.value(at(distance), gradient), distance < radius ? free : -infinity);
  }
}

// Catches: NaN that a kernel takes for a density, a crash where curvatures are infinite.
TEST_F(Endless, OverflowLeavesADensityOfZero) {
  surface_->build({Vector::Zero(p_), radius, 1.0});
  FullTarget full(team_, prior_);
  FireflyTarget target = dark();
  PseudoMarginalTarget estimate(prior_, *surface_, team_, 0, 1);
  Vector gradient(p_);
  for (const double distance : {1e5, 1e8, 1e160, 1e308, infinity}) {
    const Vector theta = at(distance);
    EXPECT_EQ(full.value(theta), -infinity) << distance;
    EXPECT_EQ(full.value(theta, gradient), -infinity) << distance;
    EXPECT_EQ(target.value(theta), -infinity) << distance;
    EXPECT_EQ(target.value(theta, gradient), -infinity) << distance;
    EXPECT_EQ(estimate.value(theta), -infinity) << distance;
    EXPECT_FALSE(surface_->above_zero(theta)) << distance;
  }
  EXPECT_EQ(target.value(Vector::Constant(p_, std::nan(""))), -infinity);
}

TEST_F(Endless, BoundsThatReachTooFarAreRefused) {
  for (const double reach : {300.0, 1e9}) {
    const Failure failure = caught([&] { surface_->build({Vector::Zero(p_), reach, 1.0}); });
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_TRUE(mentions(failure, "firefly.radius"));
  }
}

// A reference so far out that predictors overflow; the choice before is as good as ever after it.
TEST_F(Endless, AChoiceOfNoUseLeavesTheOneBefore) {
  const BoundChoice good{Vector::Zero(p_), radius, 1.0};
  surface_->build(good);
  const std::int64_t evaluations = surface_->evaluations();
  FireflyTarget target = dark();
  const double before = target.value(at(1.0));
  for (const BoundChoice& useless :
       {BoundChoice{at(1e5), radius, 1.0}, BoundChoice{Vector::Zero(p_), 300.0, 1.0}}) {
    EXPECT_FALSE(surface_->rebuild(useless, {}));
    EXPECT_GT(surface_->evaluations(), evaluations);
    EXPECT_EQ(surface_->choice().reference, good.reference);
    EXPECT_EQ(surface_->choice().radius, good.radius);
    EXPECT_EQ(target.value(at(1.0)), before);
  }
  EXPECT_FALSE(surface_->rebuild({at(2.0), radius, 1.0}, {at(1e5)}));
  EXPECT_EQ(target.value(at(1.0)), before);
  EXPECT_TRUE(surface_->rebuild({at(2.0), radius, 1.0}, {at(1.0), at(3.0)}));
  EXPECT_NE(target.value(at(1.0)), before);
}

}  // namespace
}  // namespace photinus
