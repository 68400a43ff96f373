#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>

namespace photinus {

/// Bytes as a file that readers open by its path, on no disk.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* bytes, std::size_t size) : file_(memfd_create("input", 0)) {
    if (file_ >= 0 && write(file_, bytes, size) == static_cast<ssize_t>(size)) return;
    throw std::system_error(errno, std::generic_category(), "no file in memory");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(file_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace photinus
