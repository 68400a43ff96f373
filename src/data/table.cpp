#include "photinus/data/table.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "photinus/base/errors.hpp"
#include "photinus/data/sparse_rows.hpp"

namespace photinus {

namespace {

// Rows [first, first + rows) of a file, which become the rows [to, to + rows) of a table.
struct Cut {
  std::int64_t first = 0;
  std::int64_t rows = 0;
  std::int64_t to = 0;
};

// The numbers of rows of a Dataset, `width` for each, that a cut asks for.
void take(const HugeArray<double>& source, std::int64_t skip, const Cut& cut, int width,
          std::vector<double>& target) {
  if (target.empty()) return;
  std::copy_n(source.data() + skip * width, cut.rows * width, target.data() + cut.to * width);
}

// The numbers that stand beside the features, whichever way these are kept.
template <class Data>
void take_terms(const Data& data, const Cut& cut, DataTable& table) {
  const std::int64_t skip = cut.first - data.first_row();
  take(data.response, skip, cut, 1, table.y);
  take(data.weight, skip, cut, 1, table.weight);
  take(data.offset, skip, cut, data.header.offsets, table.offset);
}

template <class Scalar>
void take_dense(const Dataset<Scalar>& data, const Cut& cut, DataTable& table) {
  const std::int64_t columns = data.header.columns;
  const Scalar* source = data.features.data() + (cut.first - data.first_row()) * columns;
  double* x = table.x.data() + cut.to * columns;
  for (std::int64_t i = 0; i < cut.rows * columns; ++i) x[i] = static_cast<double>(source[i]);
  take_terms(data, cut, table);
}

void take_sparse(const SparseDataset& data, const Cut& cut, DataTable& table) {
  for (const SparseBlock& block : data.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) {
      const std::int64_t place = block.first_row + i - cut.first;
      if (place < 0 || place >= cut.rows) continue;
      const SparseRow row = block.row(i);
      for (int e = 0; e < row.filled; ++e)
        table.x(cut.to + place, row.columns[e]) = static_cast<double>(row.values[e]);
    }
  take_terms(data, cut, table);
}

void read_cut(const FileHeader& header, const Cut& cut, const Heartbeat& heartbeat,
              DataTable& table) {
  if (cut.rows == 0) return;
  const Layout layout = make_layout(header.rows);
  const Share share{layout.block_of(cut.first), layout.block_of(cut.first + cut.rows - 1) + 1};
  if (header.format == FileFormat::libsvm)
    take_sparse(read_sparse_rows(header, layout, share, heartbeat), cut, table);
  else if (header.scalar == ScalarType::float32)
    take_dense(read_rows<float>(header, layout, share, heartbeat), cut, table);
  else
    take_dense(read_rows<double>(header, layout, share, heartbeat), cut, table);
}

DataTable make_room(const FileHeader& header, std::int64_t rows) {
  const auto count = static_cast<std::size_t>(rows);
  DataTable table;
  table.header = header;
  table.x.setZero(rows, header.columns);
  if (header.response) table.y.resize(count);
  if (header.weights) table.weight.resize(count);
  table.offset.resize(count * static_cast<std::size_t>(header.offsets));
  return table;
}

template <class Value>
void require_same(const FileHeader& first, const FileHeader& other, const char* what,
                  const Value& of_first, const Value& of_other) {
  if (of_first == of_other) return;
  const auto text = [](const Value& value) {
    if constexpr (std::is_same_v<Value, bool>)
      return std::string(value ? "there" : "not there");
    else if constexpr (std::is_same_v<Value, std::string>)
      return "\"" + value + "\"";
    else
      return std::to_string(value);
  };
  throw Failure(ExitCode::bad_data, other.path + ": " + what + ": " + text(of_other) + ", but in " +
                                        first.path + ", whose rows it continues, " +
                                        text(of_first));
}

void require_same_names(const FileHeader& first, const FileHeader& other) {
  require_same(first, other, "names of columns", !first.column_names.empty(),
               !other.column_names.empty());
  for (std::size_t j = 0; j < first.column_names.size(); ++j)
    require_same(first, other, ("name of column " + std::to_string(j)).c_str(),
                 first.column_names[j], other.column_names[j]);
}

}  // namespace

DataTable read_table(const FileHeader& header, const Heartbeat& heartbeat) {
  return read_table(std::vector<FileHeader>{header}, 0, header.rows, heartbeat);
}

FileHeader joined_header(const std::vector<FileHeader>& files) {
  FileHeader joined = files.front();
  for (std::size_t f = 1; f < files.size(); ++f) {
    const FileHeader &first = files.front(), &other = files[f];
    // The columns of LIBSVM text are as many as the largest index: a file may lack the last.
    const bool lacks_columns = first.format == FileFormat::libsvm &&
                               other.format == FileFormat::libsvm && other.columns < first.columns;
    if (!lacks_columns)
      require_same(first, other, "number of columns", first.columns, other.columns);
    require_same_names(first, other);
    require_same(first, other, "responses /y", first.response, other.response);
    require_same(first, other, "/weights", first.weights, other.weights);
    require_same(first, other, "numbers per row in /offset", first.offsets, other.offsets);
    joined.rows += other.rows;
    joined.places.clear();  // are those of the first file
  }
  return joined;
}

DataTable read_table(const std::vector<FileHeader>& files, std::int64_t first, std::int64_t last,
                     const Heartbeat& heartbeat) {
  DataTable table = make_room(joined_header(files), last - first);
  std::int64_t before = 0;  // rows of the files that have been read
  for (const FileHeader& file : files) {
    const std::int64_t from = std::clamp<std::int64_t>(first - before, 0, file.rows);
    const std::int64_t to = std::clamp<std::int64_t>(last - before, 0, file.rows);
    try {
      read_cut(file, {from, to - from, before + from - first}, heartbeat, table);
    } catch (const Failure& failure) {
      if (failure.row() == Failure::no_row) throw;
      throw Failure(failure.code(), failure.what(), before + failure.row());
    }
    before += file.rows;
  }
  return table;
}

std::string row_label(const std::vector<FileHeader>& files, std::int64_t row) {
  std::size_t f = 0;
  for (; f + 1 < files.size() && row >= files[f].rows; ++f) row -= files[f].rows;
  return files[f].path + ": row " + std::to_string(row);
}

}  // namespace photinus
