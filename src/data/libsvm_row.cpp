#include "libsvm_row.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "photinus/base/errors.hpp"
#include "photinus/data/dataset.hpp"

namespace photinus {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* skip_blanks(const char* p, const char* last) {
  while (p != last && is_space(*p)) ++p;
  return p;
}

std::string_view token(const char* p, const char* last) {
  return {p, static_cast<std::size_t>(std::find_if(p, last, is_space) - p)};
}

// from_chars knows no leading +, which labels often have.
const char* skip_plus(const char* p, const char* last) {
  return last - p > 1 && p[0] == '+' && p[1] != '-' ? p + 1 : p;
}

// Numbers smaller than any of their type are 0; from_chars tells them from too large ones no more
// than by the same error.
template <class Number>
bool vanishes(std::string_view digits, Number& number) {
  const double value = std::strtod(std::string(digits).c_str(), nullptr);
  if (!(std::abs(value) < 1.0)) return false;
  number = static_cast<Number>(value);
  return true;
}

// The end of a finite number that begins at p; null: there is none.
template <class Number>
const char* parse_number(const char* p, const char* last, Number& number) {
  const char* start = skip_plus(p, last);
  const auto [end, error] = std::from_chars(start, last, number);
  if (error == std::errc{} && std::isfinite(number)) return end;
  const bool in_range = error == std::errc::result_out_of_range &&
                        vanishes({start, static_cast<std::size_t>(end - start)}, number);
  return in_range ? end : nullptr;
}

bool ends_token(const char* p, const char* last) { return p == last || is_space(*p); }

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 40;
  constexpr const char* digits = "0123456789abcdef";
  std::string shown = "'";
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f)
      shown += c;
    else
      shown += std::string("\\x") + digits[byte >> 4U] + digits[byte & 15U];
  }
  return shown + (text.size() > most ? "...'" : "'");
}

[[noreturn]] void refuse(const RowName& name, const std::string& what) {
  throw Failure(ExitCode::bad_data,
                name.path + ": line " + std::to_string(name.line) + " (row " +
                    std::to_string(name.row) + "): " + what +
                    " (lines and indices count from 1, rows from 0)",
                name.row);
}

// Why no finite number could be read from all of `text`.
template <class Number>
std::string number_trouble(std::string_view text) {
  const char* last = text.data() + text.size();
  double value = 0.0;
  const char* start = skip_plus(text.data(), last);
  const auto [end, error] = std::from_chars(start, last, value);
  if (error == std::errc::invalid_argument || end != last) return " is not a number";
  const char first = *start == '-' ? start[1] : *start;
  if (!is_digit(first) && first != '.') return " is not finite";
  return std::is_same_v<Number, float> ? " is beyond the range of float32"
                                       : " is beyond the range of float64";
}

[[noreturn]] void refuse_label(const RowName& name, std::string_view text) {
  if (text.find(':') != std::string_view::npos)
    refuse(name, "the label is missing before " + quoted(text));
  refuse(name, "the label " + quoted(text) + number_trouble<double>(text));
}

std::string index_trouble(std::string_view digits, std::int64_t previous) {
  std::int64_t index = 0;
  const char* last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, index);
  if (error == std::errc::invalid_argument || end != last) return "is not a whole number";
  if (error == std::errc{} && index < 1) return "is below 1";
  if (error != std::errc{} || index > largest_libsvm_index)
    return "is beyond " + std::to_string(largest_libsvm_index);
  if (index == previous) return "stands twice";
  return "stands after index " + std::to_string(previous) + "; indices must ascend";
}

[[noreturn]] void refuse_entry(const RowName& name, std::string_view text, std::int64_t previous) {
  if (text.starts_with("qid:"))
    refuse(name, quoted(text) + ": ranking by queries (qid) is not supported");
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) refuse(name, quoted(text) + " is not index:value");
  std::int64_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, index);
  const bool good_index = error == std::errc{} && end == text.data() + colon && index > previous &&
                          index <= largest_libsvm_index;
  if (!good_index)
    refuse(name, "index " + quoted(text.substr(0, colon)) + " " +
                     index_trouble(text.substr(0, colon), previous));
  const std::string_view value = text.substr(colon + 1);
  refuse(name, "value " + quoted(value) + " of index " + std::to_string(index) +
                   number_trouble<float>(value));
}

}  // namespace

std::string_view without_comment(std::string_view line) {
  const void* mark = line.empty() ? nullptr : std::memchr(line.data(), '#', line.size());
  if (mark == nullptr) return line;
  return line.substr(0, static_cast<std::size_t>(static_cast<const char*>(mark) - line.data()));
}

bool is_blank(std::string_view text) { return std::all_of(text.begin(), text.end(), is_space); }

bool begins_as_libsvm_row(std::string_view text) {
  const char* last = text.data() + text.size();
  double label = 0.0;
  const char* p = parse_number(skip_blanks(text.data(), last), last, label);
  if (p == nullptr || !ends_token(p, last)) return false;
  const char* index = skip_blanks(p, last);
  const char* colon = std::find_if_not(index, last, is_digit);
  return colon != index && colon != last && *colon == ':';
}

int parse_libsvm_row(std::string_view text, const RowName& name, double& label,
                     const EntryRoom& room) {
  const char* last = text.data() + text.size();
  const char* start = skip_blanks(text.data(), last);
  const char* p = parse_number(start, last, label);
  if (p == nullptr || !ends_token(p, last)) refuse_label(name, token(start, last));
  std::int64_t filled = 0, previous = 0;
  for (p = skip_blanks(p, last); p != last; p = skip_blanks(p, last), ++filled) {
    start = p;
    std::int64_t index = 0;
    while (p != last && is_digit(*p) && index <= largest_libsvm_index)
      index = 10 * index + (*p++ - '0');
    if (p == last || *p != ':' || index <= previous || index > largest_libsvm_index)
      refuse_entry(name, token(start, last), previous);
    float value = 0.0F;
    p = parse_number(p + 1, last, value);
    if (p == nullptr || !ends_token(p, last)) refuse_entry(name, token(start, last), previous);
    if (filled == room.size) refuse_changed_file(name.path, name.row);
    room.columns[filled] = static_cast<std::int32_t>(index - 1);
    room.values[filled] = value;
    previous = index;
  }
  return static_cast<int>(filled);
}

void check_libsvm_row(std::string_view text, const RowName& name) {
  const auto most = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
  std::vector<std::int32_t> columns(most);
  std::vector<float> values(most);
  double label = 0.0;
  parse_libsvm_row(text, name, label, {columns.data(), values.data(), std::ssize(values)});
}

void refuse_changed_file(const std::string& path, std::int64_t row) {
  throw Failure(ExitCode::input_output,
                path + ": was changed after its header was read (noticed at row " +
                    std::to_string(row) + ", from 0)",
                row);
}

}  // namespace photinus
