#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

namespace photinus {

/// Bytes as a file that readers open by its path, where temporary files are kept. It is another one
/// every time: HDF5 knows files that it could not close by their number.
class InputFile {
 public:
  InputFile(const std::uint8_t* bytes, std::size_t size)
      : path_((std::filesystem::temp_directory_path() / "photinus-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    const bool good = file >= 0 && write(file, bytes, size) == static_cast<ssize_t>(size);
    if (file >= 0) close(file);
    if (!good) throw std::system_error(errno, std::generic_category(), path_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace photinus
