#pragma once

#include "cases.hpp"
#include "measurement.hpp"
#include "photinus/run/config.hpp"

namespace photinus::paper::tempering {

/// How long a case may be at least, and at most.
struct Lengths {
  std::int64_t least = 40, most = 200'000;  ///< iterations, warm-up with them
};
Lengths lengths_of(const Case& c);

/// What the first iterations took, from the starting points on.
struct Pace {
  double seconds = 0.0;    ///< of these, and of setting up
  double iteration = 0.0;  ///< seconds of one of their second half
};

/// Tries a few iterations, for about so many seconds.
Pace measure_pace(const Case& c, RunConfig config, double seconds);

/// Draws for about so many seconds, of which tuned methods spend half on warm-up. None where
/// warm-up takes more than twice the time in all. The settings are left to the caller.
std::optional<Measurement> measure(const Case& c, RunConfig config, const Pace& pace,
                                   double seconds);

}  // namespace photinus::paper::tempering
