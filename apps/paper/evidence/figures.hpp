#pragma once

#include <string>

#include "run_cases.hpp"

namespace photinus::paper::evidence {

// As SVG documents; cases that have not been run are left out.

/// log Z per row, how far it is from the reference, and CPU seconds, against N.
std::string evidence_figure(const std::string& part, const Measurements& measured,
                            std::int64_t largest);
/// Figure A1: log Z against N, with a band of 0.1 N about the rejection sampler's.
std::string figure_a1(const Measurements& measured, std::int64_t largest);

}  // namespace photinus::paper::evidence
