// Truth: the prior above a level, drawn by rejection; conjugate models.
#include <gtest/gtest.h>

#include "photinus/evidence/local_model.hpp"
#include "photinus/evidence/nested_sampling.hpp"
#include "support/nested_problems.hpp"

namespace photinus {
namespace {

/// A level, and what of the prior N(0, I) in two dimensions is above it.
struct Region {
  std::function<double(const Vector&)> log_likelihood;
  Vector on_the_edge;
  /// Of the prior volume above the level, the share that is above theta.
  std::function<double(const Vector&)> share;

  FunctionModel model() const { return {2, log_likelihood}; }
};

Region disc() {
  constexpr double radius = 0.7;
  return {[](const Vector& theta) { return -theta.squaredNorm(); }, Vector{{radius, 0.0}},
          [](const Vector& theta) {
            return std::expm1(-0.5 * theta.squaredNorm()) / std::expm1(-0.5 * radius * radius);
          }};
}

/// Here the prior falls off steeply from the edge.
Region half_plane() {
  constexpr double edge = 1.5;
  const auto above = [](double x) { return std::erfc(x * M_SQRT1_2); };
  return {[](const Vector& theta) { return theta[0]; }, Vector{{edge, 0.0}},
          [=](const Vector& theta) { return above(theta[0]) / above(edge); }};
}

/// Chi-square of 20 equal bins of that share, of draws that started from exact ones.
double chi_square(const Region& region, LevelSampler& sampler) {
  constexpr int bins = 20, draws = 10'000;
  Stream stream({.seed = 21, .purpose = Purpose::test});
  const FunctionModel model = region.model();
  const auto particle = [&](const Vector& theta) {
    return Particle{theta, {region.log_likelihood(theta), 0.5}};
  };
  std::vector<Particle> particles(2, particle(region.on_the_edge));
  std::vector<double> counts(bins, 0.0);
  for (int i = 0; i < draws; ++i) {
    do particles[1] = particle(model.draw_prior(stream));
    while (!(particles[0].level < particles[1].level));
    const Particle drawn = sampler.draw(particles, 0, i);
    EXPECT_TRUE(particles[0].level < drawn.level);
    counts[static_cast<std::size_t>(std::min(bins * region.share(drawn.theta), bins - 0.5))] += 1.0;
  }
  double sum = 0.0;
  for (const double count : counts)
    sum += (count - draws / bins) * (count - draws / bins) / (draws / bins);
  return sum;
}

/// A walk of the kind with a whole kick before each move and no test. Without reflections a
/// particle that would leave stays, and goes on pushing.
class PlainWalk final : public LevelSampler {
 public:
  PlainWalk(EvidenceModel& model, ConstrainedSettings settings, bool reflects)
      : model_(model), settings_(settings), reflects_(reflects) {}

  Particle draw(const std::vector<Particle>& particles, std::size_t dead,
                std::int64_t iteration) override {
    Stream stream(
        {.seed = 22, .purpose = Purpose::test, .iteration = static_cast<std::uint64_t>(iteration)});
    Particle particle = particles[1 - dead];
    const auto normals = [&] { return Vector{{stream.normal(), stream.normal()}}; };
    const double eta = settings_.learning_rate, alpha = settings_.friction;
    Vector velocity = std::sqrt(eta) * normals();
    for (int step = 0; step < settings_.steps; ++step) {
      velocity = (1.0 - alpha) * velocity - eta * particle.theta +
                 std::sqrt(2.0 * alpha * eta) * normals();
      move(particle, velocity, particles[dead].level, stream);
    }
    return particle;
  }

 private:
  void move(Particle& particle, Vector& velocity, const Level& level, Stream& stream) {
    Vector slope, ahead = velocity;
    const auto moved = [&](const Vector& from) {
      const Vector theta = from + ahead;
      return Particle{theta,
                      {model_.log_likelihood(theta, model_.all_rows(), slope), stream.uniform()}};
    };
    Particle proposal = moved(particle.theta);
    if (reflects_ && !(level < proposal.level)) {
      ahead -= 2.0 * slope.dot(ahead) / slope.squaredNorm() * slope;
      proposal = moved(proposal.theta);
    }
    if (level < proposal.level) {
      particle = proposal;
      velocity = ahead;
    } else if (reflects_) {
      velocity = -velocity;
    }
  }

