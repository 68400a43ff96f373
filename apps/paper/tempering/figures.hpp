#pragma once

#include <string>

#include "run_cases.hpp"

namespace photinus::paper::tempering {

// As SVG documents; cases that have not been run are left out.

/// Seconds per draw against N, and relative to plain HMC.
std::string figure1(const Measurements& measured, std::int64_t largest);
/// Median R-hat against draws and seconds.
std::string figure2(const Measurements& measured);
/// Effective samples per second against N.
std::string figure3(const Measurements& measured, std::int64_t largest);

}  // namespace photinus::paper::tempering
