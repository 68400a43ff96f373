#include <algorithm>

#include "photinus/base/errors.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

namespace {

// Responses are checked as shards check them.
ResponseSummary see_responses(const FamilyEntry& family, const ReadRows& command,
                              const ModelShare& share) {
  ResponseSummary summary;
  if (!family.has_predictors()) return summary;
  const auto& y = share.responses();
  const std::size_t refused = family.first_refused(command.numbers, y);
  for (std::size_t i = 0; i < std::min(refused, y.size()); ++i)
    summary.see(y[i], share.first_row() + static_cast<std::int64_t>(i));
  if (refused >= y.size()) return summary;
  const std::int64_t row = share.first_row() + static_cast<std::int64_t>(refused);
  throw Failure(ExitCode::bad_data,
                row_label(command.files, row) + " (rows count from 0), column y: value " +
                    shown(y[refused]) + " is outside the range of family " + family.name,
                row);
}

}  // namespace

const FamilyEntry& Member::family(const std::string& name) const {
  return *std::find_if(families_.begin(), families_.end(),
                       [&](const FamilyEntry& family) { return family.name == name; });
}

ReadRows::Reply Member::read_rows(const ReadRows& command) {
  rows_.reset();
  const Share share = share_of(rank_, ranks_, command.layout, command.coordinator_holds_rows);
  const auto row_at = [&](std::int64_t block) {
    return std::min(command.layout.rows, command.layout.first_row(block));
  };
  const std::int64_t first = row_at(share.first), last = row_at(share.last);
  rows_ = std::make_unique<ModelShare>(read_table(command.files, first, last, heartbeat_), first,
                                       heartbeat_);
  family_of_rows_ = command.family;
  return {{rows_->range(), see_responses(family(command.family), command, *rows_)}};
}

OpenRows::Reply Member::open_rows(const OpenRows& command) {
  rows_->open(family(family_of_rows_).make_model(rows_->take_table(), command.settings),
              family_of_rows_);
  return {};
}

}  // namespace photinus
