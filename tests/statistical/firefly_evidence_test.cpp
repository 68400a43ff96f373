// Evidence read off the fireflies, of 30 rows with two or three parameters, against quadrature of
// prior times likelihood on a grid: families with bounds of ellipsoids and with global ones, scales
// that are sampled, priors that are no normals.
//
// Of 200 seeds the intervals of 80 % hold the truth as often as they should: 3.29 standard errors
// of the binomial count are allowed, false alarm 1e-3 for each of 9 models, and the mean error is
// within 4.5 standard errors of 0 (7e-6).
//
// Catches: a remainder without the prior's or the bounds' own part, rungs whose density is not that
// of the path, chosen rows weighed wrongly, normalisers with a constant missing. Planted: the
// integral is left out.
#include "photinus/run/firefly_evidence.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "evidence/coverage.hpp"
#include "statistical/simulated_regression.hpp"
#include "statistical/small_families.hpp"

namespace photinus {
namespace {

struct Case {
  std::string family;
  bool sampled_sigma = false;
  std::string prior = "normal";
};

const std::vector<Case> cases = {{"logistic"},
                                 {"logistic", false, "laplace"},
                                 {"logistic", false, "student_t"},
                                 {"probit"},
                                 {"poisson"},
                                 {"student_t"},
                                 {"student_t", true},
                                 {"linear", true},
                                 {"softmax"}};

SmallData small_data(const Case& model) {
  SimulatedRegression simulated{model.family, model.sampled_sigma};
  Stream stream({.seed = 3, .purpose = Purpose::simulate_truth});
  std::vector<double> theta = simulated.draw_parameters(stream);
  SmallData data = simulated.draw_data(stream, theta);
  // One feature of the two is kept.
  SmallData kept{1, {}, data.y};
  for (std::size_t n = 0; n < data.y.size(); ++n) kept.x.push_back(data.x[2 * n]);
  return kept;
}

RunConfig config_of(const Case& model, const SmallFile& file) {
  RunConfig config;
  config.data.path = file.path();
  SimulatedRegression{model.family, model.sampled_sigma}.configure(config);
  config.model.prior.family = model.prior;
  // Of softmax three classes have three parameters so.
  if (model.family == "softmax") config.model.intercept = "none";
  return config;
}

/// log of the integral of exp(log density) over m + H^(-1/2) z, z on a grid: for smooth densities
/// the rule errs by less than 1e-9.
double log_integral(Team& team, const Problem& problem, double step) {
  constexpr double farthest = 7.5;
  const auto p = static_cast<int>(problem.mode.theta.size());
  const Matrix root = problem.mode.precision.llt().matrixL();
  const int half = static_cast<int>(farthest / step), width = 2 * half + 1;
  FullTarget density(team, problem.prior);
  double sum = 0.0;
  long cells = 1;
  for (int j = 0; j < p; ++j) cells *= width;
  for (long cell = 0; cell < cells; ++cell) {
    Vector z(p);
    for (long j = 0, rest = cell; j < p; ++j, rest /= width)
      z[j] = step * (static_cast<double>(rest % width) - half);
    if (z.norm() > farthest) continue;
    const Vector theta =
        problem.mode.theta + root.triangularView<Eigen::Lower>().transpose().solve(z);
    sum += std::exp(density.value(theta) - problem.mode.log_density);
  }
  return std::log(sum) + p * std::log(step) - root.diagonal().array().log().sum() +
         problem.mode.log_density;
}

double truth_of(const RunConfig& config, const Case& model) {
  LocalTeam team(1, every_family());
  RunConfig full = config;
  full.sampler.method = "full";
  const Problem problem = set_up(team, every_family(), full);
  return log_integral(team, problem, model.prior == "laplace" ? 0.03 : 0.4);
}

FireflyEvidence evidence(RunConfig config, std::uint64_t seed, int ranks = 1) {
  config.sampler.seed = seed;
  LocalTeam team(ranks, every_family());
  FireflyEvidenceRun run(team, every_family(), config);
  run.start();
  while (!run.finished()) run.iterate();
  return run.result();
}

TEST(FireflyEvidence, CoversTheIntegralOnAGrid) {
  for (const Case& model : cases) {
    SCOPED_TRACE(model.family + " " + model.prior + (model.sampled_sigma ? " sampled" : ""));
    const SmallFile file(small_data(model));
    const RunConfig config = config_of(model, file);
    const double truth = truth_of(config, model);
    Repeats repeats(truth), without_integral(truth);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
      FireflyEvidence found = evidence(config, seed);
      repeats.add(found.estimate);
      found.estimate.log_z = found.laplace;
      without_integral.add(found.estimate);
    }
    EXPECT_TRUE(repeats.cover_as_stated()) << repeats.report();
    EXPECT_TRUE(repeats.mean_is_right()) << repeats.report();
    EXPECT_FALSE(without_integral.mean_is_right()) << without_integral.report();
    std::printf("%s %s%s: truth %.4f, %s", model.family.c_str(), model.prior.c_str(),
                model.sampled_sigma ? " sampled" : "", truth, repeats.report().c_str());
  }
}

// Exact. Catches: rows chosen, or draws made, by numbers of a rank.
TEST(FireflyEvidence, IsTheSameOnAnyNumberOfRanks) {
  const Case model = {"student_t", true};
  const SmallFile file(small_data(model));
  const RunConfig config = config_of(model, file);
  const FireflyEvidence one = evidence(config, 1);
  for (const int ranks : {2, 3, 5}) {
    const FireflyEvidence more = evidence(config, 1, ranks);
    EXPECT_EQ(one.estimate.log_z, more.estimate.log_z);
    EXPECT_EQ(one.estimate.standard_error, more.estimate.standard_error);
    EXPECT_EQ(one.estimate.evaluations, more.estimate.evaluations);
  }
  EXPECT_NE(one.estimate.log_z, evidence(config, 2).estimate.log_z);
}

TEST(FireflyEvidence, RefusesAFlatPrior) {
  const Case model = {"logistic"};
  const SmallFile file(small_data(model));
  RunConfig config = config_of(model, file);
  config.model.prior.family = "flat";
  try {
    evidence(config, 1);
    FAIL();
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), ExitCode::usage);
    EXPECT_NE(std::string(failure.what()).find("no evidence exists"), std::string::npos);
  }
}

}  // namespace
}  // namespace photinus
