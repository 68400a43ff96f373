#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "roll_call.hpp"

namespace photinus {

/// The value of an environment variable, null where there is none; std::getenv outside of tests.
using Environment = std::function<const char*(const char*)>;

/// Why a process that MPI says is alone must not go on: its launcher started several, of which
/// each would be a run of its own and write the same files. None where all is well, or where
/// PHOTINUS_INDEPENDENT says that it is meant so.
std::optional<std::string> unjoined_copies(const Environment& environment);

/// Whether this process is the one of its launcher's that says so.
bool speaks_for_copies(const Environment& environment);

/// A warning for a process that is rightly alone, in a batch job which has more tasks than that.
std::optional<std::string> idle_tasks(const Environment& environment);

/// A warning where a host has more ranks than cores that these may use. A rank computes with one
/// thread.
std::optional<std::string> crowded_hosts(const std::vector<Place>& places);

}  // namespace photinus
