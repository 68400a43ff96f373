// Truth: conjugate models, quadrature, and sums over all ways to share rows among components.
#include <gtest/gtest.h>

#include <bit>

#include "photinus/evidence/local_model.hpp"
#include "photinus/evidence/log_mean.hpp"
#include "photinus/evidence/nested_sampling.hpp"
#include "photinus/model/mixture.hpp"
#include "support/nested_problems.hpp"

namespace photinus {
namespace {

NestedSettings rejection(int particles) {
  return {.draw = NestedDraw::rejection, .particles = particles};
}

Repeats repeat(EvidenceModel& model, double truth, int particles, std::uint64_t seeds) {
  Repeats repeats;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto estimate = nested_sampling(model, rejection(particles), seed);
    repeats.add(estimate.log_z - truth, estimate.standard_error);
  }
  return repeats;
}

/// P(count or one as far from its mean) for a binomial count.
double two_sided(int count, int trials, double probability) {
  double sum = 0.0;
  const double distance = std::abs(count - trials * probability);
  for (int k = 0; k <= trials; ++k) {
    if (std::abs(k - trials * probability) < distance - 1e-9) continue;
    sum +=
        std::exp(std::lgamma(trials + 1.0) - std::lgamma(k + 1.0) - std::lgamma(trials - k + 1.0) +
                 k * std::log(probability) + (trials - k) * std::log1p(-probability));
  }
  return sum;
}

// 200 seeds: intervals of 95 % hold the truth as often as they say (false alarm 1e-3), and the mean
// is within 4.5 standard errors of it (false alarm 6.8e-6). Catches: shrinkage by 1/(N + 1), which
// moves log Z by H/N = 0.25, twice what is allowed; half the stated error.
TEST(NestedRejection, IntervalsOfAConjugateModelCoverItsEvidence) {
  constexpr int rows = 10, columns = 2, particles = 10;
  MvnMean means = standard_means(rows, columns);
  LocalModel model(means);
  const double truth = log_z_of_standard_means(rows, columns);
  const Repeats repeats = repeat(model, truth, particles, 200);
  EXPECT_GT(two_sided(repeats.covered, repeats.count(), 0.95), 1e-3) << repeats.covered;
  EXPECT_LT(repeats.distance(), standard_errors_allowed) << repeats.mean();

  Repeats shrunk_too_little, too_sure;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    NestedTrace trace;
    const auto estimate = nested_sampling(model, rejection(particles), seed, &trace);
    for (std::size_t i = 0; i < trace.log_weight.size(); ++i) {
      const auto steps = static_cast<double>(std::min(i, trace.log_weight.size() - particles));
      trace.log_weight[i] += steps / particles - steps / (particles + 1.0);
    }
    shrunk_too_little.add(trace.log_z() - truth, estimate.standard_error);
    too_sure.add(estimate.log_z - truth, 0.5 * estimate.standard_error);
  }
  EXPECT_GT(shrunk_too_little.distance(), 1.3 * standard_errors_allowed);
  EXPECT_LT(two_sided(too_sure.covered, too_sure.count(), 0.95), 1e-6);
}

// Means of 10 runs with 100 particles: standard error of the mean about 0.05, 4.5 of them allowed.
TEST(NestedRejection, MeetsQuadrature) {
  const auto prior = [](double t) { return std::exp(-0.5 * t * t) / std::sqrt(2.0 * M_PI); };
  const auto two_peaks = [](double t) {
    return log_sum_exp({-50.0 * (t - 1.0) * (t - 1.0), -8.0 * (t + 1.5) * (t + 1.5)});
  };
  FunctionModel peaks(1, [&](const Vector& t) { return two_peaks(t[0]); });
  const double in_one = std::log(
      integral([&](double t) { return std::exp(two_peaks(t)) * prior(t); }, -8.0, 8.0, 8'000));
  EXPECT_LT(repeat(peaks, in_one, 100, 10).distance(), standard_errors_allowed);

  const auto bent = [](double a, double b) {
    return -4.0 * (b - a * a + 1.0) * (b - a * a + 1.0) - 0.5 * a * a;
  };
  FunctionModel banana(2, [&](const Vector& t) { return bent(t[0], t[1]); });
  const auto row = [&](double a) {
    return prior(a) *
           integral([&](double b) { return std::exp(bent(a, b)) * prior(b); }, -8.0, 8.0);
  };
  const double in_two = std::log(integral(row, -6.0, 6.0));
  EXPECT_LT(repeat(banana, in_two, 100, 10).distance(), standard_errors_allowed);
}

/// log p(rows that share a normal), its mean ~ N(0, 4 v), its variance v ~ inverse-gamma(1, 1).
double log_marginal(const std::vector<double>& x, unsigned chosen) {
  double n = 0.0, sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if ((chosen >> i & 1U) == 0) continue;
    n += 1.0;
    sum += x[i];
    squares += x[i] * x[i];
  }
  const double scale = 1.0 + 0.5 * (squares - sum * sum / (n + 0.25));
  return std::lgamma(1.0 + 0.5 * n) - (1.0 + 0.5 * n) * std::log(scale) -
         0.5 * (n * std::log(2.0 * M_PI) + std::log(1.0 + 4.0 * n));
}

// Rows are shared among two components with probability n! (N - n)! / (N + 1)!.
TEST(NestedRejection, MeetsTheSumOverAllocationsOfAMixture) {
  DataTable table = some_table(6, 1);
  table.y.clear();
  std::vector<double> x;
  for (int i = 0; i < 6; ++i) x.push_back(table.x(i, 0) += i % 2 == 0 ? 2.0 : -1.0);
  std::vector<double> terms;
  for (unsigned first = 0; first < 64; ++first) {
    const double n = std::popcount(first);
    terms.push_back(std::lgamma(n + 1.0) + std::lgamma(7.0 - n) - std::lgamma(8.0) +
                    log_marginal(x, first) + log_marginal(x, 63U ^ first));
  }
  ModelNumbers numbers;
  numbers.components = 2;
  GaussianMixture mixture(table, numbers);
  LocalModel model(mixture);
  // 20 runs with 10 particles: standard error of the mean about 0.1, 4.5 of them allowed.
  EXPECT_LT(repeat(model, log_sum_exp(terms), 10, 20).distance(), standard_errors_allowed);
}

TEST(NestedRejection, SeesTheRowsOfItsRange) {
  MvnMean means = standard_means(12, 1);
  LocalModel model(means);
  const auto estimate = nested_sampling(model, RowRange{0, 5}, rejection(200), 1);
  EXPECT_NEAR(estimate.log_z, log_z_of_standard_means(5, 1), 4.5 * estimate.standard_error);
  EXPECT_EQ(estimate.evaluations, model.evaluations());
  EXPECT_EQ(estimate.evaluations % 5, 0);
  EXPECT_TRUE(estimate.consistent);
  EXPECT_EQ(estimate.method, "nested_rejection");
}

TEST(NestedRejection, ASeedIsAResult) {
  MvnMean means = standard_means(8, 2);
  LocalModel model(means);
  NestedTrace first, second;
  const auto one = nested_sampling(model, rejection(10), 7, &first);
  const auto two = nested_sampling(model, rejection(10), 7, &second);
  EXPECT_EQ(one.log_z, two.log_z);
  EXPECT_EQ(one.standard_error, two.standard_error);
  EXPECT_EQ(one.evaluations, two.evaluations);
  EXPECT_EQ(first.log_weight, second.log_weight);
  EXPECT_NE(one.log_z, nested_sampling(model, rejection(10), 8).log_z);
}

}  // namespace
}  // namespace photinus
