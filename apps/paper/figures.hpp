#pragma once

#include <string>
#include <vector>

#include "group.hpp"

namespace photinus::paper {

/// Bounds of one datum's likelihood, and the probability of being bright that they leave.
std::string figure1();

/// Firefly Monte Carlo on a made-up data set of two columns: one iteration, and the paths of theta
/// and of the brightness.
std::string figure2();

/// Log posterior and queries per iteration from the start on, for the paper's variants of one data
/// set. Groups of other data sets or variants are left out.
std::string figure4(const DataSet& data, const std::vector<Group>& groups);

}  // namespace photinus::paper
