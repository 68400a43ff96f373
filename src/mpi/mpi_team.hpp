#pragma once

#include <string>
#include <vector>

#include "subtree.hpp"

namespace photinus {

/// The team as the coordinator sees it, over MPI.
class MpiTeam final : public Team {
 public:
  MpiTeam(Messenger& messenger, const std::vector<FamilyEntry>& families);

  int ranks() const override { return messenger_.size(); }
  void set_deadline(double seconds) override { deadline_ = seconds; }
  void dismiss() override;

 private:
  Reply ask_all(const Command& command) override;
  void hear_signs_of_life();
  void watch(int child);

  Messenger& messenger_;
  Member member_;
  Subtree subtree_;
  double deadline_ = 60.0;
  bool dismissed_ = false;
  std::vector<Messenger::Clock::time_point> last_heard_;
  std::vector<Progress> last_progress_;
  Messenger::Clock::time_point next_look_;
};

/// The other ranks: receive, pass on, answer, reply, until told to stop.
void serve(Messenger& messenger, const std::vector<FamilyEntry>& families);

}  // namespace photinus
