#include "photinus/run/saved_sequential.hpp"

#include <algorithm>

#include "config_keys.hpp"
#include "photinus/base/errors.hpp"
#include "photinus/base/file_writing.hpp"
#include "photinus/data/dataset.hpp"
#include "photinus/output/checkpoint.hpp"
#include "photinus/output/text_file.hpp"
#include "run_identity.hpp"
#include "state_bytes.hpp"

namespace photinus {

namespace {

constexpr const char* file_name = "sequential.state";

[[noreturn]] void refuse(const std::filesystem::path& directory, const std::string& why) {
  throw Failure(ExitCode::usage, directory.string() + ": " + why + ", and cannot be extended");
}

// One that cannot be looked for is not there.
bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
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
  write_file(directory / file_name, encode({saved.settings, bytes_of(saved)}, 1));
}

void remove_saved(const std::filesystem::path& directory) { remove_file(directory / file_name); }

SavedSequential read_saved(const std::filesystem::path& directory) {
  if (!is_there(directory / "config.toml"))
    refuse(directory,
           "there is no config.toml: it is no results directory, or its run did not finish");
  if (!is_there(directory / file_name))
    refuse(directory, std::string("there is no ") + file_name +
                          ": its run did not finish, or was not one of evidence.method = "
                          "\"sequential\" or \"hybrid\"");
  const auto path = directory / file_name;
  const auto decoded = decode(read_text_file(path));
  if (!decoded)
    throw Failure(ExitCode::input_output, path.string() + ": damaged, or of another version");
  return state_of<SavedSequential>(decoded->checkpoint.state);
}

void require_same_settings(const SavedSequential& saved, const RunConfig& config) {
  const std::string difference = first_difference(saved.settings, settings_of(config));
  if (!difference.empty())
    throw Failure(ExitCode::usage,
                  "the run cannot be extended with another model or estimator: " + difference);
}

void forget_extension(const SavedSequential& saved, const std::vector<std::string>& files,
                      RunConfig& config) {
  auto& more = config.data.more;
  std::int64_t rows = read_header(config.data.path).rows;
  auto unknown = more.begin();
  while (rows < saved.rows && unknown != more.end()) rows += read_header(*unknown++).rows;
  if (rows != saved.rows)
    throw Failure(ExitCode::bad_data, config.data.path + ": " + std::to_string(rows) +
                                          " rows, but the run that is extended had " +
                                          std::to_string(saved.rows) + " of its files");
  if (unknown != more.end() && !std::equal(unknown, more.end(), files.begin(), files.end()))
    throw Failure(ExitCode::usage, "the run's extension from " + *unknown +
                                       " on did not finish: first repeat it with the same files");
  more.erase(unknown, more.end());
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
