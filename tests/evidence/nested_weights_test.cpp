// Truth: integrals of L over the prior volume X, on which nested sampling is run without a model.
#include "photinus/evidence/nested_weights.hpp"

#include <gtest/gtest.h>

#include "photinus/evidence/log_mean.hpp"
#include "support/caught.hpp"
#include "support/nested_problems.hpp"

namespace photinus {
namespace {

/// log L = -r^2 / (2 s^2) in a ball of D dimensions, X = r^D.
struct Ball {
  double dimensions;
  double scale;

  double operator()(double x) const {
    return -std::pow(x, 2.0 / dimensions) / (2.0 * scale * scale);
  }
  /// The integral in log X, whose integrand vanishes at both ends but for X = 1.
  double log_z() const {
    const auto integrand = [&](double log_x) { return std::exp((*this)(std::exp(log_x)) + log_x); };
    return std::log(integral(integrand, -80.0, 0.0, 400'000));
  }
};

NestedRun run(const Ball& ball, int particles, double tolerance, std::uint64_t seed) {
  VolumeSampler sampler(ball, seed);
  return run_nested(sampler.start(particles), sampler, {.tolerance = tolerance});
}

template <class Estimate>
Repeats repeat(const Ball& ball, int particles, double tolerance, const Estimate& log_z) {
  Repeats repeats;
  const double truth = ball.log_z();
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const NestedRun one = run(ball, particles, tolerance, seed);
    repeats.add(log_z(one) - truth, 0.0);
  }
  return repeats;
}

double shipped(const NestedRun& run) { return weigh(run).log_z(); }

/// Weights with X_k = exp(-k / (N + added)), and the live points' share of them.
double planted(const NestedRun& run, int added, double live_share) {
  const auto n = static_cast<double>(run.alive.size());
  std::vector<double> terms;
  double volume = 1.0;
  for (const double dead : run.dead) {
    const double next = volume * std::exp(-1.0 / (n + added));
    terms.push_back(dead + std::log(volume - next));
    volume = next;
  }
  for (const double alive : run.alive) terms.push_back(alive + std::log(live_share * volume / n));
  return log_sum_exp(terms);
}

// The mean of 400 runs is asked to be within 4.5 of its standard errors (false alarm 6.8e-6 each;
// these are 0.045 and 0.03, the rule's own bias of about 0.02 is below).
TEST(NestedWeights, MeetTheIntegral) {
  const Ball far{8.0, 0.1};
  EXPECT_LT(repeat(far, 10, 0.01, shipped).distance(), standard_errors_allowed);
  EXPECT_LT(repeat(Ball{2.0, 0.1}, 10, 0.5, shipped).distance(), standard_errors_allowed);
  EXPECT_NEAR(shipped(run(far, 10, 0.01, 1)), planted(run(far, 10, 0.01, 1), 0, 1.0), 1e-9);
}

TEST(NestedWeights, PlantedFaultsAreFound) {
  const auto shrunk_too_little = [](const NestedRun& one) { return planted(one, 1, 1.0); };
  EXPECT_GT(repeat(Ball{8.0, 0.1}, 10, 0.01, shrunk_too_little).distance(),
            2.0 * standard_errors_allowed);
  const auto without_live_points = [](const NestedRun& one) { return planted(one, 0, 1e-300); };
  EXPECT_GT(repeat(Ball{2.0, 0.1}, 10, 0.5, without_live_points).distance(),
            1.5 * standard_errors_allowed);
}

/// Stated errors in units of what repeats show, for 20 particles.
template <class Error>
double stated_over_spread(const Ball& ball, double tolerance, const Error& error) {
  Repeats repeats;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const NestedRun one = run(ball, 20, tolerance, seed);
    repeats.add(weigh(one).log_z(), error(one, seed));
  }
  return repeats.stated() / repeats.spread();
}

// A spread from 400 runs has a relative error of 3.5 %, asked are 4.5 of these. The last problem
// stops at once: its error is that of the mean likelihood of 20 draws, which sqrt(H/N) does not
// meet.
TEST(NestedWeights, ErrorsAreWhatRepeatsShow) {
  const auto simulated = [](const NestedRun& one, std::uint64_t seed) {
    return shrinkage_error(one, 100, seed);
  };
  EXPECT_NEAR(stated_over_spread({8.0, 0.1}, 0.01, simulated), 1.0, 0.16);
  EXPECT_NEAR(stated_over_spread({2.0, 0.5}, 0.01, simulated), 1.0, 0.16);
  EXPECT_NEAR(stated_over_spread({2.0, 1.0}, 0.999, simulated), 1.0, 0.16);
  const auto by_information = [](const NestedRun& one, std::uint64_t) {
    return std::sqrt(weigh(one).information / 20.0);
  };
  EXPECT_LT(stated_over_spread({2.0, 1.0}, 0.999, by_information), 0.8);
}

TEST(NestedWeights, OfConstantLikelihoodAreItsVolume) {
  const NestedRun flat{std::vector<double>(37, -700.0), std::vector<double>(8, -700.0)};
  const NestedTrace trace = weigh(flat);
  EXPECT_NEAR(trace.log_z(), -700.0, 1e-12);
  EXPECT_NEAR(trace.information, 0.0, 1e-12);
  EXPECT_LT(shrinkage_error(flat, 50, 1), 1e-12);
}

// H = E[log L] - log Z, and E[log L] = -D/2. Its standard error is about sqrt(H/N) = 0.08, 5 of
// them are allowed.
TEST(NestedWeights, InformationIsTheIntegral) {
  const Ball ball{8.0, 0.1};
  EXPECT_NEAR(weigh(run(ball, 2'000, 1e-3, 3)).information, -ball.log_z() - 4.0, 0.4);
}

TEST(NestedWeights, TraceIsInOrder) {
  const NestedTrace trace = weigh(run(Ball{2.0, 0.1}, 10, 0.01, 5));
  ASSERT_EQ(trace.log_volume.size(), trace.log_weight.size());
  for (std::size_t i = 1; i < trace.log_volume.size(); ++i) {
    EXPECT_LT(trace.log_volume[i], trace.log_volume[i - 1]);
    EXPECT_GE(trace.log_likelihood[i], trace.log_likelihood[i - 1]);
  }
}

// L = X^-2 has no integral.
TEST(NestedRun, EndsWhereLikelihoodsHaveNoBound) {
  VolumeSampler sampler([](double x) { return -2.0 * std::log(x); }, 1);
  const Failure failure =
      caught([&] { run_nested(sampler.start(4), sampler, {.most_nats = 100.0}); });
  EXPECT_EQ(failure.code(), ExitCode::usage);
  EXPECT_TRUE(mentions(failure, "evidence.most_nats"));
}

}  // namespace
}  // namespace photinus
