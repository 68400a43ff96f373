#pragma once

#include <map>
#include <string>
#include <vector>

#include "../commands.hpp"
#include "cases.hpp"
#include "measurement.hpp"

namespace photinus::paper::evidence {

/// By the name of the case.
class Measurements {
 public:
  void add(const Case& c, Measurement measurement);
  /// None where the case has not been run.
  const Measurement* find(const Case& c) const;
  /// Those of seeds 1, 2, ... that have been run.
  std::vector<const Measurement*> find_seeds(Case c) const;

 private:
  std::map<std::string, Measurement> all_;
};

/// Those of the cases that the output directory holds, and those that there is time for.
Measurements run_cases(const std::vector<Case>& cases, const EvidenceArguments& arguments);

}  // namespace photinus::paper::evidence
