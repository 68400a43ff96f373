#include "subtree.hpp"

#include <new>

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
  const std::string here = "rank " + std::to_string(messenger_.rank());
  try {
    Reply reply = member_.answer(command);
    if (auto* measured = std::get_if<Measure::Reply>(&reply)) count_messages(*measured);
    return {std::move(reply), {}};
  } catch (const Failure& failure) {
    return {{}, failure};
  } catch (const std::bad_alloc&) {
    return {{},
            Failure(ExitCode::internal, here + ": out of memory; more ranks on more hosts share "
                                               "the rows in smaller parts")};
  } catch (const std::exception& error) {
    return {{}, Failure(ExitCode::internal, here + ": " + error.what())};
  }
}

Outcome Subtree::answer(const Command& command, const Waiting& waiting) {
  Outcome outcome = answer_here(command);
  for (const int child : children_of(messenger_.rank(), messenger_.size())) {
    Outcome next = outcome_from(
        messenger_.receive(child, Messenger::reply_tag, [&](double) { waiting(child); }));
    if (next.failure && (!outcome.failure || next.failure->row() < outcome.failure->row()))
      outcome.failure = next.failure;
    if (!outcome.failure) merge(*outcome.reply, std::move(*next.reply));
  }
  return outcome;
}

}  // namespace photinus
