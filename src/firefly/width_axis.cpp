#include "photinus/firefly/width_axis.hpp"

#include <algorithm>

namespace photinus {

WidthAxis::WidthAxis(const FactTable& facts, const ProposalRule& rule)
    : facts_(&facts), rule_(rule), starts_((facts.rows() + group - 1) / group + 1) {
  std::uint64_t end = 0;
  for (std::size_t row = 0; row < facts.rows(); ++row) {
    if (row % group == 0) starts_[row / group] = end;
    end += rule.width(facts.gap(row));
  }
  starts_[starts_.size() - 1] = end;
}

WidthAxis::Hit WidthAxis::find(std::uint64_t point) const {
  // Widths are alike on the large scale: guess the group, then double the steps away from there.
  const auto groups = static_cast<std::int64_t>(starts_.size()) - 1;
  const double share = static_cast<double>(point) / static_cast<double>(length());
  const std::int64_t guess =
      std::min(static_cast<std::int64_t>(share * static_cast<double>(groups)), groups - 1);
  std::int64_t low = guess, high = guess + 1;
  for (std::int64_t step = 1; starts_[static_cast<std::size_t>(low)] > point; step *= 2)
    low = std::max<std::int64_t>(low - step, 0);
  for (std::int64_t step = 1; starts_[static_cast<std::size_t>(high)] <= point; step *= 2)
    high = std::min(high + step, groups);
  const auto* found = std::upper_bound(starts_.data() + low + 1, starts_.data() + high, point) - 1;
  std::uint64_t end = *found;
  std::int64_t row = (found - starts_.data()) * group;
  for (;; ++row) {
    end += rule_.width(facts_->gap(static_cast<std::size_t>(row)));
    if (point < end) return {row, end};
  }
}

}  // namespace photinus
