#pragma once

#include <limits>

namespace photinus {

/// Adapts a step size during warm-up so that the mean acceptance rate meets its target: Nesterov's
/// dual averaging as in Hoffman & Gelman (2014), section 3.2, algorithm 5, with their constants
/// except one: steps are drawn towards mu = log(1.5 eps_0), where they have log(10 eps_0). Our
/// first step sizes come from the Hessian at the mode and are near the mark; ten times as much
/// begins every warm-up with trajectories that diverge. With target acceptance 0 the first step
/// size stays. A value: saved and restored with the chain.
struct DualAveraging {
  double target_acceptance = 0.8;
  double log_first_step = 0.0;
  double log_step = 0.0;
  double log_mean_step = 0.0;
  double mean_error = 0.0;
  double updates = 0.0;

  static DualAveraging start(double first_step_size, double target_acceptance);

  /// Steps are at most `longest`, and the mean error forgets what would lead beyond.
  void update(double acceptance_rate, double longest = std::numeric_limits<double>::infinity());
  /// The step size to try next during warm-up.
  double step_size() const;
  /// The step size to keep after warm-up.
  double adapted_step_size() const;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& target_acceptance& log_first_step& log_step& log_mean_step& mean_error& updates;
  }
};

}  // namespace photinus
