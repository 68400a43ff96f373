#include "subtree.hpp"

#include "command_name.hpp"
#include "tree.hpp"

namespace photinus {

void Subtree::pass_on(const Bytes& order) {
  for (const int child : children_of(messenger_.rank(), messenger_.size()))
    messenger_.send(child, Messenger::command_tag, order);
}

void Subtree::count_messages(Measure::Reply& measured) const {
  measured.ranks.front().messages = messenger_.sent().messages;
  measured.ranks.front().message_bytes = messenger_.sent().bytes;
}

// Whatever is thrown on one rank becomes a Failure that all hear of: no rank waits for a reply
// that never comes.
Outcome Subtree::answer_here(const Command& command) {
  try {
    Reply reply = member_.answer(command);
    if (auto* measured = std::get_if<Measure::Reply>(&reply)) count_messages(*measured);
    return {std::move(reply), {}};
  } catch (const Failure& failure) {
    return {{}, failure};
  } catch (...) {
    return {{}, Failure(ExitCode::internal, describe_thrown(messenger_.rank(), pulse_))};
  }
}

Outcome Subtree::answer(const Command& command) {
  const char* name = name_of(command);
  pulse_.begin(name, name, Pulse::Patience::strict);
  Outcome outcome = answer_here(command);
  for (const int child : children_of(messenger_.rank(), messenger_.size())) {
    Outcome next = outcome_from(messenger_.receive(
        child, Messenger::reply_tag, [&] { pulse_.beat("waiting for another rank"); }));
    if (next.failure && (!outcome.failure || next.failure->row() < outcome.failure->row()))
      outcome.failure = next.failure;
    if (!outcome.failure) merge(*outcome.reply, std::move(*next.reply));
  }
  return outcome;
}

}  // namespace photinus
