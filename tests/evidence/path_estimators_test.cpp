// Truth: a normal mean with a normal prior, whose log Z is known at every beta, with exact draws or
// autocorrelated chains at each.
#include "photinus/evidence/path_estimators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "evidence/coverage.hpp"
#include "evidence/normal_path.hpp"
#include "photinus/base/errors.hpp"

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Dense near the prior, where log L varies most.
std::vector<double> fifth_powers(int rungs) {
  std::vector<double> betas;
  for (int m = 0; m < rungs; ++m) betas.push_back(std::pow(m / (rungs - 1.0), 5.0));
  return betas;
}

PathDraws draws_of(NormalPath& path, const std::vector<double>& betas, int seed, double rho = 0.0,
                   int chains = 4, int length = 250) {
  Stream stream(
      {.seed = 21, .purpose = Purpose::test, .iteration = static_cast<std::uint64_t>(seed)});
  PathDraws draws{betas, {}};
  for (const double beta : betas) {
    Chains rung;
    for (int c = 0; c < chains; ++c) rung.push_back(path.chain(beta, length, rho, stream));
    draws.log_likelihoods.push_back(rung);
  }
  return draws;
}

NormalPath small_path() { return {20, 2, 2.0, 1.0}; }

using Estimator = EvidenceEstimate (*)(const PathDraws&);
EvidenceEstimate thermodynamic(const PathDraws& draws) {
  return thermodynamic_integration(draws).estimate;
}

Repeats repeat(Estimator estimator, double rho, int rungs = 9) {
  NormalPath path = small_path();
  Repeats found(path.log_z(1.0));
  for (int seed = 0; seed < 200; ++seed)
    found.add(estimator(draws_of(path, fifth_powers(rungs), seed, rho)));
  return found;
}

// Limits in Repeats: false alarm 1e-3 for coverage, 7e-6 for the mean.
TEST(PathEstimators, IntervalsCoverTheTruthWithIndependentDraws) {
  for (const Estimator estimator : {&bridge_sampling, &stepping_stone}) {
    const Repeats found = repeat(estimator, 0.0);
    EXPECT_TRUE(found.cover_as_stated()) << found.report();
    EXPECT_TRUE(found.mean_is_right()) << found.report();
  }
}

TEST(PathEstimators, IntervalsCoverTheTruthWithAutocorrelatedChains) {
  for (const Estimator estimator : {&bridge_sampling, &stepping_stone}) {
    const Repeats found = repeat(estimator, 0.7);
    EXPECT_TRUE(found.cover_as_stated()) << found.report();
  }
}

// 33 rungs: quadrature errs by 2e-4, a hundredth of a standard error.
TEST(PathEstimators, IntervalsOfThermodynamicIntegrationCoverTheTruth) {
  const Repeats found = repeat(&thermodynamic, 0.7, 33);
  EXPECT_TRUE(found.cover_as_stated()) << found.report();
}

// The same chains, taken for independent draws, hold errors too small by 2.4: the limit sees it.
TEST(PathEstimators, ForgottenAutocorrelationIsCaught) {
  NormalPath path = small_path();
  Repeats found(path.log_z(1.0));
  for (int seed = 0; seed < 200; ++seed) {
    EvidenceEstimate estimate = bridge_sampling(draws_of(path, fifth_powers(9), seed, 0.7));
    estimate.standard_error *= std::sqrt(0.3 / 1.7);
    found.add(estimate);
  }
  EXPECT_FALSE(found.cover_as_stated()) << found.report();
}

// Faults: the last increment left out, and weights at the colder rung's draws.
TEST(PathEstimators, PlantedFaultsAreCaught) {
  NormalPath path = small_path();
  Repeats without_last(path.log_z(1.0)), at_new(path.log_z(1.0));
  for (int seed = 0; seed < 50; ++seed) {
    PathDraws draws = draws_of(path, fifth_powers(9), seed);
    PathDraws shifted = draws;
    std::rotate(shifted.log_likelihoods.begin(), shifted.log_likelihoods.begin() + 1,
                shifted.log_likelihoods.end());
    at_new.add(stepping_stone(shifted));
    draws.betas.pop_back();
    draws.log_likelihoods.pop_back();
    without_last.add(stepping_stone(draws));
  }
  EXPECT_FALSE(at_new.mean_is_right()) << at_new.report();
  EXPECT_FALSE(without_last.mean_is_right()) << without_last.report();
}

// Bridges take both ends' draws. Measured over 200 seeds: 0.78 of stepping stones' spread on 6
// rungs; 1.07 on 9, where steps are small and both do the same but for noise. The ratio of two
// independent spreads has a relative error of 7 %, and these share their draws.
TEST(PathEstimators, BridgesErrLessThanSteppingStonesOnFewRungs) {
  NormalPath path(20, 5, 2.0);
  Repeats bridge(path.log_z(1.0)), stones(path.log_z(1.0));
  for (int seed = 0; seed < 200; ++seed) {
    const PathDraws draws = draws_of(path, fifth_powers(6), seed);
    bridge.add(bridge_sampling(draws));
    stones.add(stepping_stone(draws));
  }
  EXPECT_LT(bridge.spread(), 0.9 * stones.spread()) << bridge.report() << stones.report();
}

