// Truth: the chi-squared law of 2 K. Its draws are sums of squares of normals.
#include "photinus/kernel/kinetic_energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>

#include "kernel/invariance.hpp"

namespace photinus {
namespace {

constexpr int count = 100'000;

struct Energies {
  std::vector<double> before, after;
};
using Step = std::function<double(Stream&, double, int)>;

Energies steps(int p, const Step& step) {
  Energies energies;
  for (std::uint64_t i = 0; i < count; ++i) {
    Stream stream = numbers(31, i);
    energies.before.push_back(exact_kinetic_energy(stream, p));
    energies.after.push_back(step(stream, energies.before.back(), p));
  }
  return energies;
}

/// Moments of 2 K' and detailed balance, E K^2 K' = E K K'^2; worst in standard errors.
double worst(const Energies& energies, int p) {
  std::vector<double> means, squares, asymmetry;
  for (std::size_t i = 0; i < energies.after.size(); ++i) {
    const double k = energies.before[i], next = energies.after[i], d = 2.0 * next - p;
    means.push_back(d);
    squares.push_back(d * d);
    asymmetry.push_back(k * next * (k - next));
  }
  return std::max({std::abs(standard_errors_off(means, 0.0)),
                   std::abs(standard_errors_off(squares, 2.0 * p)),
                   std::abs(standard_errors_off(asymmetry, 0.0))});
}

// 36 comparisons and 3 distances: false alarm 2.6e-4 in all.
TEST(KineticEnergy, KeepsItsLaw) {
  double most = 0.0;
  for (const double correlation : {-1.0, -0.7, 0.5})
    for (const int p : {1, 2, 5, 50}) {
      const Energies energies = steps(p, [&](Stream& stream, double k, int size) {
        return next_kinetic_energy(stream, k, size, correlation);
      });
      const double off = worst(energies, p);
      EXPECT_LT(off, allowed) << correlation << ' ' << p;
      most = std::max(most, off);
      if (p == 2) {
        const auto cdf = [](double k) { return 1.0 - std::exp(-k); };
        EXPECT_LT(kolmogorov_smirnov(energies.after, cdf), allowed_distance) << correlation;
      }
    }
  std::printf("worst %.2f standard errors\n", most);
}

// The same proposals, all of them taken: the normal law of the cube root is not exact.
TEST(KineticEnergy, WouldLoseItsLawWithoutMetropolis) {
  const auto taken = [](Stream& stream, double k, int p) {
    const double variance = 2.0 / (9.0 * p), mean = 1.0 - variance;
    const double s = std::cbrt(2.0 * k / p);
    const double next =
        mean - 0.7 * (s - mean) + std::sqrt(variance * (1.0 - 0.49)) * stream.normal();
    return next > 0.0 ? 0.5 * p * next * next * next : k;
  };
  EXPECT_GT(worst(steps(1, taken), 1), 2.0 * allowed);
}

// 100,000 draws know a correlation to 0.003; skewed variables reach -1 only nearly.
TEST(KineticEnergy, IsCorrelatedAsAskedFor) {
  for (const double correlation : {-1.0, -0.7, 0.0, 0.5}) {
    const int p = 50;
    const Energies energies = steps(p, [&](Stream& stream, double k, int size) {
      return next_kinetic_energy(stream, k, size, correlation);
    });
    double covariance = 0.0;
    for (std::size_t i = 0; i < energies.after.size(); ++i)
      covariance += (2.0 * energies.before[i] - p) * (2.0 * energies.after[i] - p);
    EXPECT_NEAR(covariance / (2.0 * p * count), correlation, 0.03) << correlation;
  }
}

class StandardNormal final : public LogDensity {
 public:
  int dimension() const override { return 20; }
  double value(const Vector& theta) override { return -0.5 * theta.squaredNorm(); }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = -theta;
    return value(theta);
  }
};

/// Correlation of the log density with that two transitions before.
double correlation_at_two(double energy_correlation) {
  StandardNormal target;
  HmcSettings settings;
  settings.energy_correlation = energy_correlation;
  const Kernel kernel = hmc(precision_metric(Matrix::Identity(20, 20)), settings);
  Stream stream = numbers(32, 0);
  State state = state_at(Vector::Ones(20), target);
  std::vector<double> d;
  for (int i = 0; i < 20'000; ++i) {
    state = kernel.transition(stream, state, target, 0.5).state;
    d.push_back(state.log_density + 10.0);
  }
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 2; i < d.size(); ++i) {
    sum += d[i] * d[i - 2];
    squares += d[i] * d[i];
  }
  return sum / squares;
}

// Otherwise it forgets; standard error 0.007.
TEST(KineticEnergy, MakesLogDensitiesAlternate) {
  const double afresh = correlation_at_two(0.0), alternating = correlation_at_two(-0.7);
  std::printf("correlation at lag 2: %.3f afresh, %.3f alternating\n", afresh, alternating);
  EXPECT_GT(afresh, -0.03);
  EXPECT_LT(alternating, -0.2);
}

// From independent exact draws of theta and K to draws that are exact and independent. Catches: an
// energy that belongs to the refused point.
TEST(KineticEnergy, StaysIndependentOfTheta) {
  for (const Truth& truth : truths()) {
    const auto target = truth.make();
    const auto p = static_cast<int>(truth.mean.size());
    const Kernel kernel = hmc(precision_metric(truth.covariance.inverse()), {});
    std::vector<std::vector<double>> products(3);
    for (std::uint64_t i = 0; i < count; ++i) {
      Stream drawn = numbers(33, i), own = numbers(34, i);
      State state = state_at(truth.draw(drawn), *target);
      state.kinetic_energy = exact_kinetic_energy(drawn, p);
      state = kernel.transition(own, state, *target, 0.8 * kernel.first_step_size).state;
      const double d = state.theta[0] - truth.mean[0], k = 2.0 * state.kinetic_energy - p;
      products[0].push_back(k);
      products[1].push_back(k * d);
      products[2].push_back(k * (d * d - truth.covariance(0, 0)));
    }
    for (const auto& values : products)
      EXPECT_LT(std::abs(standard_errors_off(values, 0.0)), allowed) << truth.name;
  }
}

}  // namespace
}  // namespace photinus
