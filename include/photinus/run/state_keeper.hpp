#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "photinus/team/team.hpp"

namespace photinus {

/// The run was stopped as was asked for, at a checkpoint or before its first: no failure, but no
/// results either.
struct Stopped {
  std::string message;
};

/// Whoever keeps the state of a run between its steps. This one keeps nothing.
class StateKeeper {
 public:
  using State = std::function<std::vector<char>()>;

  virtual ~StateKeeper() = default;
  /// The state to go on from; none where the run starts.
  const std::optional<std::vector<char>>& state() const { return state_; }
  /// Something that the run depends on and only set-up knows. Throws Failure usage where the run
  /// that is resumed had another value.
  virtual void expect(const std::string& /*key*/, const std::string& /*value*/) {}
  /// While the run is being set up: throws Stopped where it is to stop, without a checkpoint.
  virtual void look() {}
  /// After every step: writes a checkpoint where it is time. Throws Stopped where the run is to
  /// stop, its checkpoint being written.
  virtual void step(const State& /*state*/) {}
  /// The run is over; it may be extended from here.
  virtual void finish(const State& /*state*/) {}

 protected:
  std::optional<std::vector<char>> state_;
};

/// What `set_up()` makes, stopped between two questions to the team where the keeper says so.
template <class SetUp>
auto set_up_watched(Team& team, StateKeeper& keeper, const SetUp& set_up) {
  struct Watch {
    Team& team;
    ~Watch() { team.before_questions({}); }
  } const watch{team};
  team.before_questions([&keeper] { keeper.look(); });
  return set_up();
}

}  // namespace photinus
