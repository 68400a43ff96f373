#include "photinus/team/team.hpp"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "photinus/base/errors.hpp"
#include "photinus/base/memory_use.hpp"
#include "photinus/data/table.hpp"

namespace photinus {

namespace {

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

// A rank may have held a shard in the same run.
void account_for_rows(const ModelShare& rows, RankShare& share) {
  share.first_row = rows.first_row();
  share.rows = rows.rows();
  share.evaluations += rows.evaluations();
}

}  // namespace

void Member::open_shard(const Load& command) {
  const Share share = share_of(rank_, ranks_, command.layout, command.coordinator_holds_rows);
  for (const auto& family : families_)
    if (family.name == command.family)
      shard_ = family.make_shard(command.numbers, command.header, share, heartbeat_);
}

// A rank without replicas reads nothing.
OpenHomes::Reply Member::open_homes(const OpenHomes& command) {
  homes_.reset();
  if (std::find(command.home_of.begin(), command.home_of.end(), rank_) == command.home_of.end())
    return {};
  for (const auto& family : families_)
    if (family.name == command.family)
      homes_ = std::make_unique<Homes>(
          rank_, command,
          family.make_model(read_table(command.header, heartbeat_), command.settings), heartbeat_);
  return homes_->describe();
}

Account::Reply Member::account() {
  Account::Reply reply = shard_ ? shard_->answer(Account{}) : Account::Reply{{{}}};
  for (auto& share : reply.shares) {
    share.rank = rank_;
    share.host = host_name();
    share.peak_memory_bytes = memory_use().peak;
    if (homes_) share.evaluations += homes_->evaluations();
    if (rows_) account_for_rows(*rows_, share);
  }
  return reply;
}

// Messages are whoever sends them to fill in.
Measure::Reply Member::measure() const {
  const MemoryUse use = memory_use();
  return {{{rank_, use.now, use.peak, 0, 0}}};
}

template <class C>
Reply Member::answer_one(const C& command) {
  if constexpr (std::is_same_v<C, OpenHomes>)
    return open_homes(command);
  else if constexpr (std::is_same_v<C, Account>)
    return account();
  else if constexpr (std::is_same_v<C, Measure>)
    return measure();
  else if constexpr (std::is_same_v<C, ReadRows>)
    return read_rows(command);
  else if constexpr (std::is_same_v<C, OpenRows>)
    return open_rows(command);
  else if constexpr (RowCommand<C>)
    return rows_->answer(command);
  else if constexpr (HomeCommand<C>)
    return homes_ ? homes_->answer(command) : typename C::Reply{};
  else
    return shard_->answer(command);
}

Reply Member::answer(const Command& command) {
  if (const Load* load = std::get_if<Load>(&command)) open_shard(*load);
  return std::visit([this](const auto& c) { return answer_one(c); }, command);
}

void merge(Reply& reply, Reply&& next) {
  std::visit(
      [&next](auto& into) { into.merge(std::move(std::get<std::decay_t<decltype(into)>>(next))); },
      reply);
}

LocalTeam::LocalTeam(int ranks, const std::vector<FamilyEntry>& families,
                     const Heartbeat& heartbeat) {
  for (int rank = 0; rank < ranks; ++rank) members_.emplace_back(rank, ranks, families, heartbeat);
}

Reply LocalTeam::ask_all(const Command& command) {
  std::optional<Reply> reply;
  std::optional<Failure> failure;
  for (auto& member : members_) try {
      Reply next = member.answer(command);
      if (reply)
        merge(*reply, std::move(next));
      else
        reply = std::move(next);
    } catch (const Failure& caught) {
      if (!failure || caught.row() < failure->row()) failure = caught;
    }
  if (failure) throw *failure;
  return std::move(*reply);
}

}  // namespace photinus
