#include "mpi_team.hpp"

#include <iostream>

#include "photinus/base/errors.hpp"
#include "tree.hpp"

namespace photinus {

namespace {

double seconds_since(Messenger::Clock::time_point start) {
  return std::chrono::duration<double>(Messenger::Clock::now() - start).count();
}

[[noreturn]] void give_up(Messenger& messenger, const std::string& message) {
  std::cerr << "photinus: " << message << std::endl;
  MPI_Abort(messenger.communicator(), static_cast<int>(ExitCode::internal));
  std::abort();
}

}  // namespace

MpiTeam::MpiTeam(Messenger& messenger, const std::vector<FamilyEntry>& families)
    : messenger_(messenger),
      member_(0, messenger.size(), families,
              [this](const char*, std::int64_t) { hear_signs_of_life(); }),
      subtree_(messenger, member_),
      last_heard_(static_cast<std::size_t>(messenger.size()), Messenger::Clock::now()),
      last_progress_(static_cast<std::size_t>(messenger.size())),
      next_look_(Messenger::Clock::now()) {}

void MpiTeam::hear_signs_of_life() {
  int from = 0;
  Bytes bytes;
  while (messenger_.poll(Messenger::progress_tag, from, bytes)) {
    last_heard_[static_cast<std::size_t>(from)] = Messenger::Clock::now();
    last_progress_[static_cast<std::size_t>(from)] = progress_from(bytes);
  }
}

// Ranks that wait say so as well, so that whoever is silent is the one in trouble.
void MpiTeam::watch(int child) {
  if (Messenger::Clock::now() < next_look_) return;
  next_look_ = Messenger::Clock::now() + std::chrono::milliseconds(100);
  hear_signs_of_life();
  for (int rank = child; rank < messenger_.size(); ++rank) {
    const auto& progress = last_progress_[static_cast<std::size_t>(rank)];
    const double silent_for = seconds_since(last_heard_[static_cast<std::size_t>(rank)]);
    if (silent_for < deadline_) continue;
    give_up(messenger_, "rank " + std::to_string(rank) + " has given no sign of life for " +
                            std::to_string(static_cast<int>(silent_for)) +
                            " s (last: " + (progress.phase.empty() ? "nothing" : progress.phase) +
                            ", block " + std::to_string(progress.block) +
                            "); the run is given up (ranks.deadline sets the time)");
  }
}

Reply MpiTeam::ask_all(const Command& command) {
  std::fill(last_heard_.begin(), last_heard_.end(), Messenger::Clock::now());
  subtree_.pass_on(to_bytes(Order{deadline_, command}));
  Outcome outcome = subtree_.answer(command, [this](int child) { watch(child); });
  if (outcome.failure) throw *outcome.failure;
  return std::move(*outcome.reply);
}

void MpiTeam::dismiss() {
  if (dismissed_) return;
  dismissed_ = true;
  subtree_.pass_on(to_bytes(Order{deadline_, {}}));
  messenger_.flush(deadline_);
  hear_signs_of_life();
}

namespace {

// A worker's signs of life, sent to the coordinator every few seconds while it works or waits.
class LifeSigns {
 public:
  explicit LifeSigns(Messenger& messenger) : messenger_(messenger) {}

  void tell(const char* phase, std::int64_t block) {
    if (seconds_since(last_) < interval) return;
    last_ = Messenger::Clock::now();
    messenger_.send(0, Messenger::progress_tag, to_bytes(Progress{phase, block}));
  }

 private:
  static constexpr double interval = 2.0;
  Messenger& messenger_;
  Messenger::Clock::time_point last_ = Messenger::Clock::now();
};

}  // namespace

void serve(Messenger& messenger, const std::vector<FamilyEntry>& families) {
  // Between commands the coordinator may be busy with theta updates, never for this many deadlines.
  constexpr double patience = 10.0;
  LifeSigns signs(messenger);
  Member member(messenger.rank(), messenger.size(), families,
                [&signs](const char* phase, std::int64_t block) { signs.tell(phase, block); });
  Subtree subtree(messenger, member);
  const int parent = parent_of(messenger.rank());
  double deadline = Order{}.deadline;
  for (;;) {
    const Bytes bytes = messenger.receive(parent, Messenger::command_tag, [&](double waited) {
      signs.tell("waiting for a command", 0);
      if (waited > patience * deadline)
        give_up(messenger, "rank " + std::to_string(messenger.rank()) +
                               " has heard nothing from the coordinator for " +
                               std::to_string(static_cast<int>(waited)) + " s and ends itself");
    });
    subtree.pass_on(bytes);
    const Order order = order_from(bytes);
    if (!order.command) break;
    deadline = order.deadline;
    const Outcome outcome = subtree.answer(
        *order.command, [&signs](int child) { signs.tell("waiting for rank", child); });
    messenger.send(parent, Messenger::reply_tag, to_bytes(outcome));
  }
  messenger.flush(deadline);
}

}  // namespace photinus
