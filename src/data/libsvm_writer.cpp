#include "libsvm_writer.hpp"

#include <charconv>
#include <utility>

#include "photinus/base/errors.hpp"

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
    : path_(std::move(path)), file_(path_, std::ios::binary) {
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
  file_.close();
  if (!file_) throw Failure(ExitCode::input_output, path_ + ": cannot be written");
}

void LibsvmWriter::flush() {
  file_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  if (!file_) throw Failure(ExitCode::input_output, path_ + ": cannot be written");
  text_.clear();
}

}  // namespace photinus
