#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace photinus {

/// What the main thread of a rank does, and that it gets on with it, for the thread beside it that
/// tells the other ranks. One thread writes, another reads; writing costs a few stores.
class Pulse {
 public:
  /// How long a main thread may do the same thing without a beat, in deadlines.
  enum class Patience : int {
    strict,    ///< where beats come between blocks and between looks for messages
    some,      ///< the coordinator between commands: theta updates, checkpoints
    unlimited  ///< the coordinator once all is asked
  };

  static constexpr std::int64_t none = -1;  ///< no block

  struct Reading {
    std::uint64_t beats = 0;
    const char* command = "";
    const char* phase = "";
    std::int64_t block = none;
    Patience patience = Patience::strict;
  };

  /// The words must live as long as the program.
  void begin(const char* command, const char* phase, Patience patience) {
    command_.store(command, std::memory_order_relaxed);
    patience_.store(patience, std::memory_order_relaxed);
    beat(phase);
  }
  void beat(const char* phase, std::int64_t block = none) {
    phase_.store(phase, std::memory_order_relaxed);
    block_.store(block, std::memory_order_relaxed);
    beats_.store(beats_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

  Reading read() const {
    const std::uint64_t beats = beats_.load(std::memory_order_acquire);
    return {beats, command_.load(std::memory_order_relaxed), phase_.load(std::memory_order_relaxed),
            block_.load(std::memory_order_relaxed), patience_.load(std::memory_order_relaxed)};
  }

 private:
  std::atomic<std::uint64_t> beats_ = 0;
  std::atomic<const char*> command_ = "", phase_ = "start";
  std::atomic<std::int64_t> block_ = none;
  std::atomic<Patience> patience_ = Patience::strict;
};

/// "evaluate: waiting for another rank", "load: read, block 5".
std::string words_of(const Pulse::Reading& reading);

/// Of the exception that is being handled: "rank 2 on host h3: what it says (in evaluate, block
/// 5)".
std::string describe_thrown(int rank, const Pulse& pulse);

}  // namespace photinus
