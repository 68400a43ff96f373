#include "photinus/base/file_writing.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

namespace fs = std::filesystem;

// The new name lasts only once its directory is on the disk. File systems that cannot sync
// directories say EINVAL: nothing to be done there.
void sync_directory(const fs::path& path) {
  const auto directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const Descriptor file(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!file.valid() || (::fsync(file.get()) != 0 && errno != EINVAL)) fail_on("write", path);
}

}  // namespace

Descriptor::~Descriptor() { close(); }

bool Descriptor::close() {
  const int number = std::exchange(number_, -1);
  return number < 0 || ::close(number) == 0;
}

void fail_on(const char* action, const fs::path& path) {
  const auto reason = std::generic_category().message(errno);
  throw Failure(ExitCode::input_output,
                std::string("cannot ") + action + " " + path.string() + ": " + reason);
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Partial::~Partial() {
  if (!moved_) ::unlink(path_.c_str());
}

void Partial::move_to(const fs::path& place) {
  if (::rename(path_.c_str(), place.c_str()) != 0) fail_on("write", place);
  moved_ = true;
  sync_directory(place);
}

void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail_on("remove", path);
}

}  // namespace photinus
