#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/data/sparse_rows.hpp"

namespace photinus {

/// A row as a test writes it: entries by index from 1.
struct TextRow {
  double label = 0.0;
  std::vector<std::pair<int, float>> entries;

  bool operator==(const TextRow&) const = default;
};

/// Rows with 0 to `columns` entries, one of them with the last; labels 0 and 1.
inline std::vector<TextRow> some_text_rows(std::int64_t rows, int columns) {
  std::vector<TextRow> all;
  for (std::int64_t n = 0; n < rows; ++n) {
    Stream stream({.seed = 3, .purpose = Purpose::test, .index = static_cast<std::uint64_t>(n)});
    TextRow row{static_cast<double>(stream.below(2)), {}};
    const double filled = stream.uniform();
    for (int j = 1; j <= columns; ++j)
      if (stream.uniform() < filled * filled || (n == rows / 2 && j == columns))
        row.entries.emplace_back(j, static_cast<float>(stream.normal()));
    all.push_back(std::move(row));
  }
  return all;
}

template <class Number>
std::string digits_of(Number number) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

inline std::string text_of(const TextRow& row) {
  std::string text = digits_of(row.label);
  for (const auto& [index, value] : row.entries)
    text += " " + std::to_string(index) + ":" + digits_of(value);
  return text;
}

inline std::string text_of(const std::vector<TextRow>& rows, const std::string& line_end = "\n") {
  std::string text;
  for (const auto& row : rows) text += text_of(row) + line_end;
  return text;
}

inline SparseDataset read_sparse(const FileHeader& header, int rank = 0, int ranks = 1) {
  const Layout layout = make_layout(header.rows);
  return read_sparse_rows(header, layout, share_of(rank, ranks, layout, true), silent);
}

inline void append_rows(const SparseDataset& data, std::vector<TextRow>& rows) {
  for (const auto& block : data.blocks)
    for (std::int64_t i = 0; i < block.rows; ++i) {
      TextRow row{block.response[static_cast<std::size_t>(i)], {}};
      const SparseRow entries = block.row(i);
      for (int k = 0; k < entries.filled; ++k)
        row.entries.emplace_back(entries.columns[k] + 1, entries.values[k]);
      rows.push_back(std::move(row));
    }
}

/// What `ranks` readers find together.
inline std::vector<TextRow> read_text_rows(const std::string& path, int ranks = 1) {
  const FileHeader header = read_header(path);
  std::vector<TextRow> rows;
  for (int rank = 0; rank < ranks; ++rank) append_rows(read_sparse(header, rank, ranks), rows);
  return rows;
}

}  // namespace photinus
