#pragma once

#include <string>
#include <vector>

#include "photinus/evidence/estimate.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

struct NamedEstimate {
  std::string name;
  EvidenceEstimate estimate;
};

/// A model among others with equal prior odds.
struct ComparedModel {
  double log_bayes_factor = 0.0;  ///< against the best, at most 0
  double log_bayes_factor_error = 0.0;
  double probability = 0.0;
  double probability_error = 0.0;
};

/// With p_i = Z_i / sum_j Z_j and independent errors s_i of log Z_i, to first order
///   var p_i = p_i^2 ((1 - p_i)^2 s_i^2 + sum over j != i of p_j^2 s_j^2).
std::vector<ComparedModel> compare(const std::vector<NamedEstimate>& models);

/// The table of it for a terminal of 80 columns; of ratios it says why there is none.
std::string comparison_table(const std::vector<NamedEstimate>& models);

/// Throws Failure usage naming the first config whose data are not those of the first.
void require_same_data(const std::vector<RunConfig>& configs,
                       const std::vector<std::string>& names);

}  // namespace photinus
