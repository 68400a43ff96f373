// Truth: a normal mean with a normal prior, whose log Z is known, and quadrature in one dimension.
#include "photinus/evidence/smc.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "evidence/coverage.hpp"
#include "evidence/normal_path.hpp"
#include "evidence/one_dimension.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/evidence/effective_share.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/systematic_resampling.hpp"

namespace photinus {
namespace {

// Student's t of 15 degrees of freedom has 80 % within this.
constexpr double width_of_16_batches = 1.3406056;

SmcSettings settings_of(int seed, int particles = 256) {
  SmcSettings settings;
  settings.particles = particles;
  settings.seed = static_cast<std::uint64_t>(seed);
  return settings;
}

// Limits in Repeats: false alarm 1e-3 for coverage, 7e-6 for the mean.
TEST(Smc, IntervalsCoverTheTruth) {
  NormalPath path(20, 2, 2.0);
  Repeats found(path.log_z(1.0));
  for (int seed = 0; seed < 200; ++seed)
    found.add(sequential_monte_carlo(path.model(), settings_of(seed)));
  EXPECT_TRUE(found.cover_as_stated(width_of_16_batches)) << found.report(width_of_16_batches);
  EXPECT_TRUE(found.mean_is_right()) << found.report(width_of_16_batches);
}

TEST(Smc, IntervalsCoverTheTruthWithTwoModes) {
  OneDimension model = two_modes();
  Repeats found(model.log_z());
  for (int seed = 0; seed < 200; ++seed) {
    SmcSettings settings = settings_of(seed);
    settings.kernel.name = "random_walk";
    settings.most_updates = 20;
    found.add(sequential_monte_carlo(model, settings));
  }
  EXPECT_TRUE(found.cover_as_stated(width_of_16_batches)) << found.report(width_of_16_batches);
  EXPECT_TRUE(found.mean_is_right()) << found.report(width_of_16_batches);
}

// Untuned. Student's t of 15 degrees of freedom exceeds 5 with probability 2e-4.
TEST(Smc, WorksFromOneToFiftyParameters) {
  for (const int p : {1, 7, 50}) {
    NormalPath path(50, p, 3.0, 2.0);
    const EvidenceEstimate found = sequential_monte_carlo(path.model(), settings_of(1, 1024));
    EXPECT_NEAR(found.log_z, path.log_z(1.0), 5.0 * found.standard_error) << p;
    EXPECT_LT(found.standard_error, 0.5) << p;
    EXPECT_TRUE(found.remark.empty()) << found.remark;
  }
}

TEST(Smc, AnyKernelWillDo) {
  NormalPath path(20, 3, 2.0);
  for (const auto& name : kernel_names()) {
    SmcSettings settings = settings_of(3);
    settings.kernel.name = name;
    const EvidenceEstimate found = sequential_monte_carlo(path.model(), settings);
    EXPECT_NEAR(found.log_z, path.log_z(1.0), 5.0 * found.standard_error) << name;
  }
}

TEST(Smc, DrawsAreThoseOfThePosterior) {
  NormalPath path(20, 2, 2.0);
  const SmcRun run = run_smc(path.model(), settings_of(5, 4096));
  Vector mean = Vector::Zero(2), squares = Vector::Zero(2);
  for (const auto& theta : run.draws) {
    const Vector z = (theta - path.mean(1.0)) * std::sqrt(path.precision(1.0));
    mean += z / 4096.0;
    squares += z.cwiseProduct(z) / 4096.0;
  }
  // 4.5 standard errors of 4,096 independent draws are 0.07 and 0.1; copies have parted in two or
  // more updates, and resampling makes means no worse than 2,048 draws would: 1.5 times as much.
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 0.105);
  EXPECT_LT((squares.array() - 1.0).abs().maxCoeff(), 0.15);
}

TEST(Smc, EvaluationsAreCountedAndSeedsRepeat) {
  OneDimension model = two_modes();
  const SmcRun first = run_smc(model, settings_of(7));
  EXPECT_EQ(first.estimate.evaluations, model.calls());
  const std::int64_t before = model.calls();
  const SmcRun again = run_smc(model, settings_of(7));
  EXPECT_EQ(again.estimate.evaluations, model.calls() - before);
  EXPECT_EQ(again.estimate.log_z, first.estimate.log_z);
  EXPECT_EQ(again.draws, first.draws);
  EXPECT_NE(run_smc(model, settings_of(8)).estimate.log_z, first.estimate.log_z);
}

TEST(Smc, HalfOfThePriorMayBeImpossible) {
  OneDimension model(
      1.0, [](double x) { return x < 0.0 ? -std::numeric_limits<double>::infinity() : 0.0; });
  SmcSettings settings = settings_of(1, 1024);
  settings.kernel.name = "random_walk";
  const EvidenceEstimate found = sequential_monte_carlo(model, settings);
  EXPECT_NEAR(found.log_z, -std::log(2.0), 5.0 * found.standard_error);
}

// A kernel that hardly moves is named.
TEST(Smc, SlowKernelsAreNamed) {
  NormalPath path(50, 20, 2.0);
  SmcSettings settings = settings_of(1);
  settings.kernel.name = "random_walk";
  settings.updates = settings.most_updates = 1;
  EXPECT_NE(sequential_monte_carlo(path.model(), settings).remark.find("correlated"),
            std::string::npos);
}

TEST(Smc, StepsFallToTheShareAskedFor) {
  Stream stream({.seed = 1});
  std::vector<double> log_likelihoods;
  for (int i = 0; i < 1'000; ++i) log_likelihoods.push_back(-1e6 + 1e3 * stream.normal());
  const double power = longest_power(log_likelihoods, 0.7, 1.0);
  EXPECT_NEAR(effective_share(log_likelihoods, power), 0.7, 1e-9);
  EXPECT_EQ(longest_power(log_likelihoods, 0.7, 0.5 * power), 0.5 * power);
}

TEST(Smc, ResamplingRoundsExpectedCounts) {
  Stream stream({.seed = 2});
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> log_weights, counts(50, 0.0);
    for (int i = 0; i < 50; ++i) log_weights.push_back(2.0 * stream.normal());
    const double total = log_sum_exp(log_weights);
    for (const std::size_t i : systematic_resampling(log_weights, 50, stream.uniform()))
      counts[i] += 1.0;
    for (std::size_t i = 0; i < counts.size(); ++i)
      EXPECT_LT(std::abs(counts[i] - 50.0 * std::exp(log_weights[i] - total)), 1.0 + 1e-9);
  }
}

enum class Fault { none, weight_at_the_new_theta, weights_kept, last_increment_left_out };

// The same algorithm for a path with exact moves: one batch of 64 particles, betas given.
double by_exact_moves(NormalPath& path, const std::vector<double>& betas, int seed, Fault fault) {
  Stream stream({.seed = 31, .iteration = static_cast<std::uint64_t>(seed)});
  std::vector<Vector> thetas;
  for (int i = 0; i < 64; ++i) thetas.push_back(path.draw(0.0, stream));
  std::vector<double> log_weights(thetas.size(), 0.0);
  double log_z = 0.0;
  for (std::size_t k = 1; k < betas.size(); ++k) {
    if (fault == Fault::last_increment_left_out && k + 1 == betas.size()) break;
    if (fault != Fault::weights_kept) log_weights.assign(thetas.size(), 0.0);
    if (fault == Fault::weight_at_the_new_theta)
      for (auto& theta : thetas) theta = path.draw(betas[k], stream);
    for (std::size_t i = 0; i < thetas.size(); ++i)
      log_weights[i] += (betas[k] - betas[k - 1]) * path.log_likelihood(thetas[i]);
    log_z += log_mean_exp(log_weights).value;
    std::vector<Vector> chosen;
    for (const std::size_t i : systematic_resampling(log_weights, 64, stream.uniform()))
      chosen.push_back(thetas[i]);
    thetas = chosen;
    for (auto& theta : thetas) theta = path.draw(betas[k], stream);
  }
  return log_z;
}

// The algorithm passes, each fault is seen. A log of a mean of 64 weights is low by about
// 0.5 x 0.7 / 64 in each of 6 steps, 0.03: a fifth of the spread; 25 seeds do not see it.
TEST(Smc, PlantedFaultsAreCaught) {
  NormalPath path(20, 2, 2.0);
  std::vector<double> betas;
  for (const auto& level : run_smc(path.model(), settings_of(1)).levels)
    betas.push_back(level.beta);
  for (const Fault fault : {Fault::none, Fault::weight_at_the_new_theta, Fault::weights_kept,
                            Fault::last_increment_left_out}) {
    Repeats found(path.log_z(1.0));
    for (int seed = 0; seed < 25; ++seed) {
      EvidenceEstimate estimate;
      estimate.log_z = by_exact_moves(path, betas, seed, fault);
      found.add(estimate);
    }
    EXPECT_EQ(found.mean_is_right(), fault == Fault::none) << found.report();
  }
}

TEST(Smc, SaysWhatIsWrong) {
  NormalPath path(5, 1);
  const auto message = [&](auto change) {
    SmcSettings settings;
    change(settings);
    try {
      run_smc(path.model(), settings);
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::usage);
      return std::string(failure.what());
    }
    return std::string();
  };
  EXPECT_EQ(message([](SmcSettings& s) { s.particles = 1; }),
            "sequential Monte Carlo: particles is 1, but must be 2 or more");
  EXPECT_EQ(message([](SmcSettings& s) { s.particles = 100; }),
            "sequential Monte Carlo: 100 particles do not make 16 equal batches of two or more");
  EXPECT_NE(message([](SmcSettings& s) { s.batches = 1; }), "");
  EXPECT_NE(message([](SmcSettings& s) { s.effective_share = 1.0; }), "");
  EXPECT_NE(message([](SmcSettings& s) { s.updates = 0; }), "");
  EXPECT_NE(message([](SmcSettings& s) { s.most_updates = 1; }), "");
  EXPECT_NE(message([](SmcSettings& s) { s.most_steps = 1; }), "");
  OneDimension impossible(1.0, [](double) { return -std::numeric_limits<double>::infinity(); });
  EXPECT_THROW(run_smc(impossible, {}), Failure);
}

}  // namespace
}  // namespace photinus
