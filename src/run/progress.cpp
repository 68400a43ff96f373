#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "log.hpp"

namespace photinus {

namespace {

std::string duration(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

}  // namespace

ProgressLine::ProgressLine(std::int64_t warmup, std::int64_t iteration, std::int64_t iterations)
    : warmup_(warmup),
      iterations_(iterations),
      terminal_(isatty(STDERR_FILENO) != 0),
      next_(start_ + std::chrono::milliseconds(terminal_ ? 200 : 5000)),
      last_iteration_(iteration) {}

void ProgressLine::show(std::int64_t iteration, double bright) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(terminal_ ? 200 : 5000);
  const double elapsed = std::chrono::duration<double>(now - last_time_).count();
  const double rate = static_cast<double>(iteration - last_iteration_) / std::max(elapsed, 1e-9);
  last_time_ = now;
  last_iteration_ = iteration;
  const std::string phase = iteration < warmup_ ? "warm-up " : "sampling";
  const std::string fireflies = bright > 0.0 ? fmt::format("  bright {:.0f}", bright) : "";
  const std::string line = fmt::format(
      "{}  {:>3}%  {}/{}  {:.4g} it/s  ETA {}{}", phase, 100 * iteration / iterations_, iteration,
      iterations_, rate,
      duration(static_cast<double>(iterations_ - iteration) / std::max(rate, 1e-9)), fireflies);
  if (terminal_)
    fmt::print(stderr, "\r\033[K{}", line);
  else
    log_lines::info(line);
  std::fflush(stderr);
}

ProgressLine::~ProgressLine() {
  if (!terminal_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace photinus
