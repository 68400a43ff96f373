#include "photinus/kernel/dual_averaging.hpp"

#include <cmath>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

constexpr double shrinkage = 0.05;               // gamma
constexpr double delay = 10.0;                   // t0
constexpr double forgetting = 0.75;              // kappa
constexpr double optimism = 0.4054651081081644;  // log 1.5

}  // namespace

DualAveraging DualAveraging::start(double first_step_size, double target_acceptance) {
  const double log_first = log(first_step_size);
  return {target_acceptance, log_first, log_first, log_first, 0.0, 0.0};
}

void DualAveraging::update(double acceptance_rate, double longest) {
  if (target_acceptance == 0.0) return;
  updates += 1.0;
  const double weight = 1.0 / (updates + delay);
  mean_error += weight * (target_acceptance - acceptance_rate - mean_error);
  log_step = log_first_step + optimism - std::sqrt(updates) / shrinkage * mean_error;
  if (exp(log_step) > longest) {
    log_step = log(longest);
    mean_error = (log_first_step + optimism - log_step) * shrinkage / std::sqrt(updates);
  }
  const double share = exp(-forgetting * log(updates));
  log_mean_step += share * (log_step - log_mean_step);
}

double DualAveraging::step_size() const { return exp(log_step); }

double DualAveraging::adapted_step_size() const {
  return updates > 0.0 ? exp(log_mean_step) : exp(log_step);
}

}  // namespace photinus
