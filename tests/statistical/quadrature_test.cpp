// Three rows, one or two parameters: every kernel, brightness update, anchor and plan against
// quadrature. Truth: means, covariances, P(z_n = 1), P(z_n = z_m = 1) and E z_n theta_j, where
// P(z_n = 1 | theta) = 1 - B_n/L_n.
//
// Tolerance: 4.5 Monte Carlo standard errors (from the effective sample size of four chains). The
// file makes 1,060 comparisons; at 6.8e-6 each the family-wise false-alarm rate is 0.7 %
// (the seeds are fixed: a failure after a change of random numbers alone may be one of these).
//
// Catches: brightness updates that do not keep the joint density (the reversed inequality of the
// published listing, halves done one after another, gaps of a rejected proposal: planted below),
// statistics or gradients that miss the intercept, homes whose rows or likelihoods go stale.
#include <gtest/gtest.h>

#include <cstdio>
#include <tuple>

#include "statistical/small_run.hpp"
#include "statistical/three_rows.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

// Column and labels such that the rows differ in every way and all are bright now and then.
ThreeRows three_rows(std::size_t parameters) {
  ThreeRows model;
  model.intercept = parameters == 2;
  model.data = {1, {2.5, -3.5, 6.0}, {1.0, 1.0, 0.0}};
  return model;
}

void set_tangents(ThreeRows& model, const std::string& anchor, const Vector& mode) {
  for (std::size_t n = 0; n < three; ++n)
    model.tangent[n] = anchor == "untuned" ? 1.5 : model.margin(n, mode.data());
}

Verdict run_against_quadrature(RunConfig config, std::size_t parameters, int ranks,
                               double planted = 1.0) {
  ThreeRows model = three_rows(parameters);
  config.model.family = "logistic";
  config.model.intercept = model.intercept ? "auto" : "none";
  const bool firefly = config.sampler.method == "firefly";
  const auto centre = posterior_mean(model);
  Seen seen;
  const auto finished =
      run_small(config, model.data, logistic_only(), ranks,
                [&](std::size_t c, const auto& theta, const auto& bright) {
                  const PerRow z = indicators(bright, three);
                  seen.add(c, moments(theta, centre, firefly ? &z : nullptr, true));
                });
  set_tangents(model, config.firefly.anchor, planted * finished.reference());
  return compare(seen, expectations(model, centre), moment_names(parameters, three, true));
}

RunConfig quadrature_config(const std::string& kernel) {
  RunConfig config;
  config.sampler.kernel = kernel;
  config.sampler.warmup = 500;
  config.sampler.draws = kernel == "hmc" ? 15'000 : 30'000;
  config.sampler.seed = seed_of(test_name());
  config.firefly.fraction = 0.5;
  config.firefly.bound = "jaakkola_jordan";
  config.firefly.slack = 0.0;
  return config;
}

using Choice = std::tuple<int, const char*, const char*, const char*, const char*>;

class Firefly : public testing::TestWithParam<Choice> {};

TEST_P(Firefly, HasThePosteriorAndTheBrightnessOfQuadrature) {
  const auto& [parameters, kernel, update, anchor, plan] = GetParam();
  RunConfig config = quadrature_config(kernel);
  config.firefly.update = update;
  config.firefly.anchor = anchor;
  config.firefly.plan = plan;
  judge(run_against_quadrature(config, static_cast<std::size_t>(parameters), 1));
}

std::string choice_name(const testing::TestParamInfo<Choice>& info) {
  const auto& [parameters, kernel, update, anchor, plan] = info.param;
  return std::to_string(parameters) + "_" + kernel + "_" + update + "_" + anchor + "_" + plan;
}

INSTANTIATE_TEST_SUITE_P(All, Firefly,
                         testing::Combine(testing::Values(1, 2),
                                          testing::Values("random_walk", "hmc"),
                                          testing::Values("implicit", "explicit_with_replacement",
                                                          "explicit_without_replacement", "sweep"),
                                          testing::Values("mode", "untuned"),
                                          testing::Values("home", "shards")),
                         choice_name);

using ProposalChoice = std::tuple<double, const char*, const char*>;

class ImplicitFirefly : public testing::TestWithParam<ProposalChoice> {};

// A small q leaves rows dark for long; a large one proposes them at nearly every iteration. Two
// ranks share the rows.
TEST_P(ImplicitFirefly, IsExactForEveryProposalProbability) {
  const auto& [q, kernel, plan] = GetParam();
  RunConfig config = quadrature_config(kernel);
  config.firefly.q = q;
  if (q < 0.1) config.sampler.draws *= 4;  // brightness moves slowly
  config.firefly.plan = plan;
  judge(run_against_quadrature(config, 2, 2));
}

INSTANTIATE_TEST_SUITE_P(All, ImplicitFirefly,
                         testing::Combine(testing::Values(0.01, 0.9),
                                          testing::Values("random_walk", "hmc"),
                                          testing::Values("home", "shards")));

// Theta and brightness proposed together: q for all rows; row by row with tuned bounds only, since
// with others the weights have tails that a run of this length does not see.
TEST(PseudoMarginal, HasThePosteriorAndTheBrightnessOfQuadrature) {
  for (const char* anchor : {"mode", "untuned"})
    for (const double q : {0.0, 0.3}) {
      if (q == 0.0 && anchor == std::string("untuned")) continue;
      for (const std::size_t parameters : {1U, 2U}) {
        SCOPED_TRACE(std::string(anchor) + " " + std::to_string(q) + " " +
                     std::to_string(parameters));
        RunConfig config = quadrature_config("random_walk");
        config.sampler.draws *= 2;
        config.sampler.seed += seed_of(anchor) + parameters + (q > 0.0 ? 10 : 0);
        config.firefly.update = "pseudo_marginal";
        config.firefly.anchor = anchor;
        if (q > 0.0) config.firefly.q = q;
        judge(run_against_quadrature(config, parameters, 2));
      }
    }
}

