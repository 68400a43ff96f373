#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "kernel/truths.hpp"
#include "statistical/agreement.hpp"

namespace photinus {

/// Standard errors allowed. False alarm of one comparison: 6.8e-6; the tests of kernels make about
/// 500 that must agree: 3.4e-3 in all.
constexpr double allowed = 4.5;
/// sqrt(n) x Kolmogorov-Smirnov distance allowed: false alarm 4e-6 each.
constexpr double allowed_distance = 2.56;

/// Means and second central moments of the draws, worst in standard errors.
template <class Draws>
double worst_moment(const Truth& truth, const std::function<Draws(int, int)>& product) {
  double worst = 0.0;
  const int p = static_cast<int>(truth.mean.size());
  for (int j = 0; j < p; ++j) {
    worst = std::max(worst, std::abs(standard_errors_off(product(j, -1), 0.0)));
    for (int k = 0; k <= j; ++k)
      worst = std::max(worst, std::abs(standard_errors_off(product(j, k), truth.covariance(j, k))));
  }
  return worst;
}

inline std::vector<double> products(const Truth& truth, const std::vector<Vector>& draws, int j,
                                    int k) {
  std::vector<double> values;
  for (const Vector& theta : draws) {
    const Vector d = theta - truth.mean;
    values.push_back(k < 0 ? d[j] : d[j] * d[k]);
  }
  return values;
}

/// Of a standard normal momentum: 2 K is chi-squared.
inline double exact_kinetic_energy(Stream& stream, Eigen::Index p) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < p; ++j) sum += std::pow(stream.normal(), 2);
  return 0.5 * sum;
}

/// One transition from each of many exact draws.
struct Pairs {
  std::vector<Vector> before, after;
};

inline Pairs transitions(const Truth& truth, const Kernel& kernel, double step_size) {
  const auto target = truth.make();
  Pairs pairs;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    Stream exact = numbers(1, i), own = numbers(2, i);
    State start = state_at(truth.draw(exact), *target);
    start.kinetic_energy = exact_kinetic_energy(exact, start.theta.size());
    pairs.before.push_back(start.theta);
    pairs.after.push_back(kernel.transition(own, start, *target, step_size).state.theta);
  }
  return pairs;
}

/// E d_j e_k^2 - e_j d_k^2, d before and e after the transition: 0 under detailed balance.
inline double worst_asymmetry(const Truth& truth, const Pairs& pairs) {
  double worst = 0.0;
  for (Eigen::Index j = 0; j < truth.mean.size(); ++j)
    for (Eigen::Index k = 0; k < truth.mean.size(); ++k) {
      std::vector<double> values;
      for (std::size_t i = 0; i < pairs.before.size(); ++i) {
        const Vector d = pairs.before[i] - truth.mean, e = pairs.after[i] - truth.mean;
        values.push_back(d[j] * e[k] * e[k] - e[j] * d[k] * d[k]);
      }
      worst = std::max(worst, std::abs(standard_errors_off(values, 0.0)));
    }
  return worst;
}

struct Deviation {
  double moments = 0.0;    ///< worst, in standard errors
  double asymmetry = 0.0;  ///< worst, in standard errors
  double distance = 0.0;   ///< sqrt(n) x Kolmogorov-Smirnov
  bool agrees() const {
    return moments < allowed && asymmetry < allowed && distance < allowed_distance;
  }
};

inline Deviation deviation_after_one_transition(const Truth& truth, const Kernel& kernel,
                                                double step_size) {
  const Pairs pairs = transitions(truth, kernel, step_size);
  std::vector<double> uniforms;
  for (const Vector& theta : pairs.after) uniforms.push_back(truth.uniform(theta));
  const auto product = [&](int j, int k) { return products(truth, pairs.after, j, k); };
  return {worst_moment<std::vector<double>>(truth, product), worst_asymmetry(truth, pairs),
          kolmogorov_smirnov(uniforms, [](double u) { return u; })};
}

}  // namespace photinus
