#include "run_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "log.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/base/stop_signal.hpp"
#include "run_identity.hpp"

namespace photinus {

namespace {

constexpr const char* set_up_lines = "found: ";
constexpr const char* stop_file_found = "the file stop was found";

std::chrono::steady_clock::duration seconds(double count) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(count));
}

std::string first_lines(const std::string& text, std::ptrdiff_t lines) {
  std::size_t end = 0;
  for (; lines > 0 && end < text.size(); --lines)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

}  // namespace

RunKeeper::RunKeeper(const RunConfig& config, const Resuming& resuming,
                     const std::vector<FileHeader>& files)
    : directory_(config.output.directory),
      files_(directory_),
      interval_(config.checkpoint.interval),
      due_(Clock::now() + seconds(interval_)),
      identity_(run_identity(config, files)) {
  if (resuming.max_time) stop_at_ = resuming.started + seconds(*resuming.max_time);
  if (!resuming.resume) {
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
  if (state_) compare(first_lines(kept_, std::count(identity_.begin(), identity_.end(), '\n')));
}

void RunKeeper::write(const State& state) {
  constexpr int share = 20;
  const auto begun = Clock::now();
  files_.write({identity_, state()});
  const auto written = Clock::now();
  due_ = written + std::max(seconds(interval_), share * (written - begun));
}

std::string RunKeeper::reason_to_stop() {
  constexpr double look_every = 0.5;  // seconds: file systems are asked no oftener
  const auto now = Clock::now();
  if (stop_signalled()) return "a signal came";
  if (stop_at_ && now >= *stop_at_) return "--max-time is over";
  if (now - looked_ < seconds(look_every)) return "";
  looked_ = now;
  std::error_code ignored;
  if (std::filesystem::exists(directory_ / "stop", ignored)) return stop_file_found;
  return "";
}

void RunKeeper::step(const State& state) {
  const std::string reason = reason_to_stop();
  if (!reason.empty() || Clock::now() >= due_) write(state);
  if (!reason.empty()) stop(reason, "at a checkpoint");
}

void RunKeeper::look() {
  const std::string reason = reason_to_stop();
  if (!reason.empty()) stop(reason, "while it was set up");
}

void RunKeeper::stop(const std::string& reason, const char* where) const {
  // So that the run can be resumed.
  if (reason == stop_file_found) remove_file(directory_ / "stop");
  throw Stopped{
      fmt::format("{}: the run is stopped {}; go on with the same command and --resume "
                  "(--output {})",
                  reason, where, directory_.string())};
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

}  // namespace photinus
