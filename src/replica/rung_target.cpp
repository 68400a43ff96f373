#include "photinus/replica/rung_target.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace photinus {

namespace {

bool same(const Vector& a, const Vector& b) { return a.size() == b.size() && a == b; }

double combine(const Rung& rung, double log_likelihood, double log_prior) {
  const double sum = rung.likelihood_power * log_likelihood + rung.prior_power * log_prior;
  return std::isnan(sum) ? -std::numeric_limits<double>::infinity() : sum;
}

const SubsetSums& sums_of(const Rung& rung, const KnownPoint& point) {
  return point.sums[static_cast<std::size_t>(rung.order)];
}

}  // namespace

RungTarget::RungTarget(DataModel& model, const std::vector<RowOrder>& orders, KnownPoint memory)
    : model_(model), orders_(orders), latest_(std::move(memory)) {
  // Equal to no theta.
  latest_.theta.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void RungTarget::forget(KnownPoint& point, const Vector& theta) const {
  point.theta = theta;
  point.sums.resize(orders_.size());
  for (auto& sums : point.sums) sums.forget();
  point.knows_prior = false;
}

KnownPoint& RungTarget::point_at(const Vector& theta) {
  if (same(theta, settled_.theta)) return settled_;
  if (!same(theta, latest_.theta)) forget(latest_, theta);
  return latest_;
}

double RungTarget::log_density(const Rung& rung, KnownPoint& point, bool with_gradient) {
  const auto order = static_cast<std::size_t>(rung.order);
  if (!point.knows_prior) {
    point.prior_gradient.resize(dimension());
    point.log_prior = model_.log_prior(point.theta, &point.prior_gradient);
    point.knows_prior = true;
  }
  if (!point.sums[order].knows(rung.subset, with_gradient))
    evaluations_ +=
        model_.extend(point.theta, orders_[order], rung.subset, with_gradient, point.sums[order]);
  return combine(rung, point.sums[order].value(rung.subset), point.log_prior);
}

double RungTarget::log_density(const Rung& rung, const Vector& theta, bool with_gradient) {
  return log_density(rung, point_at(theta), with_gradient);
}

double RungTarget::known_log_density(const Rung& rung, const Vector& theta) {
  KnownPoint& point = point_at(theta);
  if (!sums_of(rung, point).knows(rung.subset, false))
    return std::numeric_limits<double>::quiet_NaN();
  return log_density(rung, point, false);
}

double RungTarget::known_log_likelihood(const Rung& rung, const Vector& theta) {
  const SubsetSums& sums = sums_of(rung, point_at(theta));
  return sums.knows(rung.subset, false) ? sums.value(rung.subset)
                                        : std::numeric_limits<double>::quiet_NaN();
}

double RungTarget::value(const Vector& theta) { return log_density(rung_, theta, false); }

double RungTarget::value(const Vector& theta, Vector& gradient) {
  KnownPoint& point = point_at(theta);
  const double value = log_density(rung_, point, true);
  gradient = rung_.prior_power * point.prior_gradient;
  model_.add_gradient(sums_of(rung_, point).slope(rung_.subset), rung_.likelihood_power, gradient);
  return value;
}

void RungTarget::settle(const Vector& theta) {
  if (same(theta, settled_.theta)) return;
  // The first settling is where the replica stands already.
  if (settled_.theta.size() > 0) model_.moved(settled_.theta, theta);
  if (same(theta, latest_.theta))
    std::swap(settled_, latest_);
  else
    forget(settled_, theta);
}

}  // namespace photinus
