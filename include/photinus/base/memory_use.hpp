#pragma once

#include <cstdint>

namespace photinus {

/// Memory of this process that is resident, in bytes: its own pages, those of the libraries that it
/// has touched, and what it shares with other ranks of its host.
struct MemoryUse {
  std::int64_t now = 0;   ///< VmRSS of /proc/self/status
  std::int64_t peak = 0;  ///< VmHWM: the most that it has been
};

/// Both 0 where the system does not say.
MemoryUse memory_use();

}  // namespace photinus
