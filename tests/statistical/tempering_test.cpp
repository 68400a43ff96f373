// Whole tempered runs from exact draws of every rung. The posterior and the law of each rung are
// normals (the mean of a normal, linear regression), so that 2,000 chains can begin with exact
// draws on all rungs, move, swap or make tempered transitions three times with fixed steps, and
// must then have exact draws again: theta of each rung, standardised by the rung's law, has mean 0
// and covariance I, and neighbours are uncorrelated. Chains are independent: standard errors are
// those of independent draws. Tolerance 4.5 standard errors, false alarm 6.8e-6 for each of about
// 1,300 comparisons: 1 % in all; seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "run/small_ladders.hpp"
#include "statistical/agreement.hpp"
#include "statistical/conjugate.hpp"
#include "support/chance.hpp"

namespace photinus {
namespace {

constexpr int chains = 2000;
constexpr double prior_scale = 0.5, sigma = 0.7;
const std::vector<double> betas = {1.0, 0.6, 0.35, 0.2};

Matrix equal_correlations() {
  Matrix covariance = Matrix::Constant(3, 3, -0.4);
  covariance.diagonal().setOnes();
  return covariance;
}

/// Data, its file and its conjugate model.
struct Truth {
  SmallData data;
  SmallFile file;
  Conjugate model;

  static Truth mean() {
    const SmallData data = normal_rows(3, 24);
    return {data, SmallFile(data), mean_of_normal(data, equal_correlations(), prior_scale)};
  }
  static Truth regression() {
    const SmallData data = normal_rows(2, 30);
    return {data, SmallFile(data), linear_regression(data, sigma, prior_scale)};
  }
};

/// A way to temper.
struct Method {
  std::string name, power_of = "likelihood", subsets = "nested";
};
const Method parallel{"parallel"}, parallel_posterior{"parallel", "posterior"},
    nested{"subsampled_parallel"}, independent{"subsampled_parallel", "likelihood", "independent"},
    transitions{"transitions"}, transitions_posterior{"transitions", "posterior"},
    subsampled_transitions{"subsampled_transitions"};
const std::vector<Method> methods = {parallel,
                                     parallel_posterior,
                                     nested,
                                     independent,
                                     transitions,
                                     transitions_posterior,
                                     subsampled_transitions};

const std::vector<std::string> schedules = {"even_then_odd", "even_odd", "sweep"};

/// Step sizes of rung 0, in the identity's metric, that some proposals do not survive.
const std::vector<std::pair<std::string, double>> kernels = {
    {"hmc", 0.13}, {"random_walk", 0.15}, {"mala", 0.15}, {"slice_coordinate", 0.1}};

RunConfig config_of(const SmallFile& file, const Method& method, const std::string& kernel,
                    double step_size) {
  RunConfig config = ladder_config(file, "mvn", method.name);
  const Matrix covariance = equal_correlations();
  config.model.covariance = {covariance.data(), covariance.data() + covariance.size()};
  config.model.prior.scale = {prior_scale};
  config.sampler.kernel = kernel;
  config.sampler.chains = chains;
  config.sampler.warmup = 0;
  config.sampler.draws = 3;
  config.sampler.step_size = step_size;
  config.sampler.leapfrogs = 4;
  config.tempering.ladder = betas;
  config.tempering.power_of = method.power_of;
  config.tempering.subsets = method.subsets;
  return config;
}

RunConfig regression_config(const SmallFile& file, const Method& method) {
  RunConfig config = config_of(file, method, "hmc", 0.8);
  config.model.family = "linear";
  config.model.sigma = sigma;
  config.sampler.metric = "hessian";
  return config;
}

/// The laws of a chain's rungs, as the homes draw their subsets. Tempered transitions stand at the
/// coldest rung only.
std::vector<NormalLaw> laws_of(const Conjugate& model, const RunConfig& config,
                               const TemperingPlan& plan, int chain) {
  if (plan.transitions) return {model.law(model.all_rows(), 1.0, 1.0)};
  const RandomKey key{config.sampler.seed, Purpose::row_order, static_cast<std::uint32_t>(chain)};
  const auto rows = static_cast<std::int64_t>(model.shift.size());
  const auto orders = make_orders(plan.kind, plan.betas, rows, key);
  std::vector<NormalLaw> laws;
  for (const Rung& rung : make_rungs(plan.kind, plan.betas)) {
    const RowOrder& order = orders[static_cast<std::size_t>(rung.order)];
    const auto size = order.sizes[static_cast<std::size_t>(rung.subset)];
    laws.push_back(model.law({order.rows.begin(), order.rows.begin() + size}, rung.likelihood_power,
                             rung.prior_power));
  }
  return laws;
}

using AllLaws = std::vector<std::vector<NormalLaw>>;  // by chain and rung
using Draws = std::vector<std::vector<Vector>>;       // the same

std::vector<Vector> exact_draws(const AllLaws& all) {
  Stream stream({.seed = 61, .purpose = Purpose::test});
  std::vector<Vector> draws;
  for (const auto& laws : all)
    for (const NormalLaw& law : laws) draws.push_back(law.draw(stream));
  return draws;
}

/// Of all swaps or transitions that were tried: where it is near 0 or 1 they would not be tested.
double mean_acceptance(const TemperedSampler& sampler, bool by_transitions) {
  double sum = 0.0, tried = 0.0;
  for (const TemperedDraws& draws : sampler.draws())
    for (const double rate : by_transitions ? draws.transition_acceptance : draws.swap_acceptance) {
      if (std::isnan(rate)) continue;
      sum += rate;
      tried += 1.0;
    }
  return sum / tried;
}

/// What stands on each rung after the run's last iteration.
Draws after_run(SmallLadder& ladder, const TemperingPlan& plan) {
  TemperedSampler sampler(ladder.team, ladder.problem.home, ladder.config, plan);
  sampler.start();
  while (!sampler.finished()) sampler.iterate();
  const double acceptance = mean_acceptance(sampler, plan.transitions);
  EXPECT_GT(acceptance, 0.05);
  EXPECT_LT(acceptance, 0.95);
  const TemperedState state = sampler.save();
  const auto per_chain = static_cast<std::size_t>(plan.replicas_per_chain());
  Draws draws;
  for (std::size_t chain = 0; chain < state.replicas_at.size(); ++chain) {
    draws.emplace_back();
    for (const int replica : state.replicas_at[chain])
      draws.back().push_back(
          state.replicas[chain * per_chain + static_cast<std::size_t>(replica)].point.theta);
  }
  return draws;
}

/// The worst of many deviations in standard errors.
struct Worst {
  double off = 0.0;
  std::string where;

