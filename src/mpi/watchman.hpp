#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "pulse.hpp"
#include "roll_call.hpp"
#include "vigil.hpp"

namespace photinus {

/// A thread of every rank that tells the others that it lives, and ends the job, with a line on
/// standard error, where one does not: dead, stopped, cut off or stuck. It also takes SIGTERM, so
/// that a rank can say what it was doing when its launcher told it to end. Needs an MPI that may be
/// called by several threads.
class Watchman {
 public:
  /// SIGTERM must reach the watchman alone: called before any thread starts, MPI's own too.
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

  void watch();
  void look(double passed);
  Sign sign(Sign::Kind kind);
  void tell(Sign::Kind kind);
  void listen();
  void flush(double seconds);
  std::optional<std::string> death();
  [[noreturn]] void end_as_told();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0;
  const Pulse& pulse_;
  Vigil vigil_;
  std::vector<Post> posts_;
  std::uint64_t beats_ = 0;
  double still_for_ = 0.0, next_sign_in_ = 0.0;
  std::atomic<double> deadline_ = 60.0;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

/// Ends the job on all ranks, with MPI's help or without.
[[noreturn]] void end_job(MPI_Comm communicator, int code);

}  // namespace photinus
