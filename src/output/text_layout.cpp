#include "photinus/output/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

namespace photinus {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

bool is_control(char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }

/// The bytes of the first `count` code points.
std::size_t bytes_of(const std::string& text, std::size_t count) {
  std::size_t at = 0;
  for (std::size_t seen = 0; at < text.size(); ++at)
    if (begins_character(text[at]) && ++seen > count) break;
  return at;
}

/// Never -0.00.
std::string fixed(double value, int decimals) {
  auto text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_of("123456789in") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

}  // namespace

std::size_t code_points(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

std::string shorten(const std::string& text, std::size_t length) {
  auto result = text;
  std::ranges::replace_if(result, is_control, '?');
  if (code_points(result) <= length) return result;
  if (length == 0) return "";
  return result.substr(0, bytes_of(result, length - 1)) + "\u2026";
}

std::string fold(const std::string& head, const std::string& text, std::size_t width) {
  const std::string indent(code_points(head), ' ');
  const std::size_t room = width > indent.size() ? width - indent.size() : 1;
  std::string result;
  std::string line;
  const auto flush = [&] {
    result += (result.empty() ? head : indent) + line + "\n";
    line.clear();
  };
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    word = shorten(word, room);
    if (!line.empty() && code_points(line) + 1 + code_points(word) > room) flush();
    line += (line.empty() ? "" : " ") + word;
  }
  flush();
  return result;
}

std::string fit_number(double value, int decimals, std::size_t length) {
  if (std::isnan(value)) return "NA";
  // Below 1, fewer than two digits of what was asked for say less than a power of ten does.
  const double size = std::abs(value);
  const int least = size < 1.0 ? std::min(decimals, decimals_for(size, 2, 0)) : 0;
  for (int d = decimals; d >= least; --d)
    if (auto text = fixed(value, d); text.size() <= length) return text;
  std::string text;
  for (int digits = 3; digits >= 0; --digits) {
    text = fmt::format("{:.{}e}", value, digits);
    if (text.size() <= length) break;
  }
  return text;
}

int decimals_for(double scale, int digits, int otherwise) {
  if (!std::isfinite(scale) || scale <= 0.0) return otherwise;
  char text[32];
  const char* end =
      std::to_chars(text, text + sizeof text, scale, std::chars_format::scientific).ptr;
  const char* exponent = std::find(text, text + sizeof text, 'e') + 1;
  int leading = 0;
  std::from_chars(*exponent == '+' ? exponent + 1 : exponent, end, leading);
  return std::clamp(digits - 1 - leading, 0, 12);
}

std::string with_commas(std::int64_t value) {
  const auto digits = std::to_string(value);
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > first && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace photinus
