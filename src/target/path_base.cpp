#include "photinus/target/path_base.hpp"

#include <cmath>

namespace photinus {

double PathBase::log_density(const Vector& theta, double beta) const {
  const double log_prior = prior_->log_density(theta);
  if (!has_reference()) return log_prior;
  return beta * log_prior + (1.0 - beta) * reference_->log_density(theta);
}

void PathBase::gradient(const Vector& theta, double beta, Vector& result) const {
  prior_->gradient(theta, result);
  if (!has_reference()) return;
  result *= beta;
  reference_->add_gradient(theta, 1.0 - beta, result);
}

// A normal approximation of the posterior is as wide as the posterior.
double PathBase::stretch(double beta) const {
  return has_reference() ? 1.0 : 1.0 / std::sqrt(beta);
}

}  // namespace photinus
