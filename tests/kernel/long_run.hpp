#pragma once

#include <vector>

#include "kernel/truths.hpp"
#include "photinus/kernel/dual_averaging.hpp"

namespace photinus {

struct LongRun {
  std::vector<std::vector<Vector>> draws;  ///< chain by chain
  double acceptance = 0.0;                 ///< mean rate after warm-up
};

/// Four chains, adapted for 2,000 steps from `factor` times the kernel's first step size, begun
/// three standard deviations off.
inline LongRun long_run(const Truth& truth, const Kernel& kernel, int iterations,
                        double factor = 1.0) {
  constexpr int chains = 4, warmup = 2000;
  LongRun result;
  const auto target = truth.make();
  for (int c = 0; c < chains; ++c) {
    const double off = c % 2 == 0 ? 3.0 : -3.0;
    State state = state_at(truth.mean + off * truth.covariance.diagonal().cwiseSqrt(), *target);
    auto adaptation =
        DualAveraging::start(factor * kernel.first_step_size, kernel.target_acceptance);
    auto& draws = result.draws.emplace_back();
    for (int i = 0; i < warmup + iterations; ++i) {
      Stream stream = numbers(static_cast<std::uint64_t>(3 + c), static_cast<std::uint64_t>(i));
      const bool warm = i < warmup;
      const double step = warm ? adaptation.step_size() : adaptation.adapted_step_size();
      const Transition next = kernel.transition(stream, state, *target, step);
      state = next.state;
      if (warm) adaptation.update(next.info.acceptance_rate);
      if (!warm) draws.push_back(state.theta);
      if (!warm) result.acceptance += next.info.acceptance_rate / (chains * iterations);
    }
  }
  return result;
}

}  // namespace photinus
