#include "photinus/target/posterior.hpp"

#include <cmath>
#include <limits>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

// Sums that overflowed, far from all that the data allow, leave a density of 0: such a theta is
// turned down.
double density_or_zero(double log_density) {
  return std::isnan(log_density) ? impossible : log_density;
}

}  // namespace

double FullTarget::value(const Vector& theta) {
  const auto reply = team_.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::none});
  evaluations_ += reply.evaluations;
  return density_or_zero(base_.log_density(theta, beta_) + beta_ * reply.sums.value(0));
}

double FullTarget::value(const Vector& theta, Vector& gradient) {
  const auto reply = team_.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::gradient});
  evaluations_ += reply.evaluations;
  base_.gradient(theta, beta_, gradient);
  for (int j = 0; j < dimension(); ++j) gradient[j] += beta_ * reply.sums.value(1 + j);
  return density_or_zero(base_.log_density(theta, beta_) + beta_ * reply.sums.value(0));
}

double PseudoMarginalTarget::value(const Vector& theta) {
  const auto bounds = surface_.at(theta);
  const double log_bound = bounds.statistics->log_bound(theta);
  if (!std::isfinite(log_bound)) return impossible;
  const auto reply = team_.ask(ProposeBrightness{iteration_, replica_, theta, bounds.reach});
  bright_ = reply.bright;
  evaluations_ += reply.evaluations;
  return density_or_zero(prior_.log_density(theta) + log_bound + reply.log_weight.value(0));
}

double PseudoMarginalTarget::value(const Vector&, Vector&) {
  throw Failure(ExitCode::internal, "a pseudo-marginal estimate has no gradient to offer");
}

std::int64_t PseudoMarginalTarget::settle() {
  team_.ask(SettleBrightness{replica_});
  return bright_;
}

double FireflyTarget::bright_sum(const Vector& theta, double reach, Vector* gradient) {
  if (at_home_) return home_.evaluate(theta, reach, gradient);
  const auto reply = team_.ask(
      Evaluate{replica_, theta, gradient == nullptr ? Derivatives::none : Derivatives::gradient,
               reach, 1.0, beta_});
  evaluations_ += reply.evaluations;
  if (gradient != nullptr)
    for (int j = 0; j < dimension(); ++j) (*gradient)[j] += reply.sums.value(1 + j);
  return reply.sums.value(0);
}

void FireflyTarget::stand_on(double beta) {
  beta_ = beta;
  stretch_ = base_.stretch(beta);
  home_.temper(beta);
}

double FireflyTarget::value_on(double beta, const Vector& theta) {
  const double own = beta_;
  stand_on(beta);
  const double log_density = value(theta);
  stand_on(own);
  return log_density;
}

// beta times the bound; its gradient is added.
double FireflyTarget::tempered_bound(const BoundStatistics& statistics, const Vector& theta,
                                     Vector& gradient) const {
  if (beta_ == 1.0) return statistics.log_bound(theta, gradient);
  Vector slope = Vector::Zero(gradient.size());
  const double log_bound = statistics.log_bound(theta, slope);
  gradient += beta_ * slope;
  return beta_ * log_bound;
}

int FireflyTarget::shell(const Vector& theta) const {
  const TrustRegion& region = surface_.region();
  return region.shells() == 1 ? 0 : shell_at(region.distance(theta));
}

double FireflyTarget::value(const Vector& theta) {
  const int at = shell(theta);
  if (is_shut_out(at)) return impossible;
  const auto bounds = surface_.of_shell(at, stretch_);
  const double log_bound = bounds.statistics->log_bound(theta);
  if (!std::isfinite(log_bound)) return impossible;
  return density_or_zero(base_.log_density(theta, beta_) + beta_ * log_bound +
                         bright_sum(theta, bounds.reach, nullptr));
}

double FireflyTarget::value(const Vector& theta, Vector& gradient) {
  const int at = shell(theta);
  if (is_shut_out(at)) return impossible;
  const auto bounds = surface_.of_shell(at, stretch_);
  base_.gradient(theta, beta_, gradient);
  const double log_bound = tempered_bound(*bounds.statistics, theta, gradient);
  if (!std::isfinite(log_bound)) return impossible;
  return density_or_zero(base_.log_density(theta, beta_) + log_bound +
                         bright_sum(theta, bounds.reach, &gradient));
}

}  // namespace photinus
