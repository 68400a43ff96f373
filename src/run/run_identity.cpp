#include "run_identity.hpp"

#include <boost/crc.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "config_keys.hpp"
#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

bool draws_do_not_depend_on(const std::string& key) {
  for (const char* prefix : {"output.", "ranks.", "checkpoint.", "data."})
    if (key.starts_with(prefix)) return true;
  return key == "sampler.draws" || key == "evidence.draws";
}

// A file that was changed in between shows it at its ends, in its size, or in the mode.
std::string ends_of(const std::string& path, std::uintmax_t size) {
  constexpr std::uintmax_t part = 65536;
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes(static_cast<std::size_t>(std::min(size, part)));
  boost::crc_32_type crc;
  for (const std::uintmax_t start : {std::uintmax_t{0}, size - bytes.size()}) {
    file.seekg(static_cast<std::streamoff>(start));
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) throw Failure(ExitCode::input_output, path + " cannot be read");
    crc.process_bytes(bytes.data(), bytes.size());
  }
  return std::to_string(crc.checksum());
}

using Line = std::pair<std::string, std::string>;

std::vector<Line> lines_of(const std::string& text) {
  std::vector<Line> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const auto equals = line.find(" = ");
    if (equals != std::string::npos)
      lines.emplace_back(line.substr(0, equals), line.substr(equals + 3));
  }
  return lines;
}

const std::string* value_of(const std::string& key, const std::vector<Line>& lines) {
  for (const auto& line : lines)
    if (line.first == key) return &line.second;
  return nullptr;
}

}  // namespace

std::string run_identity(const RunConfig& config, const std::vector<FileHeader>& files) {
  std::string text;
  const auto add = [&](const std::string& key, const std::string& value) {
    text += key + " = " + value + "\n";
  };
  for (const auto& key : config_keys()) {
    const std::string value = key.write(config);
    if (!value.empty() && !draws_do_not_depend_on(key.name)) add(key.name, value);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string& path = files[i].path;
    const std::string data = i == 0 ? "the data" : "data file " + std::to_string(i + 1);
    const std::uintmax_t size = std::filesystem::file_size(path);
    add("rows of " + data, std::to_string(files[i].rows));
    add("columns of " + data, std::to_string(files[i].columns));
    add("bytes of " + data, std::to_string(size));
    add("checksum of both ends of " + data, ends_of(path, size));
  }
  return text;
}

std::string first_difference(const std::string& kept, const std::string& now) {
  const auto before = lines_of(kept), after = lines_of(now);
  for (const auto& [key, value] : after) {
    const std::string* old = value_of(key, before);
    if (old == nullptr) return key + " was not set, and now is " + value;
    if (*old != value) return key + " was " + *old + ", and now is " + value;
  }
  for (const auto& [key, value] : before)
    if (value_of(key, after) == nullptr) return key + " was " + value + ", and now is not set";
  return "";
}

}  // namespace photinus
