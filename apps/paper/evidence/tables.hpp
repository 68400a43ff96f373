#pragma once

#include <string>

#include "run_cases.hpp"

namespace photinus::paper::evidence {

/// What the methods found, and what it took, as Markdown: the table of a figure.
std::string evidence_table(const std::string& part, const Measurements& measured,
                           std::int64_t largest);

/// How wide the draws of the sequential estimator are.
std::string variance_table(const Measurements& measured, std::int64_t largest);

}  // namespace photinus::paper::evidence
