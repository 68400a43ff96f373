#include "photinus/output/directory_mark.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <optional>

#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/output/writer.hpp"

namespace photinus {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto refreshed_every = 20s;

struct Found {
  std::string text;
  double age = 0.0;  // seconds
};

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return seconds(time);
}

// None where it is gone.
std::optional<Found> read_mark(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid() && (errno == ENOENT || errno == ESTALE)) return {};
  char buffer[4096];
  const auto count = file.valid() ? ::read(file.get(), buffer, sizeof buffer) : -1;
  struct stat status {};
  if (count < 0 || ::fstat(file.get(), &status) != 0) fail_on("read", path);
  return Found{{buffer, static_cast<std::size_t>(count)}, now() - seconds(status.st_mtim)};
}

// Who is killed between creating a mark and writing it leaves an empty one.
std::optional<Found> read_written_mark(const fs::path& path) {
  auto found = read_mark(path);
  for (int look = 0; look < 20 && found && found->text.empty(); ++look) {
    std::this_thread::sleep_for(100ms);
    found = read_mark(path);
  }
  return found;
}

bool is_stale(const Found& found) {
  if (found.text.empty()) return true;
  const auto writer = writer_from(found.text);
  return writer ? !may_live(*writer, this_process(), found.age) : found.age > mark_lasts;
}

[[noreturn]] void refuse(const fs::path& path, const Found& found) {
  const auto writer = writer_from(found.text);
  throw Failure(
      ExitCode::usage,
      fmt::format("another run writes in {}: {}, its last sign of life {:.0f} s ago; wait for its "
                  "end or choose another directory (--output DIR), or, if you know it to be dead, "
                  "remove {}",
                  path.parent_path().string(),
                  writer ? describe(*writer) : std::string("an unknown process"),
                  std::max(found.age, 0.0), path.string()));
}

// Whoever takes over is done at once, or dead.
void wait_for(const fs::path& takeover) {
  for (int look = 0; look < 100; ++look) {
    const auto found = read_written_mark(takeover);
    if (!found) return;
    if (is_stale(*found)) return remove_file(takeover);
    std::this_thread::sleep_for(100ms);
  }
  if (const auto found = read_mark(takeover)) refuse(takeover, *found);
}

}  // namespace

DirectoryMark::DirectoryMark(const fs::path& directory)
    : path_(directory / "running"), text_(to_text(this_process())) {
  while (!create(path_)) remove_what_is_stale();
  heart_ = std::jthread([this](const std::stop_token& over) { keep_fresh(over); });
}

DirectoryMark::~DirectoryMark() {
  heart_.request_stop();
  heart_.join();
  try {
    const auto found = read_mark(path_);
    if (found && found->text == text_) ::unlink(path_.c_str());
  } catch (const Failure&) {
    return;  // a mark that is left says of itself that it is over
  }
}

bool DirectoryMark::stands_in(const fs::path& directory) {
  std::error_code ignored;
  return fs::exists(directory / "running", ignored);
}

void DirectoryMark::require_ours() const {
  const auto found = read_mark(path_);
  if (found && found->text != text_) refuse(path_, *found);
}

bool DirectoryMark::create(const fs::path& path) const {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid() && errno == EEXIST) return false;
  if (!file.valid()) fail_on("write", path);
  if (write_all(file.get(), text_) && file.close()) {
    // Whoever found it empty for long may have taken it for a dead one.
    const auto there = read_mark(path);
    return there && there->text == text_;
  }
  const int reason = errno;
  ::unlink(path.c_str());
  errno = reason;
  fail_on("write", path);
}

// Of several that find it stale one removes it, and looks once more before: another may have been
// quicker, and its mark stand there.
void DirectoryMark::remove_what_is_stale() const {
  const auto found = read_written_mark(path_);
  if (!found) return;
  if (!is_stale(*found)) refuse(path_, *found);
  const fs::path takeover = path_.string() + ".takeover";
  if (!create(takeover)) return wait_for(takeover);
  Partial lock(takeover);
  const auto still = read_mark(path_);
  if (still && still->text == found->text) remove_file(path_);
}

void DirectoryMark::keep_fresh(const std::stop_token& over) const {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  while (!never.wait_for(lock, over, refreshed_every, [&] { return over.stop_requested(); }))
    ::utimensat(AT_FDCWD, path_.c_str(), nullptr, 0);
}

}  // namespace photinus