// With moments that are exact to about 1e-3 standard errors of the rule what is left is quadrature.
TEST(PathEstimators, QuadratureErrorsAreStated) {
  NormalPath path = small_path();
  double before = infinity;
  for (const int rungs : {5, 9, 17, 33}) {
    PathDraws draws{fifth_powers(rungs), {}};
    for (const double beta : draws.betas) {
      const double mean = path.slope(beta, 1e-3 * beta + 1e-7);
      const double h = 1e-3 * beta + 1e-6;
      const double variance = (path.slope(beta + h, h) - path.slope(beta - h, h)) / (2.0 * h);
      // 1,000 draws of which half lie a standard deviation above, half as much below.
      std::vector<double> chain(1'000);
      for (std::size_t i = 0; i < chain.size(); ++i)
        chain[i] = mean + (i % 2 == 0 ? 1.0 : -1.0) * std::sqrt(variance * 0.999);
      draws.log_likelihoods.push_back({chain});
    }
    const ThermodynamicEstimate found = thermodynamic_integration(draws);
    const double error = std::abs(found.estimate.log_z - path.log_z(1.0));
    EXPECT_LT(error, found.quadrature_error) << rungs;
    EXPECT_LT(error, before) << rungs;
    EXPECT_FALSE(found.estimate.consistent);
    before = error;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(PathEstimators, PathsThatDoNotLeadFrom0To1GiveRatios) {
  NormalPath path = small_path();
  for (const Estimator estimator : {&bridge_sampling, &stepping_stone, &thermodynamic}) {
    const PathDraws draws = draws_of(path, {0.25, 0.3, 0.4, 0.5}, 1);
    const EvidenceEstimate found = estimator(draws);
    EXPECT_TRUE(found.ratio);
    EXPECT_NE(found.remark.find("0.25"), std::string::npos) << found.remark;
    EXPECT_NEAR(found.log_z, path.log_z(0.5) - path.log_z(0.25),
                standard_errors_allowed * found.standard_error);
    EXPECT_FALSE(estimator(draws_of(path, fifth_powers(9), 1)).ratio);
  }
}

TEST(PathEstimators, DrawsOfLikelihoodZeroAreLegalAtTheEndOfThePrior) {
  // Half of the prior has likelihood 0, the other half 1.
  const PathDraws draws{
      {0.0, 1.0},
      {{std::vector<double>{0, 0, -infinity, 0, -infinity, -infinity, 0, -infinity}},
       {std::vector<double>(8, 0.0)}}};
  EXPECT_NEAR(stepping_stone(draws).log_z, -std::log(2.0), 1e-14);
  EXPECT_NEAR(bridge_sampling(draws).log_z, -std::log(2.0), 1e-14);
  EXPECT_THROW(thermodynamic_integration(draws), Failure);
}

TEST(PathEstimators, RungsOfUnequalLengthAreTakenAsIndependent) {
  NormalPath path = small_path();
  PathDraws draws = draws_of(path, fifth_powers(9), 3);
  const EvidenceEstimate same = bridge_sampling(draws);
  draws.log_likelihoods[3].pop_back();
  const EvidenceEstimate unequal = bridge_sampling(draws);
  EXPECT_NEAR(unequal.log_z, path.log_z(1.0), standard_errors_allowed * unequal.standard_error);
  EXPECT_NEAR(unequal.standard_error / same.standard_error, 1.0, 0.3);
}

TEST(PathEstimators, SayWhatIsWrong) {
  NormalPath path = small_path();
  const PathDraws good = draws_of(path, {0.0, 0.5, 1.0}, 1);
  const auto message = [](const PathDraws& draws) {
    try {
      check(draws);
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.code(), ExitCode::usage);
      return std::string(failure.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(good), "");
  const auto with = [&](auto change) {
    PathDraws draws = good;
    change(draws);
    return message(draws);
  };
  EXPECT_EQ(with([](PathDraws& d) {
              d.betas = {0.0, 0.5, 0.5};
            }),
            "betas must be ascending, but number 2 from 0, 0.5, follows 0.5");
  EXPECT_EQ(with([](PathDraws& d) { d.betas[2] = 1.5; }),
            "beta 1.5 (number 2 from 0) is not in [0, 1]");
  EXPECT_NE(with([](PathDraws& d) { d.betas = {1.0}; }), "");
  EXPECT_NE(with([](PathDraws& d) { d.betas.pop_back(); }), "");
  EXPECT_EQ(with([](PathDraws& d) { d.log_likelihoods[1].clear(); }),
            "rung 1 (from 0, beta 0.5) has no draws");
  EXPECT_NE(with([](PathDraws& d) { d.log_likelihoods[1][0].clear(); }), "");
  EXPECT_NE(with([](PathDraws& d) { d.log_likelihoods[1][2].pop_back(); }), "");
  EXPECT_NE(with([](PathDraws& d) { d.log_likelihoods[1][2][5] = std::nan(""); }), "");
  EXPECT_NE(with([](PathDraws& d) { d.log_likelihoods[1][2][5] = -infinity; }), "");
}

}  // namespace
}  // namespace photinus
