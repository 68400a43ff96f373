// Ladders of fireflies on three rows: on every rung theta and brightness against quadrature of
//   p(theta) L(theta)^beta,  P(z_n = 1 | theta) = 1 - (B_n/L_n)^beta,
// with bounds that hold everywhere (brightness included), and with ellipsoids so narrow that chains
// cross their shells (theta alone).
//
// Tolerance: 4.5 Monte Carlo standard errors (from the effective sample size of four chains). The
// file makes 234 comparisons; at 6.8e-6 each the family-wise false-alarm rate is 0.16 %, seeds are
// fixed.
//
// Catches: swaps that are not decided by the joint density of theta and brightness (planted in
// tests/faults), gaps that are not taken to the rung's power at the home or at the shards, a
// bound's gradient without beta, ellipsoids of another rung, rows that stay behind.
#include <gtest/gtest.h>

#include <tuple>

#include "statistical/small_run.hpp"
#include "statistical/three_rows.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

const std::vector<double> betas = {1.0, 0.5, 0.15};

ThreeRows three_rows() {
  ThreeRows model;
  model.intercept = true;
  model.data = {1, {2.5, -3.5, 6.0}, {1.0, 1.0, 0.0}};
  return model;
}

RunConfig ladder_config(const SmallFile& file, const std::string& kernel) {
  RunConfig config;
  config.data.path = file.path();
  config.model.family = "logistic";
  config.sampler.kernel = kernel;
  config.sampler.chains = 4;
  config.sampler.warmup = 500;
  config.sampler.draws = kernel == "hmc" ? 8'000 : 16'000;
  config.sampler.seed = seed_of(test_name() + kernel);
  config.tempering.method = "parallel";
  config.tempering.ladder = betas;
  return config;
}

/// Theta, and with `tangents` brightness, on every rung.
struct Rungs {
  std::vector<Seen> seen = std::vector<Seen>(betas.size());
  Vector reference;
  double least_acceptance = 1.0;
};

Rungs run(const RunConfig& config, const ThreeRows& model, bool with_brightness) {
  LocalTeam team(2, logistic_only());
  const Problem problem = set_up(team, logistic_only(), config);
  Sampler sampler(team, logistic_only(), problem, config);
  sampler.start();
  Rungs rungs;
  while (!sampler.finished()) {
    const bool warm = sampler.warming_up();
    sampler.iterate();
    if (warm) continue;
    const auto bright = team.ask(Save{}).bright;
    for (int chain = 0; chain < 4; ++chain)
      for (std::size_t m = 0; m < betas.size(); ++m) {
        const auto [replica, theta] = sampler.position(chain, static_cast<int>(m));
        const PerRow z = indicators(bright[static_cast<std::size_t>(replica)], three);
        const std::vector<double> centre(model.parameters(), 0.0);
        rungs.seen[m].add(
            static_cast<std::size_t>(chain),
            moments({theta.begin(), theta.end()}, centre, with_brightness ? &z : nullptr, true));
      }
  }
  rungs.reference = problem.surface->choice().reference;
  return rungs;
}

void judge_every_rung(const Rungs& rungs, ThreeRows model, bool with_brightness) {
  for (std::size_t n = 0; n < three; ++n)
    model.tangent[n] = model.margin(n, rungs.reference.data());
  const auto names = moment_names(model.parameters(), three, with_brightness);
  for (std::size_t m = 0; m < betas.size(); ++m) {
    SCOPED_TRACE("rung " + std::to_string(m));
    model.beta = betas[m];
    auto truth = expectations(model, std::vector<double>(model.parameters(), 0.0));
    truth.resize(rungs.seen[m].quantities.size());
    judge(compare(rungs.seen[m], truth, names));
  }
}

using Choice = std::tuple<const char*, const char*, const char*, const char*>;

class FireflyLadder : public testing::TestWithParam<Choice> {};

TEST_P(FireflyLadder, HasThePosteriorsAndTheBrightnessOfQuadratureOnEveryRung) {
  const auto& [kernel, update, plan, schedule] = GetParam();
  const ThreeRows model = three_rows();
  const SmallFile file(model.data);
  RunConfig config = ladder_config(file, kernel);
  config.firefly.bound = "jaakkola_jordan";
  config.firefly.slack = 0.0;
  config.firefly.fraction = 0.5;
  config.firefly.update = update;
  config.firefly.plan = plan;
  config.tempering.schedule = schedule;
  judge_every_rung(run(config, model, true), model, true);
}

INSTANTIATE_TEST_SUITE_P(All, FireflyLadder,
                         testing::Values(Choice{"hmc", "implicit", "home", "even_odd"},
                                         Choice{"random_walk", "implicit", "shards", "even_odd"},
                                         Choice{"hmc", "explicit_with_replacement", "shards",
                                                "sweep"},
                                         Choice{"random_walk", "sweep", "home", "sweep"}));

class EllipsoidLadder : public testing::TestWithParam<const char*> {};

TEST_P(EllipsoidLadder, HasThePosteriorsOfQuadratureOnEveryRung) {
  const ThreeRows model = three_rows();
  const SmallFile file(model.data);
  RunConfig config = ladder_config(file, "hmc");
  config.firefly.radius = 1.5;
  config.firefly.plan = GetParam();
  judge_every_rung(run(config, model, false), model, false);
}

INSTANTIATE_TEST_SUITE_P(All, EllipsoidLadder, testing::Values("home", "shards"));

const auto* const prints = testing::AddGlobalTestEnvironment(new PrintsTheWorst);

}  // namespace
}  // namespace photinus
