#include "photinus/target/posterior.hpp"

namespace photinus {

double FullTarget::value(const Vector& theta) {
  const auto reply = team_.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::none});
  evaluations_ += reply.evaluations;
  return prior_.log_density(theta) + reply.sums.value(0);
}

double FullTarget::value(const Vector& theta, Vector& gradient) {
  const auto reply = team_.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::gradient});
  evaluations_ += reply.evaluations;
  gradient = prior_.gradient(theta);
  for (int j = 0; j < dimension(); ++j) gradient[j] += reply.sums.value(1 + j);
  return prior_.log_density(theta) + reply.sums.value(0);
}

double FireflyTarget::bright_sum(const Vector& theta, Vector* gradient) {
  if (home_ != nullptr) return home_->evaluate(theta, gradient);
  const auto reply = team_->ask(
      Evaluate{replica_, theta, gradient == nullptr ? Derivatives::none : Derivatives::gradient});
  evaluations_ += reply.evaluations;
  if (gradient != nullptr)
    for (int j = 0; j < dimension(); ++j) (*gradient)[j] += reply.sums.value(1 + j);
  return reply.sums.value(0);
}

double FireflyTarget::value(const Vector& theta) {
  return prior_.log_density(theta) + statistics_.log_bound(theta) + bright_sum(theta, nullptr);
}

double FireflyTarget::value(const Vector& theta, Vector& gradient) {
  gradient = prior_.gradient(theta);
  const double log_bound = statistics_.log_bound(theta, gradient);
  return prior_.log_density(theta) + log_bound + bright_sum(theta, &gradient);
}

}  // namespace photinus