  EvidenceModel& model_;
  ConstrainedSettings settings_;
  bool reflects_;
};

// 10,000 walks from exact draws: chi-square of 19 degrees of freedom, false alarm 3.4e-6 each.
TEST(NestedConstrained, WalksKeepThePriorAboveALevel) {
  for (const Region& region : {disc(), half_plane()})
    for (const double eta : {1e-3, 1e-2, 0.3}) {
      FunctionModel model = region.model();
      const ConstrainedSettings settings{.learning_rate = eta, .adapt = false};
      WalkTuning tuning{eta};
      ConstrainedSampler sampler(model, model.all_rows(), settings, 1, tuning);
      EXPECT_LT(chi_square(region, sampler), chi_square_limit(19)) << eta;
    }
}

TEST(NestedConstrained, PlantedFaultsAreFound) {
  FunctionModel in_disc = disc().model();
  PlainWalk without_reflection(in_disc, {.learning_rate = 1e-2}, false);
  EXPECT_GT(chi_square(disc(), without_reflection), 2.0 * chi_square_limit(19));
  FunctionModel in_half_plane = half_plane().model();
  PlainWalk one_kick_for_two_moves(in_half_plane, {.learning_rate = 0.3}, true);
  EXPECT_GT(chi_square(half_plane(), one_kick_for_two_moves), 1.5 * chi_square_limit(19));
}

// 60 runs; the mean is within 4.5 of its standard errors, about 0.07 (false alarm 6.8e-6).
TEST(NestedConstrained, MeetsAConjugateModelWhereWalksAreLong) {
  constexpr int rows = 20, columns = 2;
  MvnMean means = standard_means(rows, columns);
  LocalModel model(means);
  NestedSettings settings;
  settings.particles = 10;
  settings.constrained = {.steps = 100, .learning_rate = 1e-2};
  Repeats repeats;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto estimate = nested_sampling(model, settings, seed);
    repeats.add(estimate.log_z - log_z_of_standard_means(rows, columns), estimate.standard_error);
  }
  EXPECT_LT(repeats.distance(), standard_errors_allowed) << repeats.mean();
}

TEST(NestedConstrained, SaysThatItIsNotExact) {
  MvnMean means = standard_means(20, 2);
  LocalModel model(means);
  NestedTrace trace;
  const auto estimate = nested_sampling(model, {}, 1, &trace);
  EXPECT_EQ(estimate.method, "nested");
  EXPECT_FALSE(estimate.consistent);
  EXPECT_NE(estimate.remark.find("not exact"), std::string::npos);
  EXPECT_NE(estimate.remark.find("20 SGHMC steps"), std::string::npos);
  // Two particles of the prior, and 20 steps for each that died, some of them reflected.
  const auto walks = static_cast<std::int64_t>(trace.log_weight.size()) - 2;
  EXPECT_EQ(estimate.evaluations, model.evaluations());
  EXPECT_GT(estimate.evaluations, 20 * (2 + 20 * walks));
  EXPECT_LE(estimate.evaluations, 20 * (2 + 40 * walks));
  EXPECT_EQ(estimate.log_z, nested_sampling(model, {}, 1).log_z);
  EXPECT_NE(estimate.log_z, nested_sampling(model, {}, 2).log_z);
}

// The posterior is narrower than the first steps. Where its widths differ, walks with these end
// where they began; where they do not, reflected particles come back but hardly move.
TEST(NestedConstrained, StepsFollowTheContour) {
  FunctionModel round(4, [](const Vector& theta) { return -0.5e6 * theta.squaredNorm(); });
  FunctionModel thin(4, [](const Vector& theta) {
    return -0.5 * (Vector{{1.0, 1e1, 1e2, 1e3}}.cwiseProduct(theta)).squaredNorm();
  });
  NestedSettings settings;
  settings.particles = 10;
  const auto copies = [&] {
    return nested_sampling(thin, settings, 1).remark.find("never left") != std::string::npos;
  };
  const auto error = [&] {
    return nested_sampling(round, settings, 1).log_z + 2.0 * std::log1p(1e6);
  };
  EXPECT_FALSE(copies());
  EXPECT_LT(std::abs(error()), 10.0);
  settings.constrained.adapt = false;
  EXPECT_TRUE(copies());
  EXPECT_LT(error(), -10.0);
}

}  // namespace
}  // namespace photinus
