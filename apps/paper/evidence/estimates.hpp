#pragma once

#include <limits>

#include "run_cases.hpp"

namespace photinus::paper::evidence {

/// What the seeds of one method found, of one problem and number of rows. Seeds that gave up are
/// left out.
struct Estimates {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  int seeds = 0;
  int gave_up = 0;
  double log_z = none;   ///< mean
  double spread = none;  ///< sample standard deviation; none of a single seed
  double evaluations = none;
  double seconds = none;
};
Estimates estimates_of(const Measurements& measured, const Case& c);

/// What others are compared with: the formula where there is one, else nested sampling as the paper
/// has it, in figure A1 with rejected draws.
Method reference_of(const std::string& part);

}  // namespace photinus::paper::evidence
