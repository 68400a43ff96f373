#include "run_keeper.hpp"

#include <fmt/format.h>

#include "log.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/base/stop_signal.hpp"
#include "run_identity.hpp"

namespace photinus {

namespace {

constexpr const char* set_up_lines = "found: ";
constexpr const char* stop_file_found = "the file stop was found";

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
  return std::chrono::duration<double>(b - a).count();
}

}  // namespace

RunKeeper::RunKeeper(const RunConfig& config, const ConfigArguments& arguments,
                     const FileHeader& header)
    : directory_(config.output.directory),
      files_(directory_),
      interval_(config.checkpoint.interval),
      max_time_(arguments.max_time),
      identity_(run_identity(config, header)) {
  if (!arguments.resume) {
    files_.remove();
    return;
  }
  auto found = files_.newest();
  if (!found) {
    log_lines::info("no checkpoint in " + directory_.string() + ": the run starts afresh");
    return;
  }
  for (const auto& path : found->damaged)
    log_lines::warn(path + " is damaged: the older checkpoint is taken");
  kept_ = std::move(found->checkpoint.identity);
  state_ = std::move(found->checkpoint.state);
  // What only set-up knows comes after the settings.
  compare(kept_.substr(0, kept_.find(set_up_lines)));
}

void RunKeeper::compare(const std::string& kept) const {
  const std::string difference = first_difference(kept, identity_);
  if (difference.empty()) return;
  throw Failure(ExitCode::usage,
                directory_.string() + " holds another run, which cannot be resumed as this one: " +
                    difference + "; take back the change, or choose another --output");
}

void RunKeeper::expect(const std::string& key, const std::string& value) {
  identity_ += set_up_lines + key + " = " + value + "\n";
  if (state_) compare(kept_);
}

void RunKeeper::write(const State& state) {
  files_.write({identity_, state()});
  written_ = Clock::now();
}

std::string RunKeeper::reason_to_stop() {
  constexpr double look_every = 0.5;  // seconds: file systems are asked no oftener
  const auto now = Clock::now();
  if (stop_signalled()) return "a signal came";
  if (max_time_ && seconds_between(start_, now) >= *max_time_) return "--max-time is over";
  if (seconds_between(looked_, now) < look_every) return "";
  looked_ = now;
  std::error_code ignored;
  if (std::filesystem::exists(directory_ / "stop", ignored)) return stop_file_found;
  return "";
}

bool RunKeeper::stops(const State& state) {
  stopped_by_ = reason_to_stop();
  const bool due = seconds_between(written_, Clock::now()) >= interval_;
  if (due || !stopped_by_.empty()) write(state);
  // So that the run can be resumed.
  if (stopped_by_ == stop_file_found) remove_file(directory_ / "stop");
  return !stopped_by_.empty();
}

void RunKeeper::say_stopped() const {
  log_lines::info(
      fmt::format("{}: stopped at a checkpoint; go on with the same command and "
                  "--resume (--output {})",
                  stopped_by_, directory_.string()));
}

void say_resumed(std::int64_t iteration, std::int64_t iterations) {
  if (iteration > iterations)
    throw Failure(
        ExitCode::usage,
        fmt::format("the run to resume has {} iterations already, the config asks for {}: "
                    "set more draws",
                    iteration, iterations));
  log_lines::info(fmt::format("resumed at iteration {} of {}", iteration, iterations));
}

void RunKeeper::finish(const State& state) { write(state); }

}  // namespace photinus
