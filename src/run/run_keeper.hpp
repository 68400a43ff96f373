#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/output/checkpoint.hpp"
#include "photinus/run/config.hpp"

namespace photinus {

/// Keeps the checkpoints of a run, and knows when it is to stop: on USR1 or USR2, after --max-time,
/// or when a file `stop` stands in its directory.
class RunKeeper {
 public:
  /// With --resume finds the last checkpoint, else removes what is there. Throws Failure usage
  /// where it is another run's, naming the first difference; and as CheckpointFiles::newest.
  RunKeeper(const RunConfig& config, const ConfigArguments& arguments, const FileHeader& header);

  /// The state to go on from; none where the run starts.
  const std::optional<std::vector<char>>& state() const { return state_; }
  /// Something that the draws depend on and only set-up knows. Throws as the constructor does.
  void expect(const std::string& key, const std::string& value);

  using State = std::function<std::vector<char>()>;
  /// After every step: writes a checkpoint where it is time. True where the run is to stop, its
  /// checkpoint being written.
  bool stops(const State& state);
  /// Tells the user why the run has stopped, and how it goes on.
  void say_stopped() const;
  /// The run is over; it may be extended from here.
  void finish(const State& state);

 private:
  using Clock = std::chrono::steady_clock;

  void write(const State& state);
  std::string reason_to_stop();
  void compare(const std::string& kept) const;

  std::filesystem::path directory_;
  CheckpointFiles files_;
  double interval_;
  std::optional<double> max_time_;
  Clock::time_point start_ = Clock::now(), written_ = start_, looked_ = start_;
  std::string identity_, kept_;
  std::optional<std::vector<char>> state_;
  std::string stopped_by_;
};

/// Tells the user where the run goes on. Throws Failure usage where it is longer than was asked
/// for.
void say_resumed(std::int64_t iteration, std::int64_t iterations);

}  // namespace photinus