  void add(const std::vector<double>& values, double truth, const std::string& what) {
    const double now = std::abs(standard_errors_off(values, truth));
    if (now > off) *this = {now, what};
  }
};

/// f(standardised draws of a chain), by chain.
template <class Function>
std::vector<double> each(const Draws& standardized, Function function) {
  std::vector<double> values;
  for (const auto& chain : standardized) values.push_back(function(chain));
  return values;
}

void compare_rung(const Draws& z, std::size_t m, Worst& worst) {
  const std::string rung = "rung " + std::to_string(m) + ", moment ";
  for (Eigen::Index j = 0; j < z[0][0].size(); ++j) {
    worst.add(each(z, [&](const auto& chain) { return chain[m][j]; }), 0.0,
              rung + std::to_string(j));
    for (Eigen::Index k = 0; k <= j; ++k)
      worst.add(each(z, [&](const auto& chain) { return chain[m][j] * chain[m][k]; }),
                j == k ? 1.0 : 0.0, rung + std::to_string(j) + std::to_string(k));
    if (m == 0) continue;
    worst.add(each(z, [&](const auto& chain) { return chain[m - 1][j] * chain[m][j]; }), 0.0,
              rung + std::to_string(j) + " with rung " + std::to_string(m - 1));
  }
}

Worst compare(const Draws& draws, const AllLaws& laws) {
  Draws z = draws;
  for (std::size_t chain = 0; chain < z.size(); ++chain)
    for (std::size_t m = 0; m < z[chain].size(); ++m)
      z[chain][m] = laws[chain][m].standardized(draws[chain][m]);
  Worst worst;
  for (std::size_t m = 0; m < z[0].size(); ++m) compare_rung(z, m, worst);
  return worst;
}

/// Starts from exact draws of the config's ladder and runs by that of these betas.
Worst deviation(const Conjugate& model, const RunConfig& config,
                const std::vector<double>& run_betas) {
  SmallLadder ladder(config, 1);
  AllLaws laws;
  for (int chain = 0; chain < chains; ++chain)
    laws.push_back(laws_of(model, ladder.config, ladder.problem.plan, chain));
  ladder.problem.home.starts = exact_draws(laws);
  TemperingPlan plan = ladder.problem.plan;
  plan.betas = run_betas;
  const Draws draws = after_run(ladder, plan);
  return compare(draws, laws);
}

void expect_invariance(const Conjugate& model, const RunConfig& config, const std::string& name) {
  const Worst worst = deviation(model, config, betas);
  std::printf("%s %s: %.2f at %s\n", name.c_str(), config.sampler.kernel.c_str(), worst.off,
              worst.where.c_str());
  EXPECT_LT(worst.off, standard_errors_allowed) << name << " " << config.sampler.kernel;
}

TEST(Tempering, LeavesExactDrawsExact) {
  const Truth truth = Truth::mean();
  for (std::size_t i = 0; i < methods.size(); ++i)
    for (std::size_t j = 0; j < kernels.size(); ++j) {
      const Method& method = methods[i];
      RunConfig config = config_of(truth.file, method, kernels[j].first, kernels[j].second);
      config.tempering.schedule = schedules[(i + j) % 3];
      expect_invariance(truth.model, config,
                        method.name + " " + method.power_of + " " + method.subsets);
    }
}

TEST(Tempering, OfRegressionsLeavesExactDrawsExact) {
  const Truth truth = Truth::regression();
  for (const Method& method : {parallel, nested, transitions, subsampled_transitions})
    expect_invariance(truth.model, regression_config(truth.file, method), "linear " + method.name);
}

// The betas that swaps and transitions go by are not those of the starts: what the tests above
// would see of a ladder that does not belong to its replicas.
TEST(Tempering, AnotherLadderIsSeen) {
  const Truth truth = Truth::mean();
  for (const Method& method : {parallel, parallel_posterior, nested, independent}) {
    const RunConfig config = config_of(truth.file, method, "hmc", 0.13);
    EXPECT_GT(deviation(truth.model, config, {1.0, 0.3, 0.25, 0.2}).off,
              2.0 * standard_errors_allowed)
        << method.name;
  }
}

/// N(0, S) of three equally correlated coordinates.
class Equicorrelated final : public LogDensity {
 public:
  int dimension() const override { return 3; }
  double value(const Vector& theta) override { return -0.5 * theta.dot(precision_ * theta); }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = -precision_ * theta;
    return 0.5 * gradient.dot(theta);
  }

