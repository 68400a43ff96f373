#pragma once

#include <cstdint>
#include <string>

#include "measurement.hpp"

namespace photinus::paper::evidence {

/// What makes a measurement another one: the method's constants and the seed of the rows.
std::string settings_of(const Case& c, std::uint64_t data_seed);

/// Runs a case; rows are simulated before the clock starts.
Measurement measure(const Case& c, std::uint64_t data_seed);

}  // namespace photinus::paper::evidence
