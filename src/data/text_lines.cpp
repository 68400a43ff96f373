#include "text_lines.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

[[noreturn]] void cannot(const std::string& path, const char* what) {
  throw Failure(ExitCode::input_output, path + ": cannot be " + what + ": " + std::strerror(errno));
}

}  // namespace

ByteFile::ByteFile(std::string path)
    : path_(std::move(path)), descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) cannot(path_, "opened");
  struct stat status {};
  const bool known = fstat(descriptor_, &status) == 0;
  if (!known) {
    close(descriptor_);
    cannot(path_, "read");
  }
  size_ = status.st_size;
}

ByteFile::~ByteFile() { close(descriptor_); }

std::size_t ByteFile::read(std::int64_t position, char* target, std::size_t count) const {
  std::size_t got = 0;
  while (got < count) {
    const ssize_t more =
        pread(descriptor_, target + got, count - got, position + static_cast<std::int64_t>(got));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) cannot(path_, "read");
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  return got;
}

TextLines::TextLines(const ByteFile& file, std::int64_t first, std::int64_t last,
                     std::int64_t lines_before)
    : file_(file), read_to_(first), last_(last), number_(lines_before), byte_(first) {
  constexpr std::int64_t piece = 1 << 20;
  buffer_.resize(static_cast<std::size_t>(std::clamp<std::int64_t>(last - first, 1, piece)));
}

bool TextLines::next() {
  if (line_.data() != nullptr) byte_ += static_cast<std::int64_t>(line_.size()) + 1;
  std::size_t searched = begin_;
  for (;;) {
    const void* found = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (found != nullptr || read_to_ == last_) {
      const std::size_t stop =
          found == nullptr
              ? end_
              : static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      if (found == nullptr && begin_ == end_) return false;
      line_ = {buffer_.data() + begin_, stop - begin_};
      begin_ = std::min(stop + 1, end_);
      ++number_;
      return true;
    }
    searched = end_ - begin_;
    refill();
  }
}

// The unfinished line moves to the front and more bytes follow it.
void TextLines::refill() {
  constexpr std::size_t longest = std::size_t{1} << 30U;
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) {
    if (end_ >= longest)
      throw Failure(ExitCode::bad_data, file_.path() + ": line " + std::to_string(number_ + 1) +
                                            " (lines count from 1) is longer than 1 GiB");
    buffer_.resize(2 * end_);
  }
  const auto wanted = std::min(static_cast<std::int64_t>(buffer_.size() - end_), last_ - read_to_);
  const std::size_t got =
      file_.read(read_to_, buffer_.data() + end_, static_cast<std::size_t>(wanted));
  if (got == 0)
    throw Failure(ExitCode::input_output,
                  file_.path() + ": ends at byte " + std::to_string(read_to_) +
                      ", before its end when the header was read: the file was changed");
  end_ += got;
  read_to_ += static_cast<std::int64_t>(got);
}

}  // namespace photinus