 private:
  Matrix precision_ = equal_correlations().inverse();
};

/// A state drawn exactly, and where a move leads from there.
std::pair<Vector, Vector> exact_pair(const Kernel::Move& move, std::uint64_t number) {
  static const NormalLaw law{Vector::Zero(3), equal_correlations().llt().matrixL()};
  Stream exact({.seed = 62, .purpose = Purpose::test, .index = number});
  Stream own({.seed = 63, .purpose = Purpose::test, .index = number});
  Equicorrelated target;
  State state{law.draw(exact), 0.0, {}};
  state.log_density = target.value(state.theta, state.gradient);
  return {state.theta, move(own, state, target, 0.8).state.theta};
}

/// E d_j e_k, d before and e after a transition, less E e_j d_k of the reversal: 0 if it is one.
/// The worst in standard errors.
Worst reversal_error(const Kernel& kernel) {
  constexpr std::uint64_t draws = 20'000;
  std::vector<Matrix> differences;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const auto [before, after] = exact_pair(kernel.transition, i);
    const auto [later, sooner] = exact_pair(kernel.reversal, i + draws);
    differences.emplace_back(before * after.transpose() - sooner * later.transpose());
  }
  Worst worst;
  for (Eigen::Index j = 0; j < 3; ++j)
    for (Eigen::Index k = 0; k < 3; ++k) {
      std::vector<double> values;
      for (const Matrix& difference : differences) values.push_back(difference(j, k));
      worst.add(values, 0.0, std::to_string(j) + std::to_string(k));
    }
  std::printf("reversal of %s: %.2f\n", kernel.name.c_str(), worst.off);
  return worst;
}

Kernel kernel_named(const std::string& name) {
  KernelSettings settings;
  settings.name = name;
  settings.hmc.energy_correlation = 0.0;
  return make_kernel(settings, identity_metric(Matrix::Identity(3, 3)));
}

TEST(Reversal, IsTheTransitionBackwardsInTime) {
  for (const char* name : {"hmc", "mala", "random_walk", "slice_coordinate", "slice_random"}) {
    const Kernel kernel = kernel_named(name);
    ASSERT_TRUE(kernel.reversal) << name;
    EXPECT_LT(reversal_error(kernel).off, standard_errors_allowed) << name;
  }
}

TEST(Reversal, OfCoordinatesInUpwardOrderIsSeen) {
  Kernel kernel = kernel_named("slice_coordinate");
  kernel.reversal = kernel.transition;
  EXPECT_GT(reversal_error(kernel).off, 2.0 * standard_errors_allowed);
}

TEST(Reversal, IsNotOfferedWhereNoneIsKnown) {
  EXPECT_FALSE(kernel_named("nuts").reversal);
  EXPECT_FALSE(make_kernel({}, identity_metric(Matrix::Identity(3, 3))).reversal);
}

}  // namespace
}  // namespace photinus
