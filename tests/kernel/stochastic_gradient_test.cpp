// Truth: the variance of the autoregression that each kernel is on a normal, in closed form.
#include "photinus/kernel/stochastic_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "photinus/base/errors.hpp"
#include "photinus/kernel/kernel.hpp"

namespace photinus {
namespace {

// No exact kernel takes a StochasticGradient, and no kernel without rejections a LogDensity.
static_assert(!std::is_convertible_v<StochasticGradient&, LogDensity&>);
static_assert(!std::is_convertible_v<LogDensity&, StochasticGradient&>);
static_assert(!std::is_invocable_v<Kernel::Move, Stream&, State, StochasticGradient&, double>);
static_assert(!std::is_invocable_v<StochasticKernel::Move, Stream&, Walker, LogDensity&>);
static_assert(!std::is_convertible_v<StochasticKernel, Kernel>);

/// N(0, precision^-1), with gradients that have this much noise in every coordinate.
class NoisyNormal final : public StochasticGradient {
 public:
  explicit NoisyNormal(Matrix precision, double noise = 0.0)
      : precision_(std::move(precision)), noise_(noise) {}
  int dimension() const override { return static_cast<int>(precision_.rows()); }
  void draw(Stream& stream, const Vector& theta, Vector& gradient) override {
    gradient = precision_ * theta;
    if (noise_ == 0.0) return;
    for (double& g : gradient) g += std::sqrt(noise_) * stream.normal();
  }

