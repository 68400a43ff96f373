#pragma once

#include <cstddef>

#include "measurement.hpp"
#include "photinus/diagnostics/chains.hpp"
#include "photinus/run/tempered_state.hpp"

namespace photinus::paper::tempering {

/// All chains' draws of the user's parameters.
struct DrawnParameters {
  const std::vector<TemperedDraws>& chains;
  std::size_t parameters;

  std::size_t draws() const { return chains.front().draws.lp.size(); }
  /// Parameter j over the draws [first, last), of which every `every`-th is taken.
  Chains series(std::size_t j, std::size_t first, std::size_t last, std::size_t every = 1) const;
};

/// The paper's diagnostics over the draws from `first` on, medians over the parameters, and the
/// rank-normalised ones of the worst parameter.
void diagnose(const DrawnParameters& drawn, std::size_t first, Measurement& measurement);

/// The paper's R-hat on the way; `cpu[i]` are the seconds of all chains after draw i.
Convergence convergence_of(const DrawnParameters& drawn, const std::vector<double>& cpu);

}  // namespace photinus::paper::tempering
