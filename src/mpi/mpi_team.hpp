#pragma once

#include <vector>

#include "pulse.hpp"
#include "subtree.hpp"

namespace photinus {

/// The team as the coordinator sees it, over MPI.
class MpiTeam final : public Team {
 public:
  /// `tell_deadline` hears what set_deadline is told.
  MpiTeam(Messenger& messenger, const std::vector<FamilyEntry>& families, Pulse& pulse,
          std::function<void(double)> tell_deadline);

  int ranks() const override { return messenger_.size(); }
  void set_deadline(double seconds) override;
  /// The others wait on, and are watched, until the coordinator has done what is left to do.
  void dismiss() override;
  /// Sends the others to their end.
  void release();

 private:
  Reply ask_all(const Command& command) override;

  Messenger& messenger_;
  Pulse& pulse_;
  std::function<void(double)> tell_deadline_;
  Member member_;
  Subtree subtree_;
  double deadline_ = 60.0;
};

/// The other ranks: receive, pass on, answer, reply, until told to stop.
void serve(Messenger& messenger, const std::vector<FamilyEntry>& families, Pulse& pulse,
           const std::function<void(double)>& tell_deadline);

}  // namespace photinus
