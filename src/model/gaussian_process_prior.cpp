#include "photinus/base/deviates.hpp"
#include "photinus/base/elementary.hpp"
#include "photinus/model/gaussian_process.hpp"

namespace photinus {

namespace {

constexpr double length_location = 0.5;  // of log l, whose scale is 1

// Gamma, of whole shape, at exp(t) and with the Jacobian t:
//   shape log(rate) - log Gamma(shape) + shape t - rate e^t.
struct LogGamma {
  int shape;
  double rate;

  double density(double t) const {
    return shape * (log(rate) + t) - log_factorial(shape - 1.0) - rate * exp(t);
  }
  double slope(double t) const { return shape - rate * exp(t); }
  double mean() const { return shape / rate; }
  double draw(Stream& stream) const { return log(gamma_deviate(stream, shape) / rate); }
};

constexpr LogGamma signal{4, 1.0}, noise{2, 2.0};

}  // namespace

Vector GaussianProcess::to_user(const Vector& theta) const {
  Vector user(theta.size());
  for (Eigen::Index j = 0; j < theta.size(); ++j) user[j] = exp(theta[j]);
  return user;
}

double GaussianProcess::log_prior(const Vector& theta, Vector* gradient) const {
  const int lengths = dimension() - 2;
  const double log_signal = theta[lengths], log_noise = theta[lengths + 1];
  double value = signal.density(log_signal) + noise.density(log_noise);
  if (gradient != nullptr) {
    gradient->resize(dimension());
    (*gradient)[lengths] = signal.slope(log_signal);
    (*gradient)[lengths + 1] = noise.slope(log_noise);
  }
  for (int d = 0; d < lengths; ++d) {
    const double from_location = theta[d] - length_location;
    value -= 0.5 * from_location * from_location + half_log_2_pi;
    if (gradient != nullptr) (*gradient)[d] = -from_location;
  }
  return value;
}

Vector GaussianProcess::draw_prior(Stream& stream) const {
  const int lengths = dimension() - 2;
  Vector theta(dimension());
  for (int d = 0; d < lengths; ++d) theta[d] = length_location + stream.normal();
  theta[lengths] = signal.draw(stream);
  theta[lengths + 1] = noise.draw(stream);
  return theta;
}

Vector GaussianProcess::prior_mean(double factor) const {
  const int lengths = dimension() - 2;
  Vector theta = Vector::Constant(dimension(), length_location + 0.5);
  theta[lengths] = log(signal.mean());
  theta[lengths + 1] = log(noise.mean());
  return theta.array() + log(factor);
}

}  // namespace photinus
