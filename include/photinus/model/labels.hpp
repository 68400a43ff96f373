#pragma once

#include <string>

#include "photinus/model/family.hpp"

namespace photinus {

/// Responses that are one of two labels: files code them as 0 and 1 or as -1 and +1, families see
/// y = -1 or +1.
struct Labels {
  bool accepts(double response) const {
    return response == 0.0 || response == 1.0 || response == -1.0;
  }
  double code(double response) const { return response > 0.5 ? 1.0 : -1.0; }

  /// Why the responses as a whole cannot be used; empty where they can.
  std::string complaint(const ResponseSummary& seen) const {
    if (seen.first_zero == Failure::no_row || seen.first_minus_one == Failure::no_row) return "";
    return "labels must be 0 and 1, or -1 and +1: row " + std::to_string(seen.first_zero) +
           " has 0, row " + std::to_string(seen.first_minus_one) + " has -1";
  }
};

}  // namespace photinus
