#include "photinus/output/text_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const char* action, const fs::path& path) {
  const auto reason = std::generic_category().message(errno);
  throw Failure(ExitCode::input_output,
                std::string("cannot ") + action + " " + path.string() + ": " + reason);
}

/// A file descriptor that closes itself; release() for those who ask close() for its verdict.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// Removes a partial file unless it was renamed away.
class Partial {
 public:
  explicit Partial(fs::path path) : path_(std::move(path)) {}
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;
  ~Partial() {
    if (!renamed_) ::unlink(path_.c_str());
  }

  const fs::path& path() const { return path_; }
  bool rename_to(const fs::path& target) {
    renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
    return renamed_;
  }

 private:
  fs::path path_;
  bool renamed_ = false;
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The new name lasts only once its directory is on the disk. File systems that cannot sync
/// directories say EINVAL: nothing to be done there.
void sync_directory(const fs::path& path) {
  const auto directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const Descriptor file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() < 0 || (::fsync(file.get()) != 0 && errno != EINVAL)) fail("write", path);
}

}  // namespace

void write_file(const fs::path& path, std::string_view bytes) {
  fs::path beside = path;
  beside += ".partial";
  Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) fail("write", path);
  Partial partial(beside);
  if (!write_all(file.get(), bytes) || ::fsync(file.get()) != 0) fail("write", path);
  if (::close(file.release()) != 0) fail("write", path);
  if (!partial.rename_to(path)) fail("write", path);
  sync_directory(path);
}

void write_text_file(const fs::path& path, const std::string& text) { write_file(path, text); }

std::string read_text_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("read", path);
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace photinus
