#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace photinus {

/// A file that is read by position. Throws Failure input_output where it can't be.
class ByteFile {
 public:
  explicit ByteFile(std::string path);
  ByteFile(const ByteFile&) = delete;
  ByteFile& operator=(const ByteFile&) = delete;
  ~ByteFile();

  const std::string& path() const { return path_; }
  std::int64_t size() const { return size_; }
  /// As many of `count` bytes from `position` on as the file has.
  std::size_t read(std::int64_t position, char* target, std::size_t count) const;

 private:
  std::string path_;
  int descriptor_;
  std::int64_t size_ = 0;
};

/// The lines of a range of bytes, one at a time. Throws Failure bad_data for a line of more than
/// 1 GiB, input_output where the bytes can't be read.
class TextLines {
 public:
  /// The bytes [first, last) of `file`, which outlives this; `lines_before` stand before them.
  TextLines(const ByteFile& file, std::int64_t first, std::int64_t last, std::int64_t lines_before);

  /// Goes on to the next line; false: there is none.
  bool next();
  /// Without its end \n.
  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }  ///< from 1
  std::int64_t byte() const { return byte_; }      ///< where it begins

 private:
  void refill();

  const ByteFile& file_;
  std::int64_t read_to_;
  std::int64_t last_;
  std::int64_t number_;
  std::int64_t byte_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is in the buffer and not yet given
  std::size_t end_ = 0;
  std::string_view line_;
};

}  // namespace photinus
