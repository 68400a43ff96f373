#pragma once

#include <chrono>
#include <cstdint>

namespace photinus {

/// How far a run is, with rate and time to go: a line that is rewritten on a terminal, a new line
/// every few seconds elsewhere.
class ProgressLine {
 public:
  /// Of a run that begins, or goes on, behind `iteration` iterations.
  ProgressLine(std::int64_t warmup, std::int64_t iteration, std::int64_t iterations);
  /// Clears the terminal's line, so that what is said next stands on its own.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Called after every iteration; shows something now and then.
  void show(std::int64_t iteration, double bright);

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t warmup_;
  std::int64_t iterations_;
  bool terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  Clock::time_point last_time_ = Clock::now();
  std::int64_t last_iteration_;
};

}  // namespace photinus
