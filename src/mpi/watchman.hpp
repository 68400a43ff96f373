#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pulse.hpp"
#include "roll_call.hpp"
#include "vigil.hpp"

namespace photinus {

/// Two threads of every rank. One tells the others that this rank lives, and hears the same of
/// them. The other ends the job, with a line on standard error, where one is dead, stopped, cut off
/// or stuck; and it takes SIGTERM, so that a rank can say what it was doing when its launcher told
/// it to end. It never calls MPI before that, which may stand still where a peer is gone. Needs an
/// MPI that may be called by several threads.
class Watchman {
 public:
  /// SIGTERM must reach the watchman alone, and SIGPIPE nobody: called before any thread starts,
  /// MPI's own too.
  static void take_over_signals();
  static void give_back_signals();

  /// A collective call.
  Watchman(MPI_Comm communicator, const std::vector<Place>& places, const Pulse& pulse);
  /// The watch is over: says so to the others.
  ~Watchman();
  Watchman(const Watchman&) = delete;
  Watchman& operator=(const Watchman&) = delete;

  /// Seconds of silence, or of standing still, after which a rank is given up.
  void set_deadline(double seconds) { deadline_ = seconds; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Post {
    int to;
    Sign sign;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // The first thread's.
  void correspond();
  void tell(Sign::Kind kind);
  void listen();
  void flush();

  // The second's.
  void watch();
  void look(double passed);
  std::optional<std::string> death();
  std::optional<std::string> why_told();
  [[noreturn]] void end_as_told();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0;
  const Pulse& pulse_;
  std::vector<Post> posts_;
  std::atomic<double> deadline_ = 60.0;

  std::mutex mutex_;  // of all that follows
  std::condition_variable wake_;
  Vigil vigil_;
  Sign own_;
  std::uint64_t beats_ = 0;
  bool over_ = false, urgent_ = false, told_ = false, told_others_ = false;
  std::thread postman_, watcher_;
};

/// Ends the job on all ranks, with MPI's help or without.
[[noreturn]] void end_job(MPI_Comm communicator, int code);

}  // namespace photinus
