// Poisson regression of four rows on one parameter, whose bounds hold within ellipsoids only,
// against quadrature; the innermost ellipsoid is so small that chains change shells all the time
// and pass the fourth. Truth: mean and variance, P(z_n = 1), E z_n theta, and P(theta in the
// innermost ellipsoid and beyond the fourth); the bounds are those of the formulas below.
//
// Tolerance: 4.5 Monte Carlo standard errors (from the effective sample size of four chains). 84
// comparisons at 6.8e-6 each: family-wise false-alarm rate 0.06 %.
//
// Catches: the bounds of another shell than theta's (planted below), a shell beyond the fifth
// without bounds, slack that is not in all terms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "statistical/small_families.hpp"
#include "statistical/small_run.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

constexpr std::size_t rows = 4;
// Features of one sign and next to no counts: predictors spread widely, and far shells are loose.
constexpr std::array<double, rows> x = {3.0, 2.0, 2.5, 1.0};
constexpr std::array<double, rows> counts = {0.0, 0.0, 0.0, 1.0};
constexpr int burn_in = 500;

/// log B_n = l(eta*) + l'(eta*) d - c_k d^2/2 - slack, d = eta - eta*, with
///   c_k = 2 exp(eta*) (exp(r) - 1 - r) / r^2,  r = h R 2^k,  h = |x| / sqrt(H),
/// where R 2^k is the least that |theta - reference| sqrt(H) does not exceed.
class PoissonShells {
 public:
  /// `planted`: the bounds are those of so many shells farther out.
  PoissonShells(double reference, double precision, double radius, double slack_share, int planted)
      : reference_(reference), root_(std::sqrt(precision)), radius_(radius), planted_(planted) {
    for (std::size_t n = 0; n < rows; ++n) slack_[n] = slack_share * expected_gap(n);
  }

  int shell(double theta) const {
    int k = 0;
    while (std::abs(theta - reference_) * root_ > std::ldexp(radius_, k)) ++k;
    return k;
  }
  static double log_posterior(double theta) {
    double sum = -0.5 * theta * theta;
    for (std::size_t n = 0; n < rows; ++n) sum += likelihood(n, x[n] * theta);
    return sum;
  }
  std::vector<double> quantities(double theta, double centre, const PerRow& bright) const {
    auto all = moments({theta}, {centre}, &bright, false);
    all.push_back(shell(theta) == 0 ? 1.0 : 0.0);
    all.push_back(shell(theta) > 3 ? 1.0 : 0.0);
    return all;
  }
  PerRow bright_given(double theta) const {
    PerRow p;
    for (std::size_t n = 0; n < rows; ++n)
      p.push_back(-std::expm1(-gap(n, x[n] * theta, shell(theta) + planted_) - slack_[n]));
    return p;
  }
  /// By midpoints: 2e5 of them, the shells' jumps cost 1e-5 of what they jump by.
  std::vector<double> expectations(double centre) const {
    std::vector<double> sums;
    double total = 0.0;
    const double highest = log_posterior(reference_), step = 1e-4;
    for (double theta = -10.0 + 0.5 * step; theta < 10.0; theta += step) {
      const double mass = std::exp(log_posterior(theta) - highest);
      const auto values = quantities(theta, centre, bright_given(theta));
      sums.resize(values.size());
      total += mass;
      for (std::size_t q = 0; q < values.size(); ++q) sums[q] += mass * values[q];
    }
    for (double& sum : sums) sum /= total;
    return sums;
  }

 private:
  static double likelihood(std::size_t n, double eta) { return counts[n] * eta - std::exp(eta); }

  double gap(std::size_t n, double eta, int shell) const {
    const double centre = x[n] * reference_, d = eta - centre;
    const double r = std::abs(x[n]) / root_ * std::ldexp(radius_, shell);
    const double c = 2.0 * std::exp(centre) * (std::expm1(r) - r) / (r * r);
    return likelihood(n, eta) - likelihood(n, centre) - (counts[n] - std::exp(centre)) * d +
           0.5 * c * d * d;
  }
  /// Five nodes of Gauss and Hermite: roots of t^5 - 10 t^3 + 15 t.
  double expected_gap(std::size_t n) const {
    const double near = std::sqrt(5.0 - std::sqrt(10.0)), far = std::sqrt(5.0 + std::sqrt(10.0));
    const double outer = (7.0 - 2.0 * std::sqrt(10.0)) / 60.0;
    const double inner = (7.0 + 2.0 * std::sqrt(10.0)) / 60.0;
    const double h = std::abs(x[n]) / root_;
    const auto at = [&](double t) { return std::max(0.0, gap(n, x[n] * reference_ + h * t, 0)); };
    return inner * (at(near) + at(-near)) + outer * (at(far) + at(-far));
  }

