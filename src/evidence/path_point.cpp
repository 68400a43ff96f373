#include "photinus/evidence/path_point.hpp"

#include <cmath>
#include <limits>

#include "photinus/base/errors.hpp"

namespace photinus {

double PathPoint::log_density(double beta) const {
  return beta == 0.0 ? log_prior : log_prior + beta * log_likelihood;
}

Vector PathPoint::gradient(double beta) const {
  return beta == 0.0 ? prior_gradient : Vector(prior_gradient + beta * likelihood_gradient);
}

PathPoint evaluate(EvidenceModel& model, const Vector& theta, bool with_gradient) {
  PathPoint point;
  point.theta = theta;
  point.log_prior = model.log_prior(theta, with_gradient ? &point.prior_gradient : nullptr);
  if (!std::isfinite(point.log_prior)) {
    point.log_likelihood = -std::numeric_limits<double>::infinity();
    if (with_gradient)
      point.prior_gradient = point.likelihood_gradient = Vector::Zero(theta.size());
  } else if (with_gradient) {
    point.log_likelihood = model.log_likelihood(theta, model.all_rows(), point.likelihood_gradient);
  } else {
    point.log_likelihood = model.log_likelihood(theta, model.all_rows());
  }
  return point;
}

double PowerDensity::value(const Vector& theta) {
  visited_.push_back(evaluate(model_, theta, false));
  return visited_.back().log_density(beta_);
}

double PowerDensity::value(const Vector& theta, Vector& gradient) {
  visited_.push_back(evaluate(model_, theta, true));
  gradient = visited_.back().gradient(beta_);
  return visited_.back().log_density(beta_);
}

const PathPoint& PowerDensity::point_at(const Vector& theta) const {
  for (auto point = visited_.rbegin(); point != visited_.rend(); ++point)
    if (point->theta == theta) return *point;
  throw Failure(ExitCode::internal, "a kernel has moved to a theta that it did not evaluate");
}

}  // namespace photinus
