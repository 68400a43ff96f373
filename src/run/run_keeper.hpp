#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/output/checkpoint.hpp"
#include "photinus/run/config.hpp"
#include "photinus/run/state_keeper.hpp"

namespace photinus {

/// Keeps the checkpoints of a run, and knows when it is to stop: on USR1 or USR2, after --max-time,
/// or when a file `stop` stands in its directory.
///
/// A checkpoint is written every checkpoint.interval seconds, but of large states seldom enough
/// that writing takes at most a twentieth of the time.
class RunKeeper final : public StateKeeper {
 public:
  /// With --resume finds the last checkpoint, else removes what is there. `files` are those of the
  /// data. Throws Failure usage where it is another run's, naming the first difference; and as
  /// CheckpointFiles::newest.
  RunKeeper(const RunConfig& config, const Resuming& resuming,
            const std::vector<FileHeader>& files);

  void expect(const std::string& key, const std::string& value) override;
  void look() override;
  void step(const State& state) override;
  void finish(const State& state) override { write(state); }

 private:
  using Clock = std::chrono::steady_clock;

  void write(const State& state);
  std::string reason_to_stop();
  [[noreturn]] void stop(const std::string& reason, const char* where) const;
  void compare(const std::string& kept) const;

  std::filesystem::path directory_;
  CheckpointFiles files_;
  double interval_;
  std::optional<Clock::time_point> stop_at_;
  Clock::time_point due_, looked_ = Clock::now();
  std::string identity_, kept_;
};

/// Tells the user where the run goes on. Throws Failure usage where it is longer than was asked
/// for.
void say_resumed(std::int64_t iteration, std::int64_t iterations);

}  // namespace photinus
