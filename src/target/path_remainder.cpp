#include "photinus/target/path_remainder.hpp"

namespace photinus {

PathRemainder::PathRemainder(Team& team, const Prior& prior, const Mode& mode,
                             const NormalDensity& reference, BoundSurface& surface,
                             bool sampled_scale)
    : team_(team),
      prior_(prior),
      mode_(mode),
      reference_(reference),
      log_prior_(prior.log_density(mode.theta)) {
  if (!sampled_scale) return;
  bounds_ = surface.at(mode.theta).statistics;
  bound_gradient_ = Vector::Zero(mode.theta.size());
  log_bound_ = bounds_->log_bound(mode.theta, bound_gradient_);
  bound_hessian_ = bounds_->precision(mode.theta);
}

// The shards' sum is of gaps; quadratic bounds have nothing beyond the second order.
double PathRemainder::bound_beyond_second_order(const Vector& theta) const {
  if (bounds_ == nullptr) return 0.0;
  const Vector d = theta - mode_.theta;
  const double second = bound_gradient_.dot(d) - 0.5 * d.dot(bound_hessian_ * d);
  return bounds_->log_bound(theta) - log_bound_ - second;
}

double PathRemainder::exact_part(const Vector& theta) const {
  const Vector d = theta - mode_.theta;
  const double likelihood =
      mode_.likelihood_gradient.dot(d) - 0.5 * d.dot(mode_.likelihood_hessian * d);
  return prior_.log_density(theta) - log_prior_ + likelihood - reference_.kernel(theta) +
         bound_beyond_second_order(theta);
}

Remainders PathRemainder::estimate(const std::vector<Vector>& thetas,
                                   const std::vector<int>& replicas, std::int64_t iteration,
                                   int rounds) {
  const auto reply = team_.ask(SampleRemainders{mode_.theta, thetas, replicas, iteration, rounds});
  Remainders remainders{{}, reply.evaluations};
  for (std::size_t i = 0; i < thetas.size(); ++i)
    remainders.values.push_back(exact_part(thetas[i]) + reply.sums.value(static_cast<int>(i)));
  return remainders;
}

}  // namespace photinus
