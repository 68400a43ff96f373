#pragma once

#include <cstdint>
#include <vector>

#include "photinus/team/team.hpp"

namespace photinus {

/// Counts what ranks send while a run samples. For the report only.
class Traffic {
 public:
  /// Counting begins, where it has not yet.
  void begin(Team& team, std::int64_t iteration);
  /// Counting ends, where it has begun.
  void end(Team& team, std::int64_t iteration);

  /// What a rank sent in an iteration, on average; nothing was counted where iterations() is 0.
  struct PerIteration {
    double messages = 0.0;
    double bytes = 0.0;
  };
  std::int64_t iterations() const { return last_ - first_; }
  PerIteration of(std::size_t rank) const;

 private:
  std::int64_t first_ = -1;
  std::int64_t last_ = -1;
  std::vector<RankUse> before_;
  std::vector<RankUse> begin_;
  std::vector<RankUse> end_;
};

}  // namespace photinus
