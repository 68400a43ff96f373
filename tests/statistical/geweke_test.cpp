// Geweke's (2004) joint distribution test. The joint of theta, y and brightness z is walked by
// drawing y given theta, z given both (by the formula of the bound), and then theta and z by
// iterations of the sampler. Its theta-marginal is the prior, N(0, 1) on each parameter, whatever
// the data were; and z is Bernoulli(1 - B/L) given theta and y.
//
// Tolerance: 4.5 Monte Carlo standard errors for 2 x 12 comparisons: family-wise false-alarm rate
// 1.6e-4. Catches brightness and theta updates that do not keep their joint conditional; seen
// below: theta moved a tenth too far.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/agreement.hpp"
#include "statistical/three_rows.hpp"

namespace photinus {
namespace {

constexpr double allowed = 4.5;
constexpr std::size_t rows = 8, parameters = 2;
constexpr int steps = 4'000;

SmallData fixed_features() {
  SmallData data{1, {}, std::vector<double>(rows)};
  for (std::size_t n = 0; n < rows; ++n) data.x.push_back(-3.0 + 0.9 * static_cast<double>(n));
  return data;
}

double margin(const SmallData& data, std::size_t n, const Vector& theta) {
  return (data.y[n] > 0.5 ? 1.0 : -1.0) * eta_of(data, n, theta.data(), true);
}

/// P(z_n = 1 | theta, y), the bounds touching at the mode.
double bright_given(const SmallData& data, std::size_t n, const Vector& theta, const Vector& mode) {
  return -std::expm1(-logistic_gap(margin(data, n, theta), margin(data, n, mode)));
}

std::vector<std::int64_t> draw_bright(const SmallData& data, const Vector& theta,
                                      const Vector& mode, Stream& stream) {
  std::vector<std::int64_t> bright;
  for (std::size_t n = 0; n < rows; ++n)
    if (stream.uniform() < bright_given(data, n, theta, mode))
      bright.push_back(static_cast<std::int64_t>(n));
  return bright;
}

RunConfig geweke_config(const std::string& kernel) {
  RunConfig config;
  config.model.family = "logistic";
  config.sampler.kernel = kernel;
  config.sampler.chains = 1;
  config.sampler.warmup = 0;
  config.sampler.draws = 1 << 30;
  config.firefly.q = 0.3;
  return config;
}

/// A joint draw, and where its bounds touch.
struct Joint {
  Vector theta;
  std::vector<std::int64_t> bright;
  Vector mode;
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
  state.replicas[0].bright = draw_bright(data, theta, problem.mode.theta, stream);
  sampler.restore(state);
  for (int i = 0; i < iterations; ++i) sampler.iterate();
  const ReplicaState end = sampler.save().replicas[0];
  return {end.theta, end.bright, problem.mode.theta};
}

/// What is compared, less its expectation: all have mean zero.
std::vector<double> residuals(const SmallData& data, const Joint& state) {
  const Vector &theta = state.theta, &mode = state.mode;
  std::vector<double> all = {theta[0],
                             theta[1],
                             theta[0] * theta[0] - 1.0,
                             theta[1] * theta[1] - 1.0,
                             theta[0] * theta[1],
                             std::pow(theta[0], 4) - 3.0,
                             std::pow(theta[1], 4) - 3.0};
  double score = 0.0, fit = 0.0, z = static_cast<double>(state.bright.size());
  for (std::size_t n = 0; n < rows; ++n) z -= bright_given(data, n, theta, mode);
  for (std::size_t n = 0; n < rows; ++n) {
    const double error = data.y[n] - sigmoid(eta_of(data, n, theta.data(), true));
    score += data.x[n] * error;
    fit += error * eta_of(data, n, theta.data(), true);
  }
  all.insert(all.end(), {z, z * theta[0], z * theta[1], score, fit});
  return all;
}

double worst_deviation(const std::string& kernel, double stretch) {
  const RunConfig config = geweke_config(kernel);
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
  for (const char* kernel : {"random_walk", "hmc"}) {
    const double worst = worst_deviation(kernel, 1.0);
    std::printf("%s: worst of 12 deviations %.2f standard errors\n", kernel, worst);
    EXPECT_LT(worst, allowed) << kernel;
  }
}

TEST(Geweke, SeesMovesATenthTooLong) {
  const double worst = worst_deviation("hmc", 1.1);
  std::printf("moves a tenth too long: %.2f standard errors\n", worst);
  EXPECT_GT(worst, allowed);
}

}  // namespace
}  // namespace photinus
