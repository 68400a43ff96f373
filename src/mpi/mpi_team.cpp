#include "mpi_team.hpp"

#include "tree.hpp"

namespace photinus {

namespace {

Heartbeat beats_of(Pulse& pulse) {
  return [&pulse](const char* phase, std::int64_t block) { pulse.beat(phase, block); };
}

}  // namespace

MpiTeam::MpiTeam(Messenger& messenger, const std::vector<FamilyEntry>& families, Pulse& pulse,
                 std::function<void(double)> tell_deadline)
    : messenger_(messenger),
      pulse_(pulse),
      tell_deadline_(std::move(tell_deadline)),
      member_(0, messenger.size(), families, beats_of(pulse)),
      subtree_(messenger, member_, pulse) {
  pulse_.begin("", "before the first command", Pulse::Patience::some);
}

void MpiTeam::set_deadline(double seconds) {
  deadline_ = seconds;
  tell_deadline_(seconds);
}

Reply MpiTeam::ask_all(const Command& command) {
  subtree_.pass_on(to_bytes(Order{deadline_, command}));
  Outcome outcome = subtree_.answer(command);
  pulse_.begin("", "between commands", Pulse::Patience::some);
  if (outcome.failure) throw *outcome.failure;
  return std::move(*outcome.reply);
}

void MpiTeam::dismiss() { pulse_.begin("", "after the last command", Pulse::Patience::unlimited); }

void MpiTeam::release() {
  subtree_.pass_on(to_bytes(Order{deadline_, {}}));
  messenger_.flush(deadline_);
}

void serve(Messenger& messenger, const std::vector<FamilyEntry>& families, Pulse& pulse,
           const std::function<void(double)>& tell_deadline) {
  Member member(messenger.rank(), messenger.size(), families, beats_of(pulse));
  Subtree subtree(messenger, member, pulse);
  const int parent = parent_of(messenger.rank());
  for (;;) {
    pulse.begin("", "waiting for a command", Pulse::Patience::strict);
    const Bytes bytes = messenger.receive(parent, Messenger::command_tag,
                                          [&] { pulse.beat("waiting for a command"); });
    subtree.pass_on(bytes);
    const Order order = order_from(bytes);
    tell_deadline(order.deadline);
    if (!order.command) break;
    messenger.send(parent, Messenger::reply_tag, to_bytes(subtree.answer(*order.command)));
  }
  messenger.flush(Order{}.deadline);
}

}  // namespace photinus
