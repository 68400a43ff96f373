// Simulation-based calibration (Talts et al. 2018; Modrak et al. 2023 for the log likelihood as a
// test quantity): theta from the prior, data from theta, draws from the posterior; the rank of the
// truth among the draws is uniform if and only if the sampler draws from the posterior.
//
// Tolerance: for each of four samplers and five quantities (three parameters, |theta|, log
// likelihood) three tests on the scale of a normal deviate: 60 in all. 4.4 is exceeded with
// probability 1.1e-5 (5.4e-6 one-sided): family-wise false-alarm rate below 1e-3.
//
// Catches: a posterior too narrow, too wide or shifted. The power is shown below: draws shrunk
// about their mean by 10 % are rejected for each sampler by itself.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/rank_tests.hpp"
#include "statistical/small_data.hpp"

namespace photinus {
namespace {

constexpr double allowed = 4.4;
constexpr std::size_t parameters = 3, quantities = 5;
constexpr int draws = 63;

int replications() { return std::getenv("PHOTINUS_LONG") != nullptr ? 10'000 : 1'000; }

struct Method {
  const char* method;
  const char* kernel;
  int thin;
};

using Draws = std::vector<std::vector<double>>;

/// Ranks of every quantity, replication by replication.
struct Ranks {
  std::array<std::vector<int>, quantities> of;

