#pragma once

#include <optional>

#include "messenger.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// What goes down the tree of ranks: a command, or the order to stop.
struct Order {
  double deadline = 60.0;          ///< seconds of silence after which a rank is given up
  std::optional<Command> command;  ///< none: stop
};

/// What comes up: the merged reply of a subtree, or its first failure.
struct Outcome {
  std::optional<Reply> reply;
  std::optional<Failure> failure;
};

Bytes to_bytes(const Order& order);
Bytes to_bytes(const Outcome& outcome);
Order order_from(const Bytes& bytes);
Outcome outcome_from(const Bytes& bytes);

}  // namespace photinus
