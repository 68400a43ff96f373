#pragma once

#include <string>
#include <vector>

#include "photinus/data/dataset.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

/// What a run's draws depend on, in lines `key = value`: the settings but those of output, ranks,
/// checkpoints and lengths after warm-up, and of each data file its shape, size and both ends.
/// Throws Failure input_output where a file can't be read.
std::string run_identity(const RunConfig& config, const std::vector<FileHeader>& files);

/// The first line in which `kept` differs from `now`, as a sentence; empty where none does.
std::string first_difference(const std::string& kept, const std::string& now);

}  // namespace photinus
