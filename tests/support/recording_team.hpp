#pragma once

#include <array>
#include <utility>
#include <variant>
#include <vector>

#include "photinus/team/team.hpp"

namespace photinus {

/// A team that writes down every Evaluate put to it and counts the commands of each kind.
class RecordingTeam final : public Team {
 public:
  explicit RecordingTeam(Team& team) : team_(team) {}

  int ranks() const override { return team_.ranks(); }
  const std::vector<Evaluate>& evaluates() const { return evaluates_; }
  /// How often a command has been put to the team.
  template <class C>
  int asked() const {
    return asked_[Command(C{}).index()];
  }

 private:
  Reply ask_all(const Command& command) override {
    ++asked_[command.index()];
    if (const auto* evaluate = std::get_if<Evaluate>(&command)) evaluates_.push_back(*evaluate);
    return std::visit([this](const auto& asked) { return Reply(team_.ask(asked)); }, command);
  }

  Team& team_;
  std::vector<Evaluate> evaluates_;
  std::array<int, std::variant_size_v<Command>> asked_{};
};

}  // namespace photinus
