#pragma once

#include <cstdint>
#include <functional>

namespace photinus {

/// Called between blocks by every loop over many rows, with what is being done and where, so that
/// whoever waits can tell a long command from a dead rank. Must not throw; cheap to call.
using Heartbeat = std::function<void(const char* phase, std::int64_t block)>;

inline void silent(const char*, std::int64_t) {}

}  // namespace photinus