 private:
  Matrix precision_;
  double noise_;
};

struct Moments {
  Matrix mean, standard_error;  ///< of theta theta'
};

/// 2,000 chains from 0, 60 steps to forget that and 20 more apart. Every chain's mean is one
/// independent number.
Moments second_moments(const StochasticKernel& kernel, StochasticGradient& target,
                       int forget = 60) {
  constexpr int chains = 2'000, kept = 20, apart = 3;
  const int p = target.dimension();
  Matrix sum = Matrix::Zero(p, p), squares = sum;
  for (std::uint32_t c = 0; c < chains; ++c) {
    Stream stream({.seed = 4, .purpose = Purpose::test, .replica = c});
    Walker walker{Vector::Zero(p), Vector::Zero(p)};
    Matrix mean = Matrix::Zero(p, p);
    for (int i = 0; i < forget + kept * apart; ++i) {
      walker = kernel.transition(stream, walker, target);
      if (i >= forget && i % apart == 0) mean += walker.theta * walker.theta.transpose() / kept;
    }
    sum += mean;
    squares += mean.cwiseProduct(mean);
  }
  const Matrix mean = sum / chains;
  return {
      mean,
      ((squares / chains - mean.cwiseProduct(mean)) / (chains - 1.0)).cwiseMax(0.0).cwiseSqrt()};
}

/// In standard errors, the worst.
double distance(const Moments& moments, const Matrix& truth) {
  return ((moments.mean - truth).array() / moments.standard_error.array()).abs().maxCoeff();
}

// 4.5 standard errors: false alarm 6.8e-6 each, 14 of them here 1e-4.
constexpr double allowed = 4.5;

double sghmc_variance(const SghmcSettings& s, double h, double noise = 0.0) {
  return (1.0 - s.noise_offset / s.friction + s.step_size * noise / (2.0 * s.friction)) /
         (h * (1.0 - s.step_size * h / (2.0 * (2.0 - s.friction))));
}

TEST(Sghmc, HasTheVarianceOfItsAutoregression) {
  for (const double friction : {0.2, 0.5}) {
    for (const double noise : {0.0, 2.0}) {
      const SghmcSettings settings{.step_size = 0.1, .friction = friction, .noise_offset = 0.05};
      NoisyNormal target(Vector{{1.0, 3.0}}.asDiagonal().toDenseMatrix(), noise);
      const Moments moments = second_moments(sghmc(settings), target);
      const Vector truth{
          {sghmc_variance(settings, 1.0, noise), sghmc_variance(settings, 3.0, noise)}};
      EXPECT_LT(distance(moments, truth.asDiagonal()), allowed) << friction << " " << noise;
      // Planted: a kernel that forgot the step's bias, or the gradient's noise.
      const Vector naive{{1.0, 1.0 / 3.0}};
      EXPECT_GT(distance(moments, naive.asDiagonal()), allowed) << friction << " " << noise;
    }
  }
}

// The bias at eta h = 0.01 is 0.28 %, a tenth of a standard error of 2.9 %: eta to 0 is the target.
TEST(Sghmc, SmallStepsHaveTheTarget) {
  NoisyNormal target(Matrix::Identity(1, 1));
  const Moments moments = second_moments(sghmc({.step_size = 0.01, .friction = 0.2}), target, 400);
  EXPECT_LT(distance(moments, Matrix::Identity(1, 1)), allowed);
}

TEST(Sghmc, RootAndOffsetMakeACorrelatedNormalExact) {
  const Matrix covariance{{1.0, 1.2}, {1.2, 4.0}};
  const Matrix root = covariance.llt().matrixL();
  NoisyNormal target(covariance.inverse());
  SghmcSettings settings{.step_size = 0.2, .friction = 0.5, .noise_offset = 0.0, .root = root};
  EXPECT_GT(distance(second_moments(sghmc(settings), target), covariance), allowed);
  settings.noise_offset = exact_noise_offset(0.2, 0.5);
  EXPECT_LT(distance(second_moments(sghmc(settings), target), covariance), allowed);
}

// METHODS of the sequential estimator: eta = 0.1/n, alpha 0.2 and batches of 500 out of n rows with
// the information 1 and the gradient variance V each multiply the variance by 1 + n V/2000.
TEST(Sghmc, PublishedConstantsInflateTheVariance) {
  for (const double n : {2'000.0, 20'000.0}) {
    const double v = 1.0, noise = n * n * v / 500.0;
    NoisyNormal target(Matrix::Constant(1, 1, n), noise);
    const Moments moments = second_moments(sghmc({.step_size = 0.1 / n, .friction = 0.2}), target);
    const double step_bias = 1.0 / (1.0 - 0.1 / 3.6);
    const Matrix truth = Matrix::Constant(1, 1, (1.0 + n * v / 2'000.0) / n * step_bias);
    EXPECT_LT(distance(moments, truth), allowed) << n;
    EXPECT_GT(distance(moments, Matrix::Constant(1, 1, step_bias / n)), 2 * allowed) << n;
  }
}

TEST(Sgld, HasTheVarianceOfItsAutoregression) {
  for (const double noise : {0.0, 2.0}) {
    const double eta = 0.2;
    NoisyNormal target(Vector{{1.0, 3.0}}.asDiagonal().toDenseMatrix(), noise);
    const Moments moments = second_moments(sgld({.step_size = eta}), target);
    const auto variance = [&](double h) {
      return (1.0 + 0.5 * eta * noise) / (h * (1.0 - 0.5 * eta * h));
    };
    const Vector truth{{variance(1.0), variance(3.0)}}, naive{{1.0, 1.0 / 3.0}};
    EXPECT_LT(distance(moments, truth.asDiagonal()), allowed) << noise;
    EXPECT_GT(distance(moments, naive.asDiagonal()), allowed) << noise;
  }
}

TEST(Sgld, RootScales) {
  NoisyNormal target(Matrix::Constant(1, 1, 100.0));
  const Moments moments =
      second_moments(sgld({.step_size = 0.1, .root = Matrix::Constant(1, 1, 0.1)}), target);
  EXPECT_LT(distance(moments, Matrix::Constant(1, 1, 0.01 / 0.95)), allowed);
}

TEST(Sghmc, SettingsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(sghmc({.step_size = 0.0}), Failure);
  EXPECT_THROW(sghmc({.friction = 0.0}), Failure);
  EXPECT_THROW(sghmc({.friction = 1.5}), Failure);
  EXPECT_THROW(sghmc({.noise_offset = 0.3}), Failure);
  EXPECT_THROW(sghmc({.step_size = std::nan("")}), Failure);
  EXPECT_THROW(sgld({.step_size = -1.0}), Failure);
}

}  // namespace
}  // namespace photinus
