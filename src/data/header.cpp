#include <algorithm>
#include <filesystem>

#include "hdf5_handle.hpp"
#include "libsvm_row.hpp"
#include "photinus/data/sparse_rows.hpp"
#include "text_lines.hpp"

namespace photinus {

namespace {

bool is_named_libsvm(const std::string& path) {
  const auto extension = std::filesystem::path(path).extension();
  return extension == ".svm" || extension == ".svmlight" || extension == ".libsvm";
}

bool begins_as_libsvm(const std::string& path) {
  constexpr std::int64_t beginning = 1 << 16;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const ByteFile file(path);
  TextLines lines(file, 0, std::min(file.size(), beginning), 0);
  while (lines.next()) {
    const std::string_view text = without_comment(lines.line());
    if (!is_blank(text)) return begins_as_libsvm_row(text);
  }
  return false;
}

}  // namespace

FileHeader read_header(const std::string& path) {
  silence_hdf5();
  const bool is_hdf5 = H5Fis_hdf5(path.c_str()) > 0;
  if (!is_hdf5 && (is_named_libsvm(path) || begins_as_libsvm(path)))
    return read_libsvm_header(path);
  return read_hdf5_header(path);
}

}  // namespace photinus
