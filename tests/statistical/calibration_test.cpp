// Simulation-based calibration (Talts et al. 2018; Modrak et al. 2023 for the log likelihood as a
// test quantity): theta from the prior, data from theta, draws from the posterior; the rank of the
// truth among the draws is uniform if and only if the sampler draws from the posterior.
//
// The samplers: every pair of a kernel, a brightness update, a family and a kind of bound occurs,
// of probit, Poisson and softmax (three classes) a few (all combinations of the four with
// PHOTINUS_LONG=1), and full data. Where the bounds hold
// everywhere the scale of residuals is sampled, else given.
//
// Tolerance: for each sampler and each of five or six quantities (parameters, |theta|, log
// likelihood) three tests on the scale of a normal deviate, and the same for all replications
// together: 570 in all, 4,900 with PHOTINUS_LONG=1. 4.9 is exceeded with probability 9.6e-7 (5.2
// with 2e-7): family-wise false-alarm rate below 1e-3.
//
// Catches: a posterior too narrow, too wide or shifted. Planted: draws shrunk about their mean by
// 30 % are rejected for each sampler by itself, by 10 % for all together.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/rank_tests.hpp"
#include "statistical/simulated_regression.hpp"
#include "statistical/small_families.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

constexpr int draws = 63;

bool is_long() { return std::getenv("PHOTINUS_LONG") != nullptr; }
double limit() { return is_long() ? 5.2 : 4.9; }
int replications() { return is_long() ? 1'000 : 300; }

/// Kernels, with the iterations after which a draw is all but independent of the one before.
struct KernelChoice {
  const char* name;
  int thin;
};

struct Method {
  const char* family;
  const char* bound;  ///< "ellipsoid", "global", or "none" for full data
  const char* update;
  KernelChoice kernel;

  SimulatedRegression model() const {
    const std::string name = family;
    const bool has_scale = name == "linear" || name == "student_t";
    return {family, has_scale && std::string(bound) != "ellipsoid"};
  }
};

using Draws = std::vector<std::vector<double>>;

/// Ranks by quantity, replication by replication.
struct Ranks {
  std::map<std::string, std::vector<int>> of;

  double worst() const {
    double worst = 0.0;
    for (const auto& [name, ranks] : of) worst = std::max(worst, test_ranks(ranks, draws).worst());
    return worst;
  }
  void append(const Ranks& more) {
    for (const auto& [name, ranks] : more.of)
      of[name].insert(of[name].end(), ranks.begin(), ranks.end());
  }
};

std::map<std::string, double> quantities_of(const SimulatedRegression& model, const SmallData& data,
                                            const std::vector<double>& theta) {
  std::map<std::string, double> values;
  double norm = 0.0;
  for (std::size_t j = 0; j < model.coefficients * model.predictors(); ++j) {
    if (j < model.coefficients) values["theta" + std::to_string(j)] = theta[j];
    norm += theta[j] * theta[j];
  }
  if (model.sampled_sigma) values["log sigma"] = theta.back();
  values["norm"] = std::sqrt(norm);
  values["log likelihood"] = model.log_likelihood(data, theta);
  return values;
}

void add_ranks(const SimulatedRegression& model, const SmallData& data,
               const std::vector<double>& truth, const Draws& sample, Ranks& ranks) {
  std::map<std::string, std::vector<double>> of_draws;
  for (const auto& theta : sample)
    for (const auto& [name, value] : quantities_of(model, data, theta))
      of_draws[name].push_back(value);
  for (const auto& [name, value] : quantities_of(model, data, truth))
    ranks.of[name].push_back(rank_among(value, of_draws[name]));
}

Draws shrunk(Draws sample, double factor) {
  for (std::size_t j = 0; j < sample[0].size(); ++j) {
    double mean = 0.0;
    for (const auto& theta : sample) mean += theta[j] / static_cast<double>(sample.size());
    for (auto& theta : sample) theta[j] = mean + factor * (theta[j] - mean);
  }
  return sample;
}

RunConfig config_of(const Method& method, const SmallFile& file, std::uint64_t seed) {
  RunConfig config;
  config.data.path = file.path();
  method.model().configure(config);
  const std::string bound = method.bound;
  config.sampler.method = bound == "none" ? "full" : "firefly";
  config.sampler.kernel = method.kernel.name;
  config.sampler.chains = 1;
  config.sampler.warmup = 300;
  config.sampler.draws = draws * method.kernel.thin;
  config.sampler.seed = seed;
  config.firefly.update = method.update;
  config.firefly.fraction = 0.3;
  const auto& everywhere = find_family(every_family(), method.family).global_bounds;
  config.firefly.bound = bound == "global" ? everywhere.back() : "ellipsoid";
  return config;
}

// Every `thin`-th draw after warm-up, nearly independent.
Draws sample_posterior(const Method& method, const SmallData& data, std::uint64_t seed) {
  const SmallFile file(data);
  const RunConfig config = config_of(method, file, seed);
  LocalTeam team(1, every_family());
  const Problem problem = set_up(team, every_family(), config);
  Sampler sampler(team, every_family(), problem, config);
  sampler.start();
  while (!sampler.finished()) sampler.iterate();
  Draws sample;
  const auto& all = sampler.draws()[0].theta;
  const auto p = static_cast<std::ptrdiff_t>(method.model().parameters());
  for (int i = 1; i <= draws; ++i) {
    const auto end = all.begin() + (config.sampler.warmup + i * method.kernel.thin) * p;
    sample.emplace_back(end - p, end);
  }
  return sample;
}

/// Ranks of the sampler's own draws, and of the same draws made too narrow.
struct Calibration {
  Ranks honest;
  Ranks narrow;       ///< by 10 %
  Ranks very_narrow;  ///< by 30 %
};

Calibration calibrate(const Method& method, std::uint64_t seed) {
  Calibration result;
  const SimulatedRegression model = method.model();
  for (int i = 0; i < replications(); ++i) {
    Stream stream(
        {.seed = seed, .purpose = Purpose::simulate_truth, .index = static_cast<std::uint64_t>(i)});
    std::vector<double> truth;
    SmallData data;
    do {
      truth = model.draw_parameters(stream);
      data = model.draw_data(stream, truth);
    } while (!model.is_usable(data));
    const Draws sample = sample_posterior(method, data, seed + static_cast<std::uint64_t>(i) + 1);
    add_ranks(model, data, truth, sample, result.honest);
    add_ranks(model, data, truth, shrunk(sample, 0.9), result.narrow);
    add_ranks(model, data, truth, shrunk(sample, 0.7), result.very_narrow);
  }
  return result;
}

void print(const char* title, const Ranks& ranks) {
  std::printf("%s (location dispersion histogram):", title);
  for (const auto& [name, of] : ranks.of) {
    const RankTests tests = test_ranks(of, draws);
    std::printf(" %s (%.1f %.1f %.1f)", name.c_str(), tests.location, tests.dispersion,
                tests.histogram);
  }
  std::printf("\n");
}

/// Of all samplers together.
Calibration& all_samplers() {
  static Calibration all;
  return all;
}

std::string method_name(const testing::TestParamInfo<Method>& info) {
  const Method& method = info.param;
  return std::string(method.family) + "_" + method.bound + "_" + method.update + "_" +
         method.kernel.name;
}

class Calibrated : public testing::TestWithParam<Method> {};

TEST_P(Calibrated, RanksAreUniformAndNarrowDrawsAreRejected) {
  const Calibration seen = calibrate(GetParam(), seed_of(test_name()));
  print("as drawn", seen.honest);
  print("30 % too narrow", seen.very_narrow);
  EXPECT_LT(seen.honest.worst(), limit());
  EXPECT_GT(seen.very_narrow.worst(), limit());
  all_samplers().honest.append(seen.honest);
  all_samplers().narrow.append(seen.narrow);
}

const std::vector<const char*> families = {"linear", "logistic", "student_t",
                                           "probit", "poisson",  "softmax"};
const std::vector<const char*> bounds = {"ellipsoid", "global"};
const std::vector<const char*> updates = {"implicit", "explicit_with_replacement",
                                          "explicit_without_replacement", "sweep"};
const std::vector<KernelChoice> kernels = {
    {"random_walk", 40},     {"mala", 15},       {"hmc", 10}, {"nuts", 8},
    {"slice_coordinate", 8}, {"slice_random", 8}};

std::vector<Method> every_method() {
  std::vector<Method> all;
  for (const char* family : families)
    for (const KernelChoice& kernel : kernels) {
      all.push_back({family, "none", "implicit", kernel});
      for (const char* bound : bounds)
        if (!find_family(every_family(), family).global_bounds.empty() || bound != bounds[1])
          for (const char* update : updates) all.push_back({family, bound, update, kernel});
    }
  return all;
}

std::vector<Method> covering_methods() {
  std::vector<Method> all = {{"logistic", "none", "implicit", kernels[0]},
                             {"student_t", "none", "implicit", kernels[2]}};
  for (std::size_t k = 0; k < kernels.size(); ++k)
    for (std::size_t u = 0; u < updates.size(); ++u)
      all.push_back({families[(k + u) % 3], bounds[(k / 3 + u / 2) % 2], updates[u], kernels[k]});
  all.insert(all.end(), {{"probit", "global", "implicit", kernels[2]},
                         {"probit", "ellipsoid", "explicit_with_replacement", kernels[3]},
                         {"poisson", "ellipsoid", "implicit", kernels[2]},
                         {"poisson", "ellipsoid", "sweep", kernels[3]},
                         {"poisson", "none", "implicit", kernels[2]},
                         {"softmax", "ellipsoid", "implicit", kernels[2]},
                         {"softmax", "global", "explicit_with_replacement", kernels[3]},
                         {"softmax", "none", "implicit", kernels[2]}});
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, Calibrated,
                         testing::ValuesIn(is_long() ? every_method() : covering_methods()),
                         method_name);

class JudgesAllTogether : public testing::Environment {
 public:
  void TearDown() override {
    const Calibration& all = all_samplers();
    if (all.honest.of.empty()) return;
    print("all samplers, as drawn", all.honest);
    print("all samplers, 10 % too narrow", all.narrow);
    EXPECT_LT(all.honest.worst(), limit());
    // Some thousand replications show what those of one sampler do not.
    if (all.honest.of.at("norm").size() < 5'000) return;
    EXPECT_GT(all.narrow.worst(), 1.5 * limit());
  }
};

const auto* const judges_all_together = testing::AddGlobalTestEnvironment(new JudgesAllTogether);

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
  EXPECT_LT(test_ranks(uniform, draws).worst(), limit());
  EXPECT_LT(test_ranks(shifted, draws).location, -limit());
  EXPECT_GT(test_ranks(narrow, draws).dispersion, limit());
  EXPECT_GT(test_ranks(striped, draws).histogram, limit());
}

}  // namespace
}  // namespace photinus
