// Geweke's (2004) joint distribution test. The joint of theta, y and brightness z is walked by
// drawing y given theta, z given both (by the formula of the bound), and then theta and z by
// iterations of the sampler. Its theta-marginal is the prior, N(0, 1) on each parameter, whatever
// the data were; and z is Bernoulli(1 - B/L) given theta and y.
//
// Tolerance: 4.5 Monte Carlo standard errors for 4 x 12 comparisons: family-wise false-alarm rate
// 3.3e-4. Catches brightness and theta updates that do not keep their joint conditional; seen
// below: theta moved a tenth too far.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/trust_ellipsoids.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

constexpr std::size_t rows = 8, parameters = 2;
constexpr int steps = 4'000;

SmallData fixed_features() {
  SmallData data{1, {}, std::vector<double>(rows)};
  for (std::size_t n = 0; n < rows; ++n) data.x.push_back(-3.0 + 0.9 * static_cast<double>(n));
  return data;
}

/// How the rows are bounded: within ellipsoids of this radius, or everywhere where it is infinite.
struct Choice {
  const char* kernel;
  double radius;
  double slack;
};
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<std::int64_t> draw_bright(const TrustEllipsoids& bounds, const Vector& theta,
                                      Stream& stream) {
  std::vector<std::int64_t> bright;
  const PerRow p = bounds.bright_given(theta, bounds.shell(theta));
  for (std::size_t n = 0; n < rows; ++n)
    if (stream.uniform() < p[n]) bright.push_back(static_cast<std::int64_t>(n));
  return bright;
}

RunConfig geweke_config(const Choice& choice) {
  RunConfig config;
  config.model.family = "logistic";
  config.sampler.kernel = choice.kernel;
  config.sampler.chains = 1;
  config.sampler.warmup = 0;
  config.sampler.draws = 1 << 30;
  config.firefly.q = 0.3;
  config.firefly.bound = choice.radius < infinite ? "ellipsoid" : "jaakkola_jordan";
  if (choice.radius < infinite) config.firefly.radius = choice.radius;
  config.firefly.slack = choice.slack;
  return config;
}

/// A joint draw, and P(z_n = 1 | theta, y) there.
struct Joint {
  Vector theta;
  std::vector<std::int64_t> bright;
  PerRow bright_given;
};

/// theta and z some iterations later; numbers of step `step` only.
Joint advance(RunConfig config, const SmallData& data, const Vector& theta, int step) {
  constexpr int iterations = 4;
  const SmallFile file(data);
  config.data.path = file.path();
  LocalTeam team(1, logistic_only());
  const Problem problem = set_up(team, logistic_only(), config);
  Sampler sampler(team, logistic_only(), problem, config);
  sampler.start();
  RunState state = sampler.save();
  Stream stream({.seed = 41, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(step)});
  state.iteration = static_cast<std::int64_t>(step) * iterations;
  state.replicas[0].theta = theta;
  const TrustEllipsoids bounds({data, true, 1.0}, problem.mode.theta, problem.mode.precision,
                               config.firefly.radius.value_or(infinite), config.firefly.slack);
  state.replicas[0].bright = draw_bright(bounds, theta, stream);
  sampler.restore(state);
  for (int i = 0; i < iterations; ++i) sampler.iterate();
  const ReplicaState end = sampler.save().replicas[0];
  return {end.theta, end.bright, bounds.bright_given(end.theta, bounds.shell(end.theta))};
}

/// What is compared, less its expectation: all have mean zero.
std::vector<double> residuals(const SmallData& data, const Joint& state) {
  const Vector& theta = state.theta;
  std::vector<double> all = {theta[0],
                             theta[1],
                             theta[0] * theta[0] - 1.0,
                             theta[1] * theta[1] - 1.0,
                             theta[0] * theta[1],
                             std::pow(theta[0], 4) - 3.0,
                             std::pow(theta[1], 4) - 3.0};
  double score = 0.0, fit = 0.0, z = static_cast<double>(state.bright.size());
  for (const double p : state.bright_given) z -= p;
  for (std::size_t n = 0; n < rows; ++n) {
    const double error = data.y[n] - sigmoid(eta_of(data, n, theta.data(), true));
    score += data.x[n] * error;
    fit += error * eta_of(data, n, theta.data(), true);
  }
  all.insert(all.end(), {z, z * theta[0], z * theta[1], score, fit});
  return all;
}

double worst_deviation(const Choice& choice, double stretch) {
  const RunConfig config = geweke_config(choice);
  SmallData data = fixed_features();
  Vector theta = Vector::Zero(parameters);
  std::vector<Chains> seen;
  for (int step = 0; step < steps; ++step) {
    Stream stream(
        {.seed = 42, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(step)});
    simulate_labels(data, stream, {theta[0], theta[1]}, true, rows);
    Joint state = advance(config, data, theta, step);
    theta = state.theta = theta + stretch * (state.theta - theta);
    const auto values = residuals(data, state);
    seen.resize(values.size(), Chains(1));
    for (std::size_t q = 0; q < values.size(); ++q) seen[q][0].push_back(values[q]);
  }
  double worst = 0.0;
  for (const auto& chains : seen)
    worst = std::max(worst, std::abs(standard_errors_off(chains, 0.0)));
  return worst;
}

TEST(Geweke, FireflyKeepsTheJointDistribution) {
  for (const Choice& choice : {Choice{"random_walk", infinite, 0.0},
                               {"hmc", infinite, 0.0},
                               {"random_walk", 0.5, 0.5},
                               {"hmc", 0.5, 0.5}}) {
    const double worst = worst_deviation(choice, 1.0);
    std::printf("%s, radius %.1f: worst of 12 deviations %.2f standard errors\n", choice.kernel,
                choice.radius, worst);
    EXPECT_LT(worst, allowed) << choice.kernel << " " << choice.radius;
  }
}

TEST(Geweke, SeesMovesATenthTooLong) {
  const double worst = worst_deviation({"hmc", infinite, 0.0}, 1.1);
  std::printf("moves a tenth too long: %.2f standard errors\n", worst);
  EXPECT_GT(worst, allowed);
}

}  // namespace
}  // namespace photinus
