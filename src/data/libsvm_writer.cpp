#include "libsvm_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <utility>

namespace photinus {

namespace {

constexpr std::size_t piece = std::size_t{1} << 20U;

template <class Number>
void append(std::string& text, Number number) {
  char digits[32];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace

LibsvmWriter::LibsvmWriter(std::string path)
    : path_(std::move(path)),
      file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (!file_.valid()) fail_on("write", path_);
  text_.reserve(2 * piece);
}

void LibsvmWriter::write_row(double label, std::span<const float> features) {
  append(text_, label);
  for (std::size_t j = 0; j < features.size(); ++j) {
    if (features[j] == 0.0F) continue;
    text_ += ' ';
    append(text_, j + 1);
    text_ += ':';
    append(text_, features[j]);
  }
  text_ += '\n';
  if (text_.size() >= piece) flush();
}

void LibsvmWriter::finish() {
  flush();
  if (::fsync(file_.get()) != 0 || !file_.close()) fail_on("write", path_);
}

void LibsvmWriter::flush() {
  if (!write_all(file_.get(), text_)) fail_on("write", path_);
  text_.clear();
}

}  // namespace photinus
