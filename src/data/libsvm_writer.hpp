#pragma once

#include <span>
#include <string>

#include "photinus/base/file_writing.hpp"

namespace photinus {

/// Writes LIBSVM text; numbers have the fewest digits that read back as the same. Throws Failure
/// input_output where the file can't be written.
class LibsvmWriter {
 public:
  explicit LibsvmWriter(std::string path);

  /// The entries of `features` that are not 0.
  void write_row(double label, std::span<const float> features);
  /// Everything is in the file, and on the disk, after this only.
  void finish();

 private:
  void flush();

  std::string path_;
  Descriptor file_;
  std::string text_;
};

}  // namespace photinus
