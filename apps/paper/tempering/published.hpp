#pragma once

#include <array>
#include <optional>

#include "cases.hpp"

namespace photinus::paper::tempering {

/// Effective samples per second as tables 1 and 2 print them.
struct PublishedEfficiency {
  double value = 0.0;
  bool converged = true;
};
std::optional<PublishedEfficiency> published_efficiency(const Line& line, Method method);

/// Seconds per draw relative to plain HMC, as the caption of figure 1 has them, and what the
/// paper's equations 15 to 18 give; 1 for the kernel alone.
double published_cost(const std::string& model, Method method);
double formula_of_paper(const std::string& model, Method method);

}  // namespace photinus::paper::tempering
