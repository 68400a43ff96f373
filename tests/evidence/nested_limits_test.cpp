// Truth: likelihoods that are constant on parts of the prior.
#include <gtest/gtest.h>

#include "photinus/evidence/nested_sampling.hpp"
#include "photinus/evidence/prior_particles.hpp"
#include "support/caught.hpp"
#include "support/nested_problems.hpp"

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

NestedSettings with(NestedDraw draw, int particles) {
  return {.draw = draw, .particles = particles};
}

FunctionModel constant(double value) {
  return {2, [=](const Vector&) { return value; }};
}

/// Three eighths of the prior have no likelihood, as many the likelihood 1, a quarter exp(3).
FunctionModel terraces() {
  return {1, [](const Vector& theta) {
            const double t = std::abs(theta[0]);
            return t < 0.31863936396437514 ? 3.0 : t < 0.88714655901887605 ? 0.0 : -infinity;
          }};
}
const double log_z_of_terraces = std::log(0.25 * std::exp(3.0) + 0.375);

TEST(NestedLimits, SettingsOutOfRangeSayWhatToDo) {
  FunctionModel model = constant(0.0);
  const auto refusal = [&](const NestedSettings& settings) {
    return caught([&] { nested_sampling(model, settings, 1); });
  };
  NestedSettings settings;
  settings.particles = 1;
  EXPECT_EQ(refusal(settings).code(), ExitCode::usage);
  EXPECT_TRUE(mentions(refusal(settings), "evidence.particles must be at least 2"));
  EXPECT_TRUE(mentions(refusal(settings), "not 1"));
  settings = {};
  settings.stop.tolerance = 1.0;
  EXPECT_TRUE(mentions(refusal(settings), "evidence.tolerance"));
  settings = {};
  settings.constrained.steps = 0;
  EXPECT_TRUE(mentions(refusal(settings), "evidence.steps must be at least 1, not 0"));
  settings = {};
  settings.constrained.friction = 1.5;
  EXPECT_TRUE(mentions(refusal(settings), "evidence.friction"));
  settings = {};
  settings.constrained.learning_rate = std::nan("");
  EXPECT_TRUE(mentions(refusal(settings), "evidence.learning_rate"));
  EXPECT_TRUE(mentions(caught([&] { nested_sampling(model, RowRange{0, 2}, {}, 1); }), "of 1"));
  EXPECT_EQ(model.evaluations(), 0);
}

TEST(NestedLimits, AConstantLikelihoodIsItsEvidence) {
  for (const auto draw : {NestedDraw::constrained, NestedDraw::rejection}) {
    FunctionModel model = constant(-1234.5);
    const auto estimate = nested_sampling(model, with(draw, 5), 1);
    EXPECT_NEAR(estimate.log_z, -1234.5, 1e-9);
    EXPECT_LT(estimate.standard_error, 1e-9);
    const auto of_no_rows = nested_sampling(model, RowRange{0, 0}, with(draw, 5), 1);
    EXPECT_NEAR(of_no_rows.log_z, 0.0, 1e-12);
    EXPECT_EQ(of_no_rows.evaluations, 0);
  }
}

// 200 runs; the mean is within 4.5 of its standard errors, about 0.02 (false alarm 6.8e-6).
TEST(NestedLimits, PlateausAreClimbedWithTheirVolume) {
  Repeats repeats;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    FunctionModel model = terraces();
    const auto estimate = nested_sampling(model, with(NestedDraw::rejection, 10), seed);
    repeats.add(estimate.log_z - log_z_of_terraces, estimate.standard_error);
  }
  EXPECT_LT(repeats.distance(), standard_errors_allowed) << repeats.mean();
  EXPECT_NEAR(repeats.stated() / repeats.spread(), 1.0, 0.23);
}

/// Asks for a higher likelihood, and so leaves a plateau with the first particle that dies there.
class WithoutLabels final : public LevelSampler {
 public:
  explicit WithoutLabels(PriorParticles& prior) : prior_(prior) {}

  Particle draw(const std::vector<Particle>& particles, std::size_t dead, std::int64_t) override {
    for (int tries = 0; tries < 200; ++tries) {
      const Particle particle = prior_.next(1);
      if (particle.level.log_likelihood > particles[dead].level.log_likelihood) return particle;
    }
    return particles[dead];
  }

 private:
  PriorParticles& prior_;
};

TEST(NestedLimits, LabelsLeftOutAreFound) {
  Repeats repeats;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    FunctionModel model = terraces();
    PriorQueue queue;
    PriorParticles prior(model, model.all_rows(), seed, queue);
    WithoutLabels sampler(prior);
    std::vector<Particle> first;
    for (int i = 0; i < 10; ++i) first.push_back(prior.next(1));
    repeats.add(weigh(run_nested(first, sampler, {})).log_z() - log_z_of_terraces, 1.0);
  }
  EXPECT_GT(repeats.distance(), 2.0 * standard_errors_allowed);
}

TEST(NestedLimits, NoLikelihoodAtAllEndsInAMessage) {
  for (const auto draw : {NestedDraw::constrained, NestedDraw::rejection}) {
    FunctionModel model = constant(-infinity);
    NestedSettings settings = with(draw, 4);
    settings.stop.most_rejections = 1'000;
    const Failure failure = caught([&] { nested_sampling(model, settings, 1); });
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_TRUE(mentions(failure, "evidence.most_rejections"));
  }
}

TEST(NestedLimits, RejectionsAreLimited) {
  FunctionModel model(8, [](const Vector& theta) { return -1e4 * theta.squaredNorm(); });
  NestedSettings settings = with(NestedDraw::rejection, 2);
  settings.stop.most_rejections = 500;
  const Failure failure = caught([&] { nested_sampling(model, settings, 1); });
  EXPECT_EQ(failure.code(), ExitCode::usage);
  EXPECT_TRUE(mentions(failure, "rejected 500 draws of the prior in a row"));
  EXPECT_TRUE(mentions(failure, "evidence.method = \"nested\""));
}

}  // namespace
}  // namespace photinus
