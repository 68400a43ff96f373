#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace photinus {

/// A process that writes in a results directory, as its mark there tells others.
struct Writer {
  std::string host;
  std::string system;  ///< boot and namespace of processes: where its process number has a meaning
  std::int64_t process = 0;
  std::string started;  ///< when the process did, in ticks since boot: numbers are given out again
  std::string job;      ///< of SLURM; empty elsewhere
  int restarts = 0;     ///< of the job
  std::string since;    ///< date and time, UTC
};

/// As numbered by this system; nothing of it can be found out where there is no /proc.
Writer this_process();

/// Lines `key = value`, and back; nothing where one is missing.
std::string to_text(const Writer& writer);
std::optional<Writer> writer_from(const std::string& text);

/// For how long a mark that its writer does not refresh speaks for it, in seconds.
constexpr double mark_lasts = 180.0;

/// Whether a writer may still be at work, as far as `me` can tell. In the same system its process
/// is looked for; the same SLURM job with more restarts has ended it; elsewhere the age of its last
/// sign of life decides, in seconds.
bool may_live(const Writer& writer, const Writer& me, double age);

/// For messages: process, host, job, since when.
std::string describe(const Writer& writer);

}  // namespace photinus
