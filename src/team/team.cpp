#include "photinus/team/team.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <optional>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

std::string host_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

void Member::open_shard(const Load& command) {
  const Share share = share_of(rank_, ranks_, command.layout, command.coordinator_holds_rows);
  for (const auto& family : families_)
    if (family.name == command.family)
      shard_ = family.make_shard(command.numbers, command.header, share, heartbeat_);
}

Reply Member::answer(const Command& command) {
  if (const Load* load = std::get_if<Load>(&command)) open_shard(*load);
  Reply reply = std::visit([this](const auto& c) { return Reply(shard_->answer(c)); }, command);
  if (auto* account = std::get_if<Account::Reply>(&reply))
    for (auto& share : account->shares) {
      share.rank = rank_;
      share.host = host_name();
      share.peak_memory_bytes = peak_memory_bytes();
    }
  return reply;
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
