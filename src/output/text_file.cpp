#include "photinus/output/text_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "photinus/base/file_writing.hpp"

namespace photinus {

namespace fs = std::filesystem;

void write_file(const fs::path& path, std::string_view bytes) {
  Partial partial(path.string() + ".partial");
  Descriptor file(::open(partial.path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) fail_on("write", path);
  if (!write_all(file.get(), bytes) || ::fsync(file.get()) != 0) fail_on("write", path);
  if (!file.close()) fail_on("write", path);
  partial.move_to(path);
}

void write_text_file(const fs::path& path, const std::string& text) { write_file(path, text); }

std::string read_text_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) fail_on("read", path);
  std::string text;
  std::array<char, 65536> buffer;
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_on("read", path);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace photinus
