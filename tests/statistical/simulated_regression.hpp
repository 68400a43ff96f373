#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// A joint distribution of parameters and data of 30 rows, two features and an intercept:
/// coefficients N(0, 1); where sigma is sampled, half-normal of scale 1 with log sigma as the last
/// parameter.
struct SimulatedRegression {
  static constexpr double nu = 4.0, given_sigma = 0.8;
  static constexpr std::size_t rows = 30, coefficients = 3;

  std::string family;
  bool sampled_sigma = false;

  std::size_t parameters() const { return coefficients + (sampled_sigma ? 1 : 0); }

  double sigma(const std::vector<double>& theta) const {
    return sampled_sigma ? std::exp(theta.back()) : given_sigma;
  }

  std::vector<double> draw_parameters(Stream& stream) const {
    std::vector<double> theta;
    for (std::size_t j = 0; j < coefficients; ++j) theta.push_back(stream.normal());
    if (sampled_sigma) theta.push_back(std::log(std::abs(stream.normal())));
    return theta;
  }

  SmallData draw_data(Stream& stream, const std::vector<double>& theta) const {
    SmallData data{static_cast<int>(coefficients) - 1, {}, {}};
    simulate_labels(data, stream, theta, true, rows);
    if (family == "logistic") return data;
    for (std::size_t n = 0; n < rows; ++n) {
      double noise = stream.normal();
      // A chi-square of four degrees of freedom is twice the sum of two exponentials.
      if (family == "student_t")
        noise /= std::sqrt(2.0 * (stream.exponential() + stream.exponential()) / nu);
      data.y[n] = eta_of(data, n, theta.data(), true) + sigma(theta) * noise;
    }
    return data;
  }

  /// Less what does not depend on theta.
  double log_likelihood(const SmallData& data, const std::vector<double>& theta) const {
    double sum = 0.0;
    for (std::size_t n = 0; n < rows; ++n) {
      const double eta = eta_of(data, n, theta.data(), true), s = sigma(theta);
      const double r = (data.y[n] - eta) / s;
      if (family == "logistic") sum += std::log(sigmoid(data.y[n] > 0.5 ? eta : -eta));
      if (family == "linear") sum -= 0.5 * r * r + std::log(s);
      if (family == "student_t") sum -= 0.5 * (nu + 1.0) * std::log1p(r * r / nu) + std::log(s);
    }
    return sum;
  }

  /// The model as the engine is told it.
  void configure(RunConfig& config) const {
    config.model.family = family;
    config.model.nu = nu;
    if (!sampled_sigma) config.model.sigma = given_sigma;
    config.model.sigma_prior = {"half_normal", {1.0}, nu};
  }
};

}  // namespace photinus
