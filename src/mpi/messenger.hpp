#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace photinus {

using Bytes = std::vector<char>;

/// Bytes of any length between ranks, never blocking inside MPI: sends are handed over and looked
/// after in the background, and waiting for a message calls back again and again, so that whoever
/// waits can show that it lives. Every call is checked; a failed one is a
/// Failure naming the call.
class Messenger {
 public:
  using Clock = std::chrono::steady_clock;

  /// MPI guarantees tags up to 32,767.
  enum Tag : int { command_tag = 1, reply_tag = 2 };

  explicit Messenger(MPI_Comm communicator);
  Messenger(const Messenger&) = delete;
  Messenger& operator=(const Messenger&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm communicator() const { return communicator_; }

  /// Commands and replies sent so far, and their bytes.
  struct Sent {
    std::int64_t messages = 0;
    std::int64_t bytes = 0;
  };
  const Sent& sent() const { return sent_; }

  void send(int to, Tag tag, Bytes bytes);
  /// Waits for a message, calling `idle` between looks.
  Bytes receive(int from, Tag tag, const std::function<void()>& idle);
  /// Waits until all sends have left, at most `seconds`.
  void flush(double seconds);

 private:
  struct Pending {
    Bytes bytes;
    std::vector<MPI_Request> requests;
  };

  bool arrived(int from, Tag tag, MPI_Status& status);
  Bytes take(const MPI_Status& first);
  void look_after_sends();

  MPI_Comm communicator_;
  int rank_ = 0;
  int size_ = 1;
  Sent sent_;
  std::deque<Pending> pending_;
};

}  // namespace photinus