TEST(FullData, HasThePosteriorOfQuadrature) {
  for (const char* metric : {"hessian", "identity"})
    for (const char* kernel : {"random_walk", "hmc"})
      for (const std::size_t parameters : {1U, 2U}) {
        SCOPED_TRACE(std::string(kernel) + " " + metric + " " + std::to_string(parameters));
        RunConfig config = quadrature_config(kernel);
        config.sampler.method = "full";
        config.sampler.seed += seed_of(kernel) + seed_of(metric) + parameters;
        config.sampler.metric = metric;
        judge(run_against_quadrature(config, parameters, 1));
      }
}

TEST(Quadrature, IsConverged) {
  ThreeRows model = three_rows(2);
  model.tangent = {1.0, -0.5, 1.5};
  const auto coarse = expectations(model, {0.0, 0.0}),
             fine = expectations(model, {0.0, 0.0}, 0.035);
  for (std::size_t q = 0; q < coarse.size(); ++q) EXPECT_NEAR(coarse[q], fine[q], 1e-9);
}

// A truth whose anchor is off (P(z_n) differ by a fifth) must not pass for the right one.
TEST(Quadrature, TellsAnAnchorOffApart) {
  for (const std::size_t parameters : {1U, 2U}) {
    const auto verdict = run_against_quadrature(quadrature_config("hmc"), parameters, 1, 1.4);
    EXPECT_GT(verdict.worst, 1.5 * allowed);
    std::printf("anchor two fifths off: %s\n", verdict.where.c_str());
  }
}

/// Firefly Monte Carlo in thirty lines, right or with one of the known faults.
enum class Fault { none, reversed_inequality, halves_in_sequence, stale_gaps };

struct TinyFirefly {
  const ThreeRows& model;
  Fault fault;
  double q = 0.3;
  std::vector<double> theta;
  std::vector<double> gaps_at;  ///< the theta that the gaps belong to
  PerRow z;

  double gap(std::size_t n, const std::vector<double>& at) const {
    return logistic_gap(model.margin(n, at.data()), model.tangent[n]);
  }
  double log_joint(const std::vector<double>& at) const {
    double sum = log_posterior(model, at);
    for (std::size_t n = 0; n < three; ++n) {
      sum -= gap(n, at);
      if (z[n] > 0.5) sum += std::log(std::expm1(gap(n, at)));
    }
    return sum;
  }
  void flip(Stream& stream) {
    for (std::size_t n = 0; n < three; ++n) {
      const double odds = std::expm1(gap(n, gaps_at));
      const double dark_ratio = q / odds, bright_ratio = odds / q;
      const bool was_bright = z[n] > 0.5;
      if (was_bright && stream.uniform() < dark_ratio) z[n] = 0.0;
      if (was_bright && !(fault == Fault::halves_in_sequence && z[n] < 0.5)) continue;
      const double u = stream.uniform();
      const bool reversed = fault == Fault::reversed_inequality;
      if (stream.uniform() < q && (reversed ? u >= bright_ratio : u < bright_ratio)) z[n] = 1.0;
    }
  }
  void walk(Stream& stream) {
    std::vector<double> proposal = theta;
    for (double& t : proposal) t += 1.2 * stream.normal();
    const bool accepted = std::log(stream.uniform()) < log_joint(proposal) - log_joint(theta);
    gaps_at = accepted || fault == Fault::stale_gaps ? proposal : theta;
    if (accepted) theta = proposal;
  }
};

Verdict tiny_against_quadrature(const ThreeRows& model, Fault fault) {
  const auto centre = posterior_mean(model);
  Seen seen;
  for (std::size_t c = 0; c < 4; ++c) {
    const std::vector<double> start(model.parameters(), 0.3);
    TinyFirefly chain{model, fault, 0.3, start, start, PerRow(three)};
    Stream stream({.seed = 21, .purpose = Purpose::test, .index = c});
    for (int i = 0; i < 30'500; ++i) {
      chain.flip(stream);
      chain.walk(stream);
      if (i >= 500) seen.add(c, moments(chain.theta, centre, &chain.z, true));
    }
  }
  return compare(seen, expectations(model, centre), moment_names(model.parameters(), three, true));
}

// The comparison, with the number of draws used above, must see each fault; the same sampler
// without a fault passes it.
TEST(PlantedFaults, AreSeenByTheSameComparison) {
  for (const std::size_t parameters : {1U, 2U}) {
    ThreeRows model = three_rows(parameters);
    model.tangent = {1.5, 1.5, 1.5};
    EXPECT_LT(tiny_against_quadrature(model, Fault::none).worst, allowed);
    for (const Fault fault :
         {Fault::reversed_inequality, Fault::halves_in_sequence, Fault::stale_gaps}) {
      const Verdict verdict = tiny_against_quadrature(model, fault);
      EXPECT_GT(verdict.worst, 2.0 * allowed) << static_cast<int>(fault);
      std::printf("fault %d, %zu parameters: %s\n", static_cast<int>(fault), parameters,
                  verdict.where.c_str());
    }
  }
}

const auto* const prints_the_worst = testing::AddGlobalTestEnvironment(new PrintsTheWorst);

}  // namespace
}  // namespace photinus
