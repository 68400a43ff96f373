#include "photinus/run/saved_sequential.hpp"

#include <algorithm>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>
#include <sstream>
#include <string_view>

#include "config_keys.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/serialization.hpp"
#include "photinus/output/text_file.hpp"
#include "state_bytes.hpp"

namespace photinus {

namespace {

constexpr const char* file_name = "sequential.state";
constexpr std::string_view magic = "photinus sequential state 1\n";
constexpr std::size_t digits_of_checksum = 16;

// FNV-1a, 64 bits: against damage, not against intent.
std::string checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  std::string digits(digits_of_checksum, '0');
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, hash >>= 4)
    *digit = "0123456789abcdef"[hash & 0xf];
  return digits;
}

[[noreturn]] void refuse(const std::filesystem::path& directory, const std::string& why) {
  throw Failure(ExitCode::usage, directory.string() + ": " + why + ", and cannot be extended");
}

bool is_of_draws(const std::string& key) {
  return key.starts_with("model.") || key.starts_with("evidence.") || key == "sampler.seed";
}

}  // namespace

std::string settings_of(const RunConfig& config) {
  std::string text;
  for (const auto& key : config_keys())
    if (is_of_draws(key.name)) text += key.name + " = " + key.write(config) + "\n";
  return text;
}

void write_saved(const std::filesystem::path& directory, const SavedSequential& saved) {
  const std::vector<char> bytes = bytes_of(saved);
  const std::string_view state(bytes.data(), bytes.size());
  write_file(directory / file_name,
             std::string(magic) + checksum(state) + "\n" + std::string(state));
}

void remove_saved(const std::filesystem::path& directory) {
  std::filesystem::remove(directory / file_name);
}

SavedSequential read_saved(const std::filesystem::path& directory) {
  if (!std::filesystem::exists(directory / "summary.json"))
    refuse(directory,
           "there is no summary.json: it is no results directory, or its run did not "
           "finish");
  if (!std::filesystem::exists(directory / file_name))
    refuse(directory, std::string("there is no ") + file_name +
                          ": its run was not one of evidence.method = \"sequential\" or "
                          "\"hybrid\"");
  const std::string text = read_text_file(directory / file_name);
  const std::size_t head = magic.size() + digits_of_checksum + 1;
  const std::string_view all = text;
  if (all.size() < head || !all.starts_with(magic) ||
      all.substr(magic.size(), digits_of_checksum) != checksum(all.substr(head)))
    throw Failure(ExitCode::input_output,
                  (directory / file_name).string() + ": damaged, or of another version");
  return state_of<SavedSequential>({text.begin() + static_cast<std::ptrdiff_t>(head), text.end()});
}

void require_same_settings(const SavedSequential& saved, const RunConfig& config) {
  std::istringstream before(saved.settings), now(settings_of(config));
  std::string was, is;
  while (std::getline(before, was) && std::getline(now, is))
    if (was != is)
      throw Failure(ExitCode::usage, "the run that is extended had " + was + ", not " + is);
}

void require_same_parameters(const SavedSequential& saved, const std::vector<std::string>& names) {
  const auto shown_at = [](const std::vector<std::string>& list, std::size_t j) {
    return j < list.size() ? "\"" + list[j] + "\"" : std::string("none");
  };
  for (std::size_t j = 0; j < std::max(names.size(), saved.parameters.size()); ++j)
    if (j >= names.size() || j >= saved.parameters.size() || names[j] != saved.parameters[j])
      throw Failure(ExitCode::usage,
                    "with the new rows the model is another: its parameter number " +
                        std::to_string(j) + " (from 0) is " + shown_at(names, j) + ", it was " +
                        shown_at(saved.parameters, j));
}

}  // namespace photinus
