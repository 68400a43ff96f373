#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// A joint distribution of parameters and data of 30 rows, two features and an intercept:
/// coefficients N(0, 1), of softmax those of three classes; where sigma is sampled, half-normal of
/// scale 1 with log sigma as the last parameter.
struct SimulatedRegression {
  static constexpr double nu = 4.0, given_sigma = 0.8;
  static constexpr std::size_t rows = 30, coefficients = 3;

  std::string family;
  bool sampled_sigma = false;

  std::size_t predictors() const { return family == "softmax" ? 3 : 1; }
  std::size_t parameters() const { return coefficients * predictors() + (sampled_sigma ? 1 : 0); }

  double sigma(const std::vector<double>& theta) const {
    return sampled_sigma ? std::exp(theta.back()) : given_sigma;
  }

  std::vector<double> draw_parameters(Stream& stream) const {
    std::vector<double> theta;
    for (std::size_t j = 0; j < coefficients * predictors(); ++j) theta.push_back(stream.normal());
    if (sampled_sigma) theta.push_back(std::log(std::abs(stream.normal())));
    return theta;
  }

  /// Arrivals of a Poisson process within a time.
  static double draw_count(Stream& stream, double time) {
    double count = 0.0;
    for (double at = stream.exponential(); at < time; at += stream.exponential()) count += 1.0;
    return count;
  }

  SmallData draw_data(Stream& stream, const std::vector<double>& theta) const {
    SmallData data{static_cast<int>(coefficients) - 1, {}, {}};
    simulate_labels(data, stream, theta, true, rows);
    if (family == "logistic") return data;
    if (family == "softmax") {
      for (std::size_t n = 0; n < rows; ++n) data.y[n] = draw_class(stream, data, n, theta);
      return data;
    }
    for (std::size_t n = 0; n < rows; ++n) {
      const double eta = eta_of(data, n, theta.data(), true);
      if (family == "probit") data.y[n] = stream.normal() < eta ? 1.0 : 0.0;
      if (family == "poisson") data.y[n] = draw_count(stream, std::exp(eta));
      if (family == "probit" || family == "poisson") continue;
      double noise = stream.normal();
      // A chi-square of four degrees of freedom is twice the sum of two exponentials.
      if (family == "student_t")
        noise /= std::sqrt(2.0 * (stream.exponential() + stream.exponential()) / nu);
      data.y[n] = eta + sigma(theta) * noise;
    }
    return data;
  }

  double class_eta(const SmallData& data, std::size_t n, const std::vector<double>& theta,
                   std::size_t k) const {
    return eta_of(data, n, theta.data() + k * coefficients, true);
  }
  double draw_class(Stream& stream, const SmallData& data, std::size_t n,
                    const std::vector<double>& theta) const {
    std::vector<double> weight;
    double total = 0.0;
    for (std::size_t k = 0; k < predictors(); ++k)
      total += weight.emplace_back(std::exp(class_eta(data, n, theta, k)));
    double u = total * stream.uniform();
    std::size_t k = 0;
    while (k + 1 < predictors() && u >= weight[k]) u -= weight[k++];
    return static_cast<double>(k);
  }
  /// Whether the engine takes the data: every class needs a row. Pairs of parameters and data for
  /// which it does not are passed over, which leaves the posterior given data as it is.
  bool is_usable(const SmallData& data) const {
    for (std::size_t k = 0; k < predictors() && predictors() > 1; ++k)
      if (std::find(data.y.begin(), data.y.end(), static_cast<double>(k)) == data.y.end())
        return false;
    return true;
  }

  /// Less what does not depend on theta.
  double log_likelihood(const SmallData& data, const std::vector<double>& theta) const {
    double sum = 0.0;
    for (std::size_t n = 0; n < rows; ++n) {
      const double eta = eta_of(data, n, theta.data(), true), s = sigma(theta);
      const double r = (data.y[n] - eta) / s;
      if (family == "softmax") {
        double total = 0.0;
        for (std::size_t k = 0; k < predictors(); ++k)
          total += std::exp(class_eta(data, n, theta, k));
        sum += class_eta(data, n, theta, static_cast<std::size_t>(data.y[n])) - std::log(total);
        continue;
      }
      if (family == "logistic") sum += std::log(sigmoid(data.y[n] > 0.5 ? eta : -eta));
      if (family == "probit")
        sum += std::log(0.5 * std::erfc((data.y[n] > 0.5 ? -eta : eta) / std::sqrt(2.0)));
      if (family == "poisson") sum += data.y[n] * eta - std::exp(eta);
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
