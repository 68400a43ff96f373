#include "photinus/base/memory_use.hpp"

#include <fstream>
#include <limits>
#include <string>

namespace photinus {

// Not ru_maxrss of getrusage: it begins with that of the program that started this one.
MemoryUse memory_use() {
  MemoryUse use;
  std::ifstream status("/proc/self/status");
  for (std::string key; status >> key;
       status.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    std::int64_t kilobytes = 0;
    if (key == "VmRSS:" && status >> kilobytes) use.now = 1024 * kilobytes;
    if (key == "VmHWM:" && status >> kilobytes) use.peak = 1024 * kilobytes;
  }
  return use;
}

}  // namespace photinus
