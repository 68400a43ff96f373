#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"
#include "photinus/model/mixture.hpp"

namespace photinus {

namespace {

constexpr double log_2 = 0.69314718055994530942;
constexpr double spread = 2.0;  // of means, in standard deviations of their component

}  // namespace

Vector GaussianMixture::to_user(const Vector& theta) const {
  const int kind = numbers_per_kind();
  Vector user(components() + 2 * kind);
  sticks_.log_weights(theta.data(), user.data());
  for (int k = 0; k < components(); ++k) user[k] = exp(user[k]);
  user.segment(components(), kind) = theta.segment(first_mean(), kind);
  for (int i = 0; i < kind; ++i) user[components() + kind + i] = exp(theta[first_variance() + i]);
  return user;
}

// With t = log v: inverse-gamma(1, 1) at v with the Jacobian is -t - 1/v. The weights' density is
// (K - 1)!, their Jacobian the sum of log weights.
double GaussianMixture::log_prior(const Vector& theta, Vector* gradient) const {
  Vector log_weights(components());
  sticks_.log_weights(theta.data(), log_weights.data());
  double value = log_factorial(components() - 1.0) - numbers_per_kind() * (half_log_2_pi + log_2);
  for (int k = 0; k < components(); ++k) value += log_weights[k];
  if (gradient != nullptr) {
    gradient->setZero(dimension());
    const Vector ones = Vector::Ones(components());
    sticks_.add_slopes(theta.data(), ones.data(), gradient->data());
  }
  for (int i = 0; i < numbers_per_kind(); ++i) {
    const double mean = theta[first_mean() + i], log_variance = theta[first_variance() + i];
    const double precision = exp(-log_variance);
    const double square = mean * mean * precision / (spread * spread);
    value -= 1.5 * log_variance + precision + 0.5 * square;
    if (gradient == nullptr) continue;
    (*gradient)[first_mean() + i] = -mean * precision / (spread * spread);
    (*gradient)[first_variance() + i] = precision + 0.5 * square - 1.5;
  }
  return value;
}

Vector GaussianMixture::draw_prior(Stream& stream) const {
  Vector theta(dimension()), gammas(components());
  for (int k = 0; k < components(); ++k) gammas[k] = stream.exponential();
  sticks_.coordinates_of(gammas.data(), theta.data());
  for (int i = 0; i < numbers_per_kind(); ++i) {
    const double precision = stream.exponential();
    theta[first_variance() + i] = -log(precision);
    theta[first_mean() + i] = spread * stream.normal() / std::sqrt(precision);
  }
  return theta;
}

Vector GaussianMixture::prior_mean(double factor) const {
  Vector theta = Vector::Zero(dimension());
  theta.tail(numbers_per_kind()).setConstant(log(factor));
  return theta;
}

}  // namespace photinus
