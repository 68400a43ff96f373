#pragma once

#include "archive.hpp"
#include "messenger.hpp"
#include "pulse.hpp"

namespace photinus {

/// One rank's part in answering an order: pass it on, answer it, gather the children's replies.
class Subtree {
 public:
  Subtree(Messenger& messenger, Member& member, Pulse& pulse)
      : messenger_(messenger), member_(member), pulse_(pulse) {}

  void pass_on(const Bytes& order);
  Outcome answer(const Command& command);

 private:
  Outcome answer_here(const Command& command);
  void count_messages(Measure::Reply& measured) const;

  Messenger& messenger_;
  Member& member_;
  Pulse& pulse_;
};

}  // namespace photinus
