#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "photinus/kernel/kernel.hpp"

namespace photinus {

// Three test densities: a correlated normal; the logarithm of a Gamma(3) variable (skewed), whose
// moments come from quadrature and whose distribution function is elementary; and a mixture of two
// normals (slices and trajectories in two pieces).

class Correlated final : public LogDensity {
 public:
  static Vector mean() { return Vector{{1.0, -2.0}}; }
  static Matrix covariance() { return Matrix{{1.0, 1.2}, {1.2, 4.0}}; }

  int dimension() const override { return 2; }
  double value(const Vector& theta) override {
    Vector gradient;
    return value(theta, gradient);
  }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = -precision_ * (theta - mean());
    return 0.5 * gradient.dot(theta - mean());
  }

 private:
  Matrix precision_ = covariance().inverse();
};

class LogGamma final : public LogDensity {
 public:
  int dimension() const override { return 1; }
  double value(const Vector& theta) override { return 3.0 * theta[0] - std::exp(theta[0]); }
  double value(const Vector& theta, Vector& gradient) override {
    gradient = Vector::Constant(1, 3.0 - std::exp(theta[0]));
    return value(theta);
  }
  static double cdf(double x) {
    const double g = std::exp(x);
    return 1.0 - std::exp(-g) * (1.0 + g + 0.5 * g * g);
  }
};

/// 0.7 N(-1, 0.45^2) + 0.3 N(1.5, 0.45^2).
class TwoHumps final : public LogDensity {
 public:
  static constexpr double low = -1.0, high = 1.5, share = 0.7, sd = 0.45;

  int dimension() const override { return 1; }
  double value(const Vector& theta) override { return std::log(left(theta) + right(theta)); }
  double value(const Vector& theta, Vector& gradient) override {
    const double a = left(theta), b = right(theta);
    const double pull = (a * (low - theta[0]) + b * (high - theta[0])) / (a + b);
    gradient = Vector::Constant(1, pull / (sd * sd));
    return std::log(a + b);
  }

 private:
  static double hump(double z) { return std::exp(-0.5 * z * z); }
  static double left(const Vector& theta) { return share * hump((theta[0] - low) / sd); }
  static double right(const Vector& theta) { return (1 - share) * hump((theta[0] - high) / sd); }
};

/// E (x - centre)^power by the trapezoid rule, spectrally accurate here.
inline double log_gamma_moment(double centre, int power) {
  LogGamma target;
  double sum = 0.0, total = 0.0;
  for (double x = -20.0; x < 6.0; x += 1e-3) {
    const double weight = std::exp(target.value(Vector::Constant(1, x)));
    total += weight;
    sum += weight * std::pow(x - centre, power);
  }
  return sum / total;
}

/// A target with all that the tests want to know of it.
struct Truth {
  std::string name;
  std::function<std::unique_ptr<LogDensity>()> make;
  Vector mean;
  Matrix covariance;
  std::function<Vector(Stream&)> draw;
  std::function<double(const Vector&)> uniform;  ///< uniform on (0, 1) under the target
};

inline double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

inline Truth correlated() {
  const Matrix root = Correlated::covariance().llt().matrixL();
  const auto draw = [root](Stream& stream) {
    const double a = stream.normal(), b = stream.normal();
    return Vector(Correlated::mean() + root * Vector{{a, b}});
  };
  // theta_0 + theta_1 ~ N(-1, 7.4)
  const auto uniform = [](const Vector& t) { return normal_cdf((t.sum() + 1.0) / std::sqrt(7.4)); };
  return {"correlated normal",
          [] { return std::make_unique<Correlated>(); },
          Correlated::mean(),
          Correlated::covariance(),
          draw,
          uniform};
}

inline Truth log_gamma() {
  const double mean = log_gamma_moment(0.0, 1), variance = log_gamma_moment(mean, 2);
  const auto draw = [](Stream& stream) {
    const double g = stream.exponential() + stream.exponential() + stream.exponential();
    return Vector(Vector::Constant(1, std::log(g)));
  };
  return {"log gamma",
          [] { return std::make_unique<LogGamma>(); },
          Vector::Constant(1, mean),
          Matrix::Constant(1, 1, variance),
          draw,
          [](const Vector& theta) { return LogGamma::cdf(theta[0]); }};
}

inline Truth two_humps() {
  using T = TwoHumps;
  const double mean = T::share * T::low + (1 - T::share) * T::high, gap = T::high - T::low;
  const auto draw = [](Stream& stream) {
    const double centre = stream.uniform() < T::share ? T::low : T::high;
    return Vector(Vector::Constant(1, centre + T::sd * stream.normal()));
  };
  const auto uniform = [](const Vector& theta) {
    return T::share * normal_cdf((theta[0] - T::low) / T::sd) +
           (1 - T::share) * normal_cdf((theta[0] - T::high) / T::sd);
  };
  return {"two humps",
          [] { return std::make_unique<TwoHumps>(); },
          Vector::Constant(1, mean),
          Matrix::Constant(1, 1, T::sd * T::sd + T::share * (1 - T::share) * gap * gap),
          draw,
          uniform};
}

inline std::vector<Truth> truths() { return {correlated(), log_gamma(), two_humps()}; }

inline State state_at(const Vector& theta, LogDensity& target) {
  State state{theta, 0.0, {}};
  state.log_density = target.value(theta, state.gradient);
  return state;
}

inline Stream numbers(std::uint64_t iteration, std::uint64_t index) {
  return Stream(
      {.seed = 11, .purpose = Purpose::test, .replica = 0, .iteration = iteration, .index = index});
}

/// Every kernel with both metrics.
inline std::vector<Kernel> kernels(const Truth& truth) {
  const Matrix precision = truth.covariance.inverse();
  std::vector<Kernel> all;
  for (const Metric& metric : {precision_metric(precision), identity_metric(precision)}) {
    all.push_back(random_walk(metric));
    all.push_back(mala(metric));
    all.push_back(hmc(metric, {}));
    all.push_back(hmc(metric, {.trajectory = 1.5, .leapfrogs = 4}));
    all.push_back(hmc(metric, {Integrator::leapfrog, 1.5, 3}));
    all.push_back(nuts(metric, {}));
    all.push_back(slice(metric, {.width = 6.0}));
    all.push_back(slice(metric, {.updates = 1, .width = 1.0, .most_steps_out = 3}));
    all.push_back(slice(metric, {.direction = SliceDirection::random}));
  }
  return all;
}

inline std::string label(const Truth& truth, const Kernel& kernel, std::size_t index) {
  return kernel.name + " " + std::to_string(index) + " on " + truth.name;
}

}  // namespace photinus
