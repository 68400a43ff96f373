#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace photinus {

/// Columns count from 0 in 32 bits, and their number has to fit as well.
constexpr std::int64_t largest_libsvm_index = std::numeric_limits<std::int32_t>::max() - 1;

/// Where a row stands, for messages.
struct RowName {
  const std::string& path;
  std::int64_t line;  ///< from 1
  std::int64_t row;   ///< from 0
};

/// A line without its comment.
std::string_view without_comment(std::string_view line);

/// Whether nothing but blanks (the \r of a line end \r\n among them) stands in `text`.
bool is_blank(std::string_view text);

/// Whether `text` begins with a label and an index.
bool begins_as_libsvm_row(std::string_view text);

/// Where the entries of a row go, and how many fit.
struct EntryRoom {
  std::int32_t* columns;
  float* values;
  std::int64_t size;
};

/// Reads `label index:value ...` from a line without comment; returns the number of entries. Throws
/// Failure bad_data for what sparse_rows.hpp lists, and input_output if there are more entries than
/// fit, as then the file is not the one that was scanned.
int parse_libsvm_row(std::string_view text, const RowName& name, double& label,
                     const EntryRoom& room);

/// Throws if the row can't be read.
void check_libsvm_row(std::string_view text, const RowName& name);

/// The file is not the one whose header was read.
[[noreturn]] void refuse_changed_file(const std::string& path, std::int64_t row);

}  // namespace photinus
