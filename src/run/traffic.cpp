#include "photinus/run/traffic.hpp"

namespace photinus {

// Asked twice, as the question has messages of its own, which are then known.
void Traffic::begin(Team& team, std::int64_t iteration) {
  if (first_ >= 0) return;
  before_ = team.ask(Measure{}).ranks;
  begin_ = team.ask(Measure{}).ranks;
  first_ = last_ = iteration;
}

void Traffic::end(Team& team, std::int64_t iteration) {
  if (first_ < 0) return;
  end_ = team.ask(Measure{}).ranks;
  last_ = iteration;
}

Traffic::PerIteration Traffic::of(std::size_t rank) const {
  const auto number = static_cast<double>(iterations());
  const RankUse &before = before_[rank], &begin = begin_[rank], &end = end_[rank];
  const auto mean = [&](std::int64_t RankUse::*count) {
    const std::int64_t own = begin.*count - before.*count;
    return static_cast<double>(end.*count - begin.*count - own) / number;
  };
  return {mean(&RankUse::messages), mean(&RankUse::message_bytes)};
}

}  // namespace photinus
