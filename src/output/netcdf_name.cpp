#include <algorithm>
#include <set>

#include "photinus/output/netcdf_file.hpp"

namespace photinus {
namespace {

/// Length of the well-formed UTF-8 character at `at`, 0 if there is none (RFC 3629, table 3-7 of
/// the Unicode standard).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2);
  if (lead < 0xC2 || lead > 0xF4) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool beyond = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || beyond ? 0 : length;
}

bool may_begin(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string unused(const std::string& name, const std::set<std::string>& used) {
  if (!used.contains(name)) return name;
  for (int i = 2;; ++i) {
    auto candidate = name + "_" + std::to_string(i);
    if (!used.contains(candidate)) return candidate;
  }
}

}  // namespace

std::string netcdf_name(const std::string& name) {
  constexpr std::size_t longest = 240;  // NC_MAX_NAME is 256; the rest is for _2, _3, ...
  std::string legal;
  for (std::size_t at = 0, length = 0; at < name.size(); at += length) {
    length = utf8_length(name, at);
    const char c = name[at];
    const bool control = (c >= 0 && c < 0x20) || c == 0x7F;
    const bool replaced = length == 0 || control || c == '/';
    length = std::max<std::size_t>(length, 1);
    if (legal.size() + length > longest) break;
    legal += replaced ? "_" : name.substr(at, length);
  }
  if (!legal.empty() && legal.front() == ' ') legal.front() = '_';
  if (!legal.empty() && legal.back() == ' ') legal.back() = '_';
  if (legal.empty() || !may_begin(legal.front())) legal = "_" + legal;
  return legal;
}

std::vector<std::string> netcdf_names(const std::vector<std::string>& names,
                                      const std::vector<std::string>& taken) {
  std::set<std::string> used(taken.begin(), taken.end());
  std::vector<std::string> result(names.size());
  for (std::size_t i = 0; i < names.size(); ++i)
    if (netcdf_name(names[i]) == names[i] && used.insert(names[i]).second) result[i] = names[i];
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!result[i].empty()) continue;
    result[i] = unused(netcdf_name(names[i]), used);
    used.insert(result[i]);
  }
  return result;
}

}  // namespace photinus
