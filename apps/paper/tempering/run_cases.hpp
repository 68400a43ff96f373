#pragma once

#include <map>
#include <string>
#include <vector>

#include "../commands.hpp"
#include "cases.hpp"
#include "measurement.hpp"

namespace photinus::paper::tempering {

/// By the name of the case.
class Measurements {
 public:
  void add(const Case& c, Measurement measurement);
  /// None where the case has not been run.
  const Measurement* find(const Case& c) const;

 private:
  std::map<std::string, Measurement> all_;
};

/// Those of the cases that the output directory holds, and those that there is time for.
Measurements run_cases(const std::vector<Case>& cases, const TemperingArguments& arguments);

}  // namespace photinus::paper::tempering
