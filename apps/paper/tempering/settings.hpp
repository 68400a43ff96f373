#pragma once

#include <filesystem>
#include <string>

#include "cases.hpp"
#include "photinus/run/config.hpp"

namespace photinus::paper::tempering {

/// The paper's ladder, 2^(-m/2), m = 0, ..., 6.
std::vector<double> paper_ladder();

/// What `photinus sample` would be told. Warm-up and draws are left to the caller.
///
/// The paper's methods have its constants throughout: steps fixed in proportion to beta^(-1/2),
/// momenta drawn afresh, the identity for a metric, no warm-up. Chains start from the prior's mean,
/// half of it and twice it; one chain from the mean alone.
RunConfig config_of(const Case& c, const std::filesystem::path& data, std::uint64_t seed);

/// The data of a case in this directory, simulated where they are not there yet. With one seed
/// those of fewer rows are the beginning of those of more.
std::filesystem::path data_of(const Case& c, const std::filesystem::path& directory,
                              std::uint64_t seed);

}  // namespace photinus::paper::tempering
