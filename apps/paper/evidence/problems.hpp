#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "photinus/model/data_model.hpp"

namespace photinus::paper::evidence {

/// One of the models of Cameron, Eggers & Kroon (2019), section 4 and figure A1, on rows that are
/// simulated from it. All true parameters are draws of the prior, so that the model is true; the
/// features are standard normal. Every row has random numbers of its own: fewer rows are the first
/// of more.
struct Problem {
  std::string name;   ///< "linear", "softmax", "mixture" or "mixture1d"
  std::string title;  ///< of a panel or a table
  int parameters = 0;
};
const std::vector<Problem>& all_problems();
const Problem& problem_named(const std::string& name);

/// The rows [0, rows) and their model.
std::unique_ptr<RowWiseModel> make_model(const Problem& problem, std::int64_t rows,
                                         std::uint64_t seed);

/// log Z where there is a formula: of the linear regression.
std::optional<double> exact_log_z(const Problem& problem, std::int64_t rows, std::uint64_t seed);

}  // namespace photinus::paper::evidence