  double worst() const {
    double worst = 0.0;
    for (const auto& ranks : of) worst = std::max(worst, test_ranks(ranks, draws).worst());
    return worst;
  }
  Ranks resampled(Stream& stream) const {
    Ranks result;
    for (std::size_t i = 0; i < of[0].size(); ++i) {
      const auto pick = stream.below(of[0].size());
      for (std::size_t q = 0; q < quantities; ++q) result.of[q].push_back(of[q][pick]);
    }
    return result;
  }
};

std::vector<double> quantities_of(const SmallData& data, const std::vector<double>& theta) {
  std::vector<double> values = theta;
  double norm = 0.0, log_likelihood = 0.0;
  for (const double t : theta) norm += t * t;
  for (std::size_t n = 0; n < data.y.size(); ++n) {
    const double eta = eta_of(data, n, theta.data(), true);
    log_likelihood += std::log(sigmoid(data.y[n] > 0.5 ? eta : -eta));
  }
  values.push_back(std::sqrt(norm));
  values.push_back(log_likelihood);
  return values;
}

void add_ranks(const SmallData& data, const std::vector<double>& truth, const Draws& sample,
               Ranks& ranks) {
  const auto of_truth = quantities_of(data, truth);
  std::array<std::vector<double>, quantities> of_draws;
  for (const auto& theta : sample) {
    const auto values = quantities_of(data, theta);
    for (std::size_t q = 0; q < quantities; ++q) of_draws[q].push_back(values[q]);
  }
  for (std::size_t q = 0; q < quantities; ++q)
    ranks.of[q].push_back(rank_among(of_truth[q], of_draws[q]));
}

Draws shrunk(Draws sample, double factor) {
  for (std::size_t j = 0; j < parameters; ++j) {
    double mean = 0.0;
    for (const auto& theta : sample) mean += theta[j] / static_cast<double>(sample.size());
    for (auto& theta : sample) theta[j] = mean + factor * (theta[j] - mean);
  }
  return sample;
}

// Every `thin`-th draw after warm-up, nearly independent.
Draws sample_posterior(const Method& method, const SmallData& data, std::uint64_t seed) {
  const SmallFile file(data);
  RunConfig config = logistic_config(file);
  config.sampler.method = method.method;
  config.sampler.kernel = method.kernel;
  config.sampler.chains = 1;
  config.sampler.warmup = 300;
  config.sampler.draws = draws * method.thin;
  config.sampler.seed = seed;
  LocalTeam team(1, logistic_only());
  const Problem problem = set_up(team, logistic_only(), config);
  Sampler sampler(team, logistic_only(), problem, config);
  sampler.start();
  while (!sampler.finished()) sampler.iterate();
  Draws sample;
  const auto& all = sampler.draws()[0].theta;
  for (int i = 1; i <= draws; ++i) {
    const auto end = all.begin() + (config.sampler.warmup + i * method.thin) *
                                       static_cast<std::ptrdiff_t>(parameters);
    sample.emplace_back(end - static_cast<std::ptrdiff_t>(parameters), end);
  }
  return sample;
}

/// Ranks of the sampler's own draws, and of the same draws made 10 % too narrow.
struct Calibration {
  Ranks honest;
  Ranks narrow;
};

Calibration calibrate(const Method& method) {
  Calibration result;
  for (int i = 0; i < replications(); ++i) {
    Stream stream(
        {.seed = 31, .purpose = Purpose::simulate_truth, .index = static_cast<std::uint64_t>(i)});
    std::vector<double> truth(parameters);
    for (double& t : truth) t = stream.normal();
    SmallData data{static_cast<int>(parameters) - 1, {}, {}};
    simulate_labels(data, stream, truth, true, 30);
    const Draws sample = sample_posterior(method, data, static_cast<std::uint64_t>(i) + 1);
    add_ranks(data, truth, sample, result.honest);
    add_ranks(data, truth, shrunk(sample, 0.9), result.narrow);
  }
  return result;
}

void print(const char* name, const Ranks& ranks) {
  std::printf("%s:", name);
  for (const auto& of : ranks.of) {
    const RankTests tests = test_ranks(of, draws);
    std::printf(" (%.1f %.1f %.1f)", tests.location, tests.dispersion, tests.histogram);
  }
  std::printf("\n");
}

// Share of bootstrap samples of the replications that are rejected.
double power(const Ranks& ranks) {
  constexpr int samples = 400;
  Stream stream({.seed = 32, .purpose = Purpose::test});
  int rejected = 0;
  for (int i = 0; i < samples; ++i) rejected += ranks.resampled(stream).worst() > allowed;
  return static_cast<double>(rejected) / samples;
}

class Calibrated : public testing::TestWithParam<Method> {};

TEST_P(Calibrated, RanksAreUniformAndNarrowDrawsAreRejected) {
  const Calibration seen = calibrate(GetParam());
  print("(location dispersion histogram) of each quantity", seen.honest);
  print("10 % too narrow", seen.narrow);
  EXPECT_LT(seen.honest.worst(), allowed);
  EXPECT_GT(seen.narrow.worst(), allowed);
  const double shown = power(seen.narrow);
  std::printf("power against draws 10 %% too narrow: %.3f\n", shown);
  EXPECT_GT(shown, 0.95);
}

std::string method_name(const testing::TestParamInfo<Method>& method) {
  return std::string(method.param.method) + "_" + method.param.kernel;
}

INSTANTIATE_TEST_SUITE_P(All, Calibrated,
                         testing::Values(Method{"firefly", "random_walk", 40},
                                         Method{"firefly", "hmc", 10},
                                         Method{"full", "random_walk", 40},
                                         Method{"full", "hmc", 5}),
                         method_name);

// The tests themselves: uniform ranks pass, and every kind of departure is seen by its own test.
TEST(RankTests, PassUniformRanksAndSeeDepartures) {
  Stream stream({.seed = 33, .purpose = Purpose::test});
  std::vector<int> uniform, shifted, narrow, striped;
  for (int i = 0; i < 1000; ++i) {
    const auto rank = static_cast<int>(stream.below(draws + 1));
    uniform.push_back(rank);
    shifted.push_back(rank * 4 / 5);
    narrow.push_back(i % 4 == 0 ? (rank % 2) * draws : rank);
    striped.push_back(rank / 8 * 8);
  }
  EXPECT_LT(test_ranks(uniform, draws).worst(), allowed);
  EXPECT_LT(test_ranks(shifted, draws).location, -allowed);
  EXPECT_GT(test_ranks(narrow, draws).dispersion, allowed);
  EXPECT_GT(test_ranks(striped, draws).histogram, allowed);
}

}  // namespace
}  // namespace photinus
