#include <unistd.h>

#include <algorithm>

#include "libsvm_row.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/data/sparse_rows.hpp"
#include "text_lines.hpp"

namespace photinus {

namespace {

/// Where every stride-th row begins, for a stride that grows with the rows: as it is a power of two
/// like the size of the blocks, and never larger, the starts of all blocks are among them.
class PlacesSoFar {
 public:
  void add(std::int64_t row, const RowPlace& place) {
    if (places_.size() == most && stride_ < largest_block) thin(2);
    if (row % stride_ == 0) places_.push_back(place);
  }
  std::vector<RowPlace> of_blocks(const Layout& layout, const RowPlace& end) && {
    thin(layout.block_size / stride_);
    places_.push_back(end);
    return std::move(places_);
  }

 private:
  static constexpr std::size_t most = std::size_t{1} << 17U;
  static constexpr std::int64_t largest_block = 65'536;

  void thin(std::int64_t factor) {
    const auto step = static_cast<std::size_t>(factor);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < places_.size(); i += step) places_[kept++] = places_[i];
    places_.resize(kept);
    stride_ *= factor;
  }

  std::int64_t stride_ = 1;
  std::vector<RowPlace> places_;
};

// The last index of a row: the largest, as they ascend in any row that can be read. 0: none, or
// digits that are no index, which reading the row will refuse.
std::int64_t last_index(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return 0;
  std::size_t first = colon;
  while (first > 0 && text[first - 1] >= '0' && text[first - 1] <= '9') --first;
  if (first == 0 || !is_blank(text.substr(first - 1, 1))) return 0;
  std::int64_t index = 0;
  for (std::size_t i = first; i < colon && index <= largest_libsvm_index; ++i)
    index = 10 * index + (text[i] - '0');
  return index;
}

// Of columns that no row fills the range is kept all the same.
void refuse_beyond_memory(std::int64_t columns, const RowName& widest) {
  constexpr std::int64_t bytes_each = 24;
  const std::int64_t memory = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  if (columns <= memory / bytes_each) return;
  throw Failure(ExitCode::bad_data,
                widest.path + ": line " + std::to_string(widest.line) + " (row " +
                    std::to_string(widest.row) + "): with index " + std::to_string(columns) +
                    " there are as many columns, which take " +
                    std::to_string(columns * bytes_each >> 20U) +
                    " MiB of memory; this machine has " + std::to_string(memory >> 20U) + " MiB",
                widest.row);
}

void refuse_no_entries(const ByteFile& file) {
  TextLines lines(file, 0, file.size(), 0);
  while (lines.next()) {
    const std::string_view text = without_comment(lines.line());
    if (is_blank(text)) continue;
    check_libsvm_row(text, {file.path(), lines.number(), 0});
    throw Failure(ExitCode::bad_data,
                  file.path() + ": no row has an entry index:value; the columns are not known");
  }
  throw Failure(ExitCode::bad_data, file.path() + ": there is no row");
}

}  // namespace

FileHeader read_libsvm_header(const std::string& path) {
  const ByteFile file(path);
  if (file.size() == 0) throw Failure(ExitCode::bad_data, path + ": the file is empty (0 bytes)");
  FileHeader header;
  header.path = path;
  header.format = FileFormat::libsvm;
  PlacesSoFar places;
  std::int64_t filled = 0, columns = 0;
  std::int64_t widest_line = 0, widest_row = 0;
  TextLines lines(file, 0, file.size(), 0);
  while (lines.next()) {
    const std::string_view text = without_comment(lines.line());
    if (is_blank(text)) continue;
    places.add(header.rows, {lines.byte(), lines.number() - 1, filled});
    filled += std::count(text.begin(), text.end(), ':');
    const std::int64_t last = last_index(text);
    if (last > columns) {
      columns = last;
      widest_line = lines.number();
      widest_row = header.rows;
    }
    if (columns > largest_libsvm_index) check_libsvm_row(text, {path, lines.number(), header.rows});
    ++header.rows;
  }
  if (columns == 0) refuse_no_entries(file);
  refuse_beyond_memory(columns, {path, widest_line, widest_row});
  header.columns = static_cast<int>(columns);
  header.places =
      std::move(places).of_blocks(make_layout(header.rows), {file.size(), lines.number(), filled});
  return header;
}

}  // namespace photinus
