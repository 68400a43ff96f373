// Truth: MNIST 7 v 9 (50 principal components and a bias, prior N(0, I)) as published and as an
// independent implementation found it, and full-data HMC on the same posterior.
//
// PHOTINUS_LONG=1 runs random-walk chains long enough for 400 effective samples of every parameter;
// otherwise they are ten times shorter and their errors accordingly larger.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "photinus/diagnostics/convergence.hpp"
#include "photinus/families/built_in.hpp"
#include "photinus/run/sampler.hpp"

namespace photinus {
namespace {

const std::vector<FamilyEntry>& families() {
  static const std::vector<FamilyEntry> list = {family_entry<Logistic>()};
  return list;
}

std::string data_path() {
  return std::string(PHOTINUS_TEST_SOURCE_DIR) + "/../../shared/data/mnist79_pca50.h5";
}

bool is_long() { return std::getenv("PHOTINUS_LONG") != nullptr; }

struct Sampled {
  Problem problem;
  std::vector<ChainDraws> draws;
  std::int64_t warmup = 0;

  Chains chains(std::size_t j) const {
    Chains result;
    const auto p = static_cast<std::size_t>(problem.parameters.dimension());
    for (const auto& chain : draws) {
      auto& series = result.emplace_back();
      for (auto i = static_cast<std::size_t>(warmup); i < chain.lp.size(); ++i)
        series.push_back(chain.theta[i * p + j]);
    }
    return result;
  }
  double mean_of(std::vector<std::int64_t> ChainDraws::*series) const {
    double sum = 0.0, count = 0.0;
    for (const auto& chain : draws)
      for (auto i = static_cast<std::size_t>(warmup); i < chain.lp.size(); ++i, count += 1.0)
        sum += static_cast<double>((chain.*series)[i]);
    return sum / count;
  }
};

RunConfig base_config() {
  RunConfig config;
  config.data.path = data_path();
  config.model.family = "logistic";
  return config;
}

Sampled run(const RunConfig& config) {
  LocalTeam team(1, families());
  Sampled result{set_up(team, families(), config), {}, config.sampler.warmup};
  Sampler sampler(team, families(), result.problem, config);
  sampler.start();
  while (!sampler.finished()) sampler.iterate();
  result.draws = sampler.draws();
  return result;
}

class Mnist : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(data_path())) GTEST_SKIP() << "no " << data_path();
  }
};

// Difference of two estimates in their Monte Carlo standard errors.
double deviation(const Diagnostic& a, const Diagnostic& a_error, const Diagnostic& b,
                 const Diagnostic& b_error) {
  return std::abs(a.value - b.value) /
         std::sqrt(a_error.value * a_error.value + b_error.value * b_error.value);
}

// 102 comparisons at 4 standard errors: false alarm 0.7 % where errors are well estimated; seeds
// are fixed.
double worst_deviation(const Sampled& a, const Sampled& b) {
  double worst = 0.0;
  for (std::size_t j = 0; j < 51; ++j) {
    const Chains x = a.chains(j), y = b.chains(j);
    worst = std::max(worst, deviation(mean(x), mcse_mean(x), mean(y), mcse_mean(y)));
    worst = std::max(worst, deviation(sd(x), mcse_sd(x), sd(y), mcse_sd(y)));
  }
  return worst;
}

double least_ess(const Sampled& run) {
  double least = 1e300;
  for (std::size_t j = 0; j < 51; ++j) least = std::min(least, ess_bulk(run.chains(j)).value);
  return least;
}

Sampled full_data_hmc() {
  RunConfig config = base_config();
  config.sampler.method = "full";
  config.sampler.warmup = 200;
  config.sampler.draws = is_long() ? 2000 : 500;
  return run(config);
}

TEST_F(Mnist, ModeHasThePublishedLogLikelihood) {
  LocalTeam team(1, families());
  const Problem problem = set_up(team, families(), base_config());
  EXPECT_NEAR(problem.mode.log_likelihood, -1698.17, 0.005);
  EXPECT_LT(problem.mode.gradient_norm, 1e-2);
}

TEST_F(Mnist, TunedRandomWalkAgreesWithFullDataHmc) {
  RunConfig config = base_config();
  config.sampler.kernel = "random_walk";
  config.firefly.bound = "jaakkola_jordan";
  config.firefly.slack = 0.0;
  config.firefly.q = 0.01;
  config.sampler.warmup = is_long() ? 20'000 : 5'000;
  config.sampler.draws = is_long() ? 400'000 : 40'000;
  const Sampled firefly = run(config);
  const Sampled full = full_data_hmc();
  const double bright = firefly.mean_of(&ChainDraws::bright);
  const double evaluations = firefly.mean_of(&ChainDraws::evaluations);
  const double worst = worst_deviation(firefly, full);
  std::cout << "bright " << bright << ", evaluations per iteration " << evaluations
            << ", least ESS " << least_ess(firefly) << " (full data " << least_ess(full)
            << "), worst deviation " << worst << " standard errors\n";
  EXPECT_NEAR(bright, 58.9, is_long() ? 1.0 : 3.0);
  EXPECT_LT(evaluations, 185.0);
  EXPECT_LT(worst, 4.0);
}

TEST_F(Mnist, TunedHmcAgreesWithFullDataHmc) {
  RunConfig config = base_config();
  config.sampler.draws = is_long() ? 20'000 : 3'000;
  const Sampled firefly = run(config);
  const Sampled full = full_data_hmc();
  const double worst = worst_deviation(firefly, full);
  std::cout << "least ESS " << least_ess(firefly) << " (full data " << least_ess(full)
            << "), worst deviation " << worst << " standard errors\n";
  EXPECT_LT(worst, 4.0);
}

TEST_F(Mnist, UntunedBoundsKeepHalfTheRowsBright) {
  RunConfig config = base_config();
  config.sampler.kernel = "random_walk";
  config.sampler.chains = 1;
  config.sampler.warmup = 300;
  config.sampler.draws = 700;
  config.firefly.anchor = "untuned";
  config.firefly.slack = 0.0;
  config.firefly.q = 0.1;
  const Sampled firefly = run(config);
  const double bright = firefly.mean_of(&ChainDraws::bright);
  std::cout << "bright " << bright << '\n';
  EXPECT_NEAR(bright, 6'100.0, 100.0);
}

}  // namespace
}  // namespace photinus