  double reference_, root_, radius_;
  int planted_;
  std::array<double, rows> slack_{};
};

struct Choice {
  const char* kernel;
  const char* update;
  const char* plan;
  double slack;
};

constexpr double radius = 0.2;

RunConfig config_of(const Choice& choice) {
  RunConfig config;
  config.model.family = "poisson";
  config.model.intercept = "none";
  config.sampler.kernel = choice.kernel;
  config.sampler.warmup = 0;
  config.sampler.draws = burn_in + 40'000;
  config.firefly.update = choice.update;
  config.firefly.fraction = 0.5;
  config.firefly.plan = choice.plan;
  config.firefly.slack = choice.slack;
  config.firefly.radius = radius;
  return config;
}

Verdict run_against_quadrature(const Choice& choice, std::uint64_t seed, int planted = 0) {
  RunConfig config = config_of(choice);
  config.sampler.seed = seed;
  const SmallData data{1, {x.begin(), x.end()}, {counts.begin(), counts.end()}};
  struct Draw {
    std::size_t chain;
    double theta;
    PerRow bright;
  };
  std::vector<Draw> draws;
  int left_out = 0;
  const auto finished = run_small(config, data, every_family(), 1,
                                  [&](std::size_t c, const auto& theta, const auto& bright) {
                                    if (++left_out > 4 * burn_in)
                                      draws.push_back({c, theta[0], indicators(bright, rows)});
                                  });
  const PoissonShells truth(finished.reference()[0], finished.mode.precision(0, 0), radius,
                            choice.slack, planted);
  const double centre = truth.expectations(0.0)[0];
  Seen seen;
  for (const Draw& draw : draws)
    seen.add(draw.chain, truth.quantities(draw.theta, centre, draw.bright));
  auto names = moment_names(1, rows, false);
  names.insert(names.end(), {"inside", "beyond the fourth"});
  const auto expected = truth.expectations(centre);
  EXPECT_GT(expected.back(), 0.02);
  return compare(seen, expected, names);
}

class EndlessEllipsoids : public testing::TestWithParam<Choice> {};

TEST_P(EndlessEllipsoids, HaveThePosteriorAndTheBrightnessOfQuadrature) {
  judge(run_against_quadrature(GetParam(), seed_of(test_name())));
}

const std::vector<Choice> choices = {{"random_walk", "implicit", "home", 0.5},
                                     {"random_walk", "sweep", "shards", 0.0},
                                     {"hmc", "implicit", "shards", 0.5},
                                     {"hmc", "explicit_with_replacement", "home", 0.5},
                                     {"nuts", "implicit", "home", 0.0},
                                     {"mala", "implicit", "home", 0.5},
                                     {"slice_random", "explicit_without_replacement", "home", 0.5}};

std::string choice_name(const testing::TestParamInfo<Choice>& info) {
  const Choice& choice = info.param;
  return std::string(choice.kernel) + "_" + choice.update + "_" + choice.plan;
}

INSTANTIATE_TEST_SUITE_P(All, EndlessEllipsoids, testing::ValuesIn(choices), choice_name);

// Bounds of the next shell must not pass for those of theta's own.
TEST(Quadrature, TellsTheNextShellApart) {
  const auto verdict = run_against_quadrature({"hmc", "explicit_with_replacement", "home", 0.5},
                                              seed_of(test_name()), 1);
  EXPECT_GT(verdict.worst, 2.0 * allowed);
  std::printf("bounds of the next shell: %s\n", verdict.where.c_str());
}

const auto* const prints_the_worst = testing::AddGlobalTestEnvironment(new PrintsTheWorst);

}  // namespace
}  // namespace photinus
