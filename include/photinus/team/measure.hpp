#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// What one rank's process has taken so far: for the report only, nothing is computed from it.
struct RankUse {
  int rank = 0;
  std::int64_t memory = 0;       ///< bytes: see MemoryUse
  std::int64_t peak_memory = 0;  ///< bytes
  /// Commands and replies that it has sent to other ranks, without its signs of life, which follow
  /// the clock; 0 where there are no others.
  std::int64_t messages = 0;
  std::int64_t message_bytes = 0;
};

/// What every rank has taken.
struct Measure {
  struct Reply {
    std::vector<RankUse> ranks;  ///< ascending
    void merge(Reply&& other) { ranks.insert(ranks.end(), other.ranks.begin(), other.ranks.end()); }
  };
};

}  // namespace photinus
