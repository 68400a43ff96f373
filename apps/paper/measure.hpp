#pragma once

#include "cell.hpp"
#include "experiments.hpp"
#include "report/experiment.hpp"

namespace photinus::paper {

/// What the first iterations of all chains took, from their starts.
struct Pace {
  std::int64_t tried = 0;
  double seconds = 0.0;    ///< of these
  double iteration = 0.0;  ///< seconds of one of their second half
  double posterior = 0.0;  ///< seconds of one log posterior from all rows

  /// Of a run of so many iterations.
  double seconds_of(std::int64_t iterations) const {
    return seconds + static_cast<double>(iterations - tried) * iteration;
  }
};

/// Tries iterations for about `seconds`, at most as many as `length` has.
Pace measure_pace(report::Experiment& experiment, const Length& length, double seconds);

/// Iterations of a chain of that length at which a trace looks: 12 to a decade.
std::vector<std::int64_t> trace_iterations(std::int64_t iterations);

/// Runs one cell: its chains from their starts, and everything that is kept of them. Names,
/// settings and file are left to the caller.
Cell measure_cell(report::Experiment& experiment, std::uint64_t seed, const Length& length);

}  // namespace photinus::paper
