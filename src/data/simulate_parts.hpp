#pragma once

#include <string>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/data/simulate.hpp"

namespace photinus {

/// --theta, one number for every column.
std::vector<double> true_theta(const SimulateSettings& settings);

inline Stream truth_stream(const SimulateSettings& settings) {
  return Stream({.seed = settings.seed, .purpose = Purpose::simulate_truth});
}
inline Stream row_stream(const SimulateSettings& settings, std::int64_t row) {
  return Stream({.seed = settings.seed,
                 .purpose = Purpose::simulate_row,
                 .index = static_cast<std::uint64_t>(row)});
}

// What is written to `path` for the families of responses given features, as HDF5 and as text, and
// for each of the others.
void simulate_regression(const SimulateSettings& settings, const std::string& path);
void simulate_text(const SimulateSettings& settings, const std::string& path);
void simulate_mvn(const SimulateSettings& settings, const std::string& path);
void simulate_mixture(const SimulateSettings& settings, const std::string& path);
void simulate_gp(const SimulateSettings& settings, const std::string& path);

}  // namespace photinus
