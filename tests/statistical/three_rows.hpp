#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "statistical/moments.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// Posteriors of three rows and one or two parameters, integrated by quadrature. Written from the
/// formulas of Jaakkola & Jordan (1997) and Maclaurin & Adams (2014), not from the engine's code.
constexpr std::size_t three = 3;

struct ThreeRows {
  SmallData data;
  bool intercept = false;
  PerRow tangent = PerRow(three);  ///< xi_n: the bounds touch at y x'theta = +xi_n and -xi_n
  double beta = 1.0;               ///< power of likelihoods and bounds

  std::size_t parameters() const {
    return static_cast<std::size_t>(data.columns) + (intercept ? 1 : 0);
  }
  double margin(std::size_t n, const double* theta) const {
    return (data.y[n] > 0.5 ? 1.0 : -1.0) * eta_of(data, n, theta, intercept);
  }
};

inline double log_sigmoid(double u) {
  return u < 0.0 ? u - std::log1p(std::exp(u)) : -std::log1p(std::exp(-u));
}

/// log L - log B of one row at margin u; Jaakkola & Jordan's bound touching at xi.
inline double logistic_gap(double u, double xi) {
  const double lambda = std::abs(xi) < 1e-6 ? 0.125 : std::tanh(0.5 * xi) / (4.0 * xi);
  const double bound = -lambda * (u * u - xi * xi) + 0.5 * (u - xi) + log_sigmoid(xi);
  return std::max(0.0, log_sigmoid(u) - bound);
}

/// log p(theta) + beta log L with a standard normal prior on every parameter, less its constant.
inline double log_posterior(const ThreeRows& model, const std::vector<double>& theta) {
  double sum = 0.0;
  for (const double t : theta) sum -= 0.5 * t * t;
  for (std::size_t n = 0; n < three; ++n) sum += model.beta * log_sigmoid(model.margin(n, theta.data()));
  return sum;
}

/// P(z_n = 1 | theta) = 1 - (B_n/L_n)^beta.
inline PerRow bright_given(const ThreeRows& model, const std::vector<double>& theta) {
  PerRow p(three);
  for (std::size_t n = 0; n < three; ++n)
    p[n] = -std::expm1(-model.beta *
                       logistic_gap(model.margin(n, theta.data()), model.tangent[n]));
  return p;
}

/// Posterior expectations of the quantities by the trapezoid rule on [-7, 7]^P with step 0.07:
/// spectrally accurate, what is cut off is below 1e-10 (halving the step changes 1e-13).
inline std::vector<double> expectations(const ThreeRows& model, const std::vector<double>& centre,
                                        double step = 0.07) {
  const auto points = static_cast<int>(7.0 / step);
  const int second = model.parameters() == 2 ? points : 0;
  std::vector<double> sums;
  double total = 0.0;
  for (int i = -points; i <= points; ++i)
    for (int k = -second; k <= second; ++k) {
      std::vector<double> theta = {i * step, k * step};
      theta.resize(model.parameters());
      const double weight = std::exp(log_posterior(model, theta));
      const PerRow bright = bright_given(model, theta);
      const auto values = moments(theta, centre, &bright, true);
      sums.resize(values.size());
      total += weight;
      for (std::size_t q = 0; q < values.size(); ++q) sums[q] += weight * values[q];
    }
  for (double& sum : sums) sum /= total;
  return sums;
}

inline std::vector<double> posterior_mean(const ThreeRows& model) {
  const auto raw = expectations(model, std::vector<double>(model.parameters(), 0.0));
  if (model.parameters() == 1) return {raw[0]};
  return {raw[0], raw[2]};
}

}  // namespace photinus
