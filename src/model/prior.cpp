#include "photinus/model/prior.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

constexpr double log_2 = 0.69314718055994530942;
constexpr double log_pi = 1.1447298858494001741;

double freedom(const ParameterPrior& prior) {
  return prior.family == PriorFamily::half_cauchy ? 1.0 : prior.nu;
}

// log(sigma^2 / (nu s^2)): as a logarithm no scale overflows.
double log_odds(const ParameterPrior& prior, double theta) {
  return 2.0 * (theta - log(prior.scale)) - log(freedom(prior));
}

double square_ratio(const ParameterPrior& prior, double theta) {
  return exp(2.0 * (theta - log(prior.scale)));
}

double log_t_normalizer(double nu) {
  return log_gamma(0.5 * nu) - log_gamma(0.5 * nu + 0.5) + 0.5 * (log(nu) + log_pi);
}

// -log p where the other terms vanish.
double log_normalizer(const ParameterPrior& prior) {
  const double normal = log(prior.scale) + 0.5 * (log_2 + log_pi);
  switch (prior.family) {
    case PriorFamily::flat:
      return 0.0;
    case PriorFamily::normal:
      return normal;
    case PriorFamily::laplace:
      return log(prior.scale) + log_2;
    case PriorFamily::student_t:
      return log(prior.scale) + log_t_normalizer(prior.nu);
    case PriorFamily::half_normal:
      return normal - log_2;
    case PriorFamily::half_cauchy:
    case PriorFamily::half_t:
      return log(prior.scale) + log_t_normalizer(freedom(prior)) - log_2;
  }
  return 0.0;
}

double value(const ParameterPrior& prior, double theta) {
  const double t = theta / prior.scale;
  switch (prior.family) {
    case PriorFamily::laplace:
      return -std::abs(t);
    case PriorFamily::student_t:
      return -0.5 * (prior.nu + 1.0) * log1p(t * t / prior.nu);
    case PriorFamily::half_normal:
      return theta - 0.5 * square_ratio(prior, theta);
    case PriorFamily::half_cauchy:
    case PriorFamily::half_t:
      return theta - 0.5 * (freedom(prior) + 1.0) * softplus(log_odds(prior, theta));
    default:
      return 0.0;
  }
}

double slope(const ParameterPrior& prior, double theta) {
  const double t = theta / prior.scale;
  switch (prior.family) {
    case PriorFamily::laplace:
      return theta == 0.0 ? 0.0 : (theta < 0.0 ? 1.0 : -1.0) / prior.scale;
    case PriorFamily::student_t:
      return -(prior.nu + 1.0) * t / (prior.nu + t * t) / prior.scale;
    case PriorFamily::half_normal:
      return 1.0 - square_ratio(prior, theta);
    case PriorFamily::half_cauchy:
    case PriorFamily::half_t:
      return 1.0 - (freedom(prior) + 1.0) / (1.0 + exp(-log_odds(prior, theta)));
    default:
      return 0.0;
  }
}

double bend(const ParameterPrior& prior, double theta, double width) {
  const double s = prior.scale, t = theta / s;
  switch (prior.family) {
    case PriorFamily::laplace:
      return 1.0 / (s * std::max(std::abs(theta), std::min(width, 2.0 * s)));
    case PriorFamily::student_t:
      return (prior.nu + 1.0) / (prior.nu + t * t) / (s * s);
    case PriorFamily::half_normal:
      return 2.0 * std::max(1.0, square_ratio(prior, theta));
    case PriorFamily::half_cauchy:
    case PriorFamily::half_t: {
      const double v = std::abs(log_odds(prior, theta));
      return (freedom(prior) + 1.0) * (v < 1e-4 ? 0.5 : tanh(0.5 * v) / v);
    }
    default:
      return 0.0;
  }
}

std::vector<ParameterPrior> normal_parameters(const Vector& scales) {
  std::vector<ParameterPrior> parameters;
  for (Eigen::Index j = 0; j < scales.size(); ++j)
    parameters.push_back(std::isinf(scales[j]) ? ParameterPrior{}
                                               : ParameterPrior{PriorFamily::normal, scales[j]});
  return parameters;
}

}  // namespace

Prior::Prior(std::vector<ParameterPrior> parameters)
    : parameters_(std::move(parameters)),
      precision_(Vector::Zero(dimension())),
      kink_slopes_(Vector::Zero(dimension())) {
  for (int j = 0; j < dimension(); ++j) {
    const ParameterPrior& prior = (*this)[j];
    log_normalizer_ += log_normalizer(prior);
    if (prior.family == PriorFamily::normal) precision_[j] = 1.0 / (prior.scale * prior.scale);
    if (prior.family == PriorFamily::laplace) kink_slopes_[j] = 1.0 / prior.scale;
    if (prior.family != PriorFamily::normal && prior.family != PriorFamily::flat)
      others_.push_back(j);
  }
}

Prior Prior::normal(const Vector& scales) { return Prior(normal_parameters(scales)); }

bool Prior::has_flat() const {
  return std::any_of(parameters_.begin(), parameters_.end(),
                     [](const auto& prior) { return prior.family == PriorFamily::flat; });
}

double Prior::log_density(const Vector& theta) const {
  double squares = 0.0, sum = 0.0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) squares += precision_[j] * theta[j] * theta[j];
  for (const int j : others_) sum += value((*this)[j], theta[j]);
  return sum - 0.5 * squares - log_normalizer_;
}

Vector Prior::gradient(const Vector& theta) const {
  Vector result;
  gradient(theta, result);
  return result;
}

void Prior::gradient(const Vector& theta, Vector& result) const {
  result.noalias() = -precision_.cwiseProduct(theta);
  for (const int j : others_) result[j] = slope((*this)[j], theta[j]);
}

Vector Prior::curvature(const Vector& theta, const Vector& widths) const {
  Vector curvature = precision_;
  for (const int j : others_) curvature[j] = bend((*this)[j], theta[j], widths[j]);
  return curvature;
}

Vector Prior::curvature(const Vector& theta) const {
  Vector widths(theta.size());
  for (int j = 0; j < dimension(); ++j) widths[j] = 1e-3 * (*this)[j].scale;
  return curvature(theta, widths);
}

}  // namespace photinus
