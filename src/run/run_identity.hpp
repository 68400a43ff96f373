#pragma once

#include <string>

#include "photinus/data/dataset.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

/// What a run's draws depend on, in lines `key = value`: the settings but those of output, ranks,
/// checkpoints and lengths after warm-up, and the data file's shape, size and both ends. Throws
/// Failure input_output where the file can't be read.
std::string run_identity(const RunConfig& config, const FileHeader& header);

/// The first line in which `kept` differs from `now`, as a sentence; empty where none does.
std::string first_difference(const std::string& kept, const std::string& now);

}  // namespace photinus
