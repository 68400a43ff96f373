#pragma once

#include <functional>

#include "archive.hpp"
#include "messenger.hpp"

namespace photinus {

/// One rank's part in answering an order: pass it on, answer it, gather the children's replies.
class Subtree {
 public:
  /// `waiting` is called while the reply of a child is awaited, with the child.
  using Waiting = std::function<void(int child)>;

  Subtree(Messenger& messenger, Member& member) : messenger_(messenger), member_(member) {}

  void pass_on(const Bytes& order);
  Outcome answer(const Command& command, const Waiting& waiting);

 private:
  Outcome answer_here(const Command& command);
  void count_messages(Measure::Reply& measured) const;

  Messenger& messenger_;
  Member& member_;
};

}  // namespace photinus
