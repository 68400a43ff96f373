#include <algorithm>
#include <limits>

#include "libsvm_row.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/data/sparse_rows.hpp"
#include "text_lines.hpp"

namespace photinus {

namespace {

SparseDataset make_room(const FileHeader& header, const Layout& layout, const Share& share) {
  if (std::ssize(header.places) != layout.blocks() + 1)
    throw Failure(ExitCode::internal, header.path + ": the header is not of these blocks");
  SparseDataset data;
  data.header = header;
  data.layout = layout;
  data.share = share;
  if (share.first == share.last) return data;
  const auto place = [&header](std::int64_t b) {
    return header.places[static_cast<std::size_t>(b)];
  };
  const auto held = static_cast<std::size_t>(std::min(layout.rows, layout.first_row(share.last)) -
                                             layout.first_row(share.first));
  const auto filled =
      static_cast<std::size_t>(place(share.last).filled - place(share.first).filled);
  data.starts = HugeArray<std::int64_t>(held + 1);
  data.starts[0] = 0;
  data.columns = HugeArray<std::int32_t>(filled);
  data.values = HugeArray<float>(filled);
  data.response = HugeArray<double>(held);
  return data;
}

/// The rows of a share, block after block.
class ShareReader {
 public:
  ShareReader(const ByteFile& file, SparseDataset& data)
      : data_(data),
        from_(place(data.share.first)),
        lines_(file, from_.byte, place(data.share.last).byte, from_.lines) {
    char before = '\n';
    if (from_.byte > 0) file.read(from_.byte - 1, &before, 1);
    if (file.size() != data.header.places.back().byte || before != '\n')
      refuse_changed_file(file.path(), data.first_row());
  }

  SparseBlock read_block(std::int64_t b) {
    const Layout& layout = data_.layout;
    const std::int64_t filled = place(b + 1).filled - from_.filled;
    const auto before = static_cast<std::size_t>(layout.first_row(b) - data_.first_row());
    const auto rows = static_cast<std::size_t>(layout.rows_in(b));
    for (std::size_t i = before; i < before + rows; ++i) read_row(i, filled);
    if (data_.starts[before + rows] != filled)
      refuse_changed_file(data_.header.path, layout.first_row(b));
    return {layout.first_row(b),
            layout.rows_in(b),
            data_.header.columns,
            data_.starts.data() + before,
            data_.columns.data(),
            data_.values.data(),
            {data_.response.data() + before, rows}};
  }

  void expect_end() {
    while (lines_.next())
      if (!is_blank(without_comment(lines_.line())))
        refuse_changed_file(data_.header.path, data_.last_row());
  }

 private:
  const RowPlace& place(std::int64_t block) const {
    return data_.header.places[static_cast<std::size_t>(block)];
  }

  std::string_view next_row(std::int64_t row) {
    while (lines_.next()) {
      const std::string_view text = without_comment(lines_.line());
      if (!is_blank(text)) return text;
    }
    refuse_changed_file(data_.header.path, row);
  }

  // `most` entries are filled before the end of the block.
  void read_row(std::size_t i, std::int64_t most) {
    const std::int64_t row = data_.first_row() + static_cast<std::int64_t>(i);
    const std::int64_t start = data_.starts[i];
    const std::string_view text = next_row(row);
    const EntryRoom room{data_.columns.data() + start, data_.values.data() + start, most - start};
    const int filled =
        parse_libsvm_row(text, {data_.header.path, lines_.number(), row}, data_.response[i], room);
    if (filled > 0 && room.columns[filled - 1] >= data_.header.columns)
      refuse_changed_file(data_.header.path, row);
    data_.starts[i + 1] = start + filled;
  }

  SparseDataset& data_;
  RowPlace from_;
  TextLines lines_;
};

/// The ranges of columns most of whose entries are not filled.
class SparseRange {
 public:
  explicit SparseRange(int columns)
      : filled_(static_cast<std::size_t>(columns), 0),
        range_{std::vector<double>(filled_.size(), infinity),
               std::vector<double>(filled_.size(), -infinity)} {}

  void add(const SparseBlock& block) {
    rows_ += block.rows;
    for (std::int64_t k = block.starts[0]; k < block.starts[block.rows]; ++k) {
      const auto j = static_cast<std::size_t>(block.entry_columns[k]);
      extend(j, block.entry_values[k]);
      ++filled_[j];
    }
  }
  ColumnRange result() && {
    for (std::size_t j = 0; j < filled_.size(); ++j)
      if (filled_[j] < rows_) extend(j, 0.0);
    return std::move(range_);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void extend(std::size_t j, double value) {
    range_.minimum[j] = value < range_.minimum[j] ? value : range_.minimum[j];
    range_.maximum[j] = value > range_.maximum[j] ? value : range_.maximum[j];
  }

  std::int64_t rows_ = 0;
  std::vector<std::int64_t> filled_;
  ColumnRange range_;
};

}  // namespace

SparseDataset read_sparse_rows(const FileHeader& header, const Layout& layout, const Share& share,
                               const Heartbeat& heartbeat, const SparseBlockCheck& check) {
  SparseDataset data = make_room(header, layout, share);
  SparseRange range(header.columns);
  if (share.first != share.last) {
    const ByteFile file(header.path);
    ShareReader reader(file, data);
    for (std::int64_t b = share.first; b < share.last; ++b) {
      const SparseBlock block = reader.read_block(b);
      if (check) check(block);
      range.add(block);
      data.blocks.push_back(block);
      heartbeat("read", b);
    }
    reader.expect_end();
  }
  data.range = std::move(range).result();
  return data;
}

}  // namespace photinus
