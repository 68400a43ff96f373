// Starting points drawn from the prior.
#include <gtest/gtest.h>

#include <cmath>

#include "run/small_runs.hpp"
#include "support/caught.hpp"

namespace photinus {
namespace {

RunConfig from_prior(const SmallFile& file) {
  RunConfig config = logistic_config(file);
  config.model.prior.scale = {3.0};
  config.sampler.start = "prior";
  config.sampler.chains = 500;
  return config;
}

// Mean square of the starting points of all chains, four parameters each, in standard errors of
// its difference from 9: 4.5 of them, false alarms 1e-5.
double error_of_mean_square(const RunConfig& config) {
  SmallRun run(config, 1);
  run.sampler.start();
  double sum = 0.0, n = 0.0;
  for (const auto& replica : run.sampler.save().replicas) {
    sum += replica.theta.squaredNorm();
    n += static_cast<double>(replica.theta.size());
  }
  return (sum / n / 9.0 - 1.0) / std::sqrt(2.0 / n);
}

TEST(Start, FromThePriorWithFullDataAndWithGlobalBounds) {
  const SmallFile file(some_rows());
  RunConfig config = from_prior(file);
  config.firefly.bound = "jaakkola_jordan";
  EXPECT_LT(std::abs(error_of_mean_square(config)), 4.5);
  config.sampler.method = "full";
  EXPECT_LT(std::abs(error_of_mean_square(config)), 4.5);
  config.sampler.start = "mode";  // the planted fault
  EXPECT_GT(std::abs(error_of_mean_square(config)), 9.0);
}

TEST(Start, FromThePriorStaysWithinTheInnermostEllipsoid) {
  const SmallFile file(some_rows());
  RunConfig config = from_prior(file);
  config.model.prior.scale = {1.0};
  config.firefly.radius = 12.0;
  SmallRun run(config, 1);
  run.sampler.start();
  const auto& surface = *run.problem.surface;
  int pulled = 0;
  for (const auto& replica : run.sampler.save().replicas) {
    const double share = surface.region().distance(replica.theta) / surface.innermost_reach();
    EXPECT_LT(share, 0.9 + 1e-12);
    pulled += share > 0.9 - 1e-12;
  }
  EXPECT_GT(pulled, 100) << "many draws lie outside";
  EXPECT_LT(pulled, 490);
}

TEST(Start, AFlatPriorIsRefusedByName) {
  const SmallFile file(some_rows());
  RunConfig config = from_prior(file);
  config.model.intercept_prior = RunConfig::Prior{"flat", {1.0}, 4.0};
  const Failure failure = caught([&] { SmallRun run(config, 1); });
  EXPECT_EQ(failure.code(), ExitCode::usage);
  EXPECT_TRUE(mentions(failure, "sampler.start"));
  EXPECT_TRUE(mentions(failure, "intercept"));
}

}  // namespace
}  // namespace photinus
