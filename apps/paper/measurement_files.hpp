#pragma once

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "photinus/output/text_file.hpp"

namespace photinus::paper {

using Json = nlohmann::ordered_json;

// JSON has no NaN: it is written as null.
inline void read(const Json& json, double& member) {
  member = json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}
inline void read(const Json& json, std::vector<double>& member) {
  for (const auto& entry : json) read(entry, member.emplace_back());
}
template <class T>
void read(const Json& json, T& member) {
  member = json.get<T>();
}

/// Creates the directory. Throws Failure input_output.
void create_cell_directory(const std::filesystem::path& directory);
[[noreturn]] void refuse_cell(const std::filesystem::path& path, const std::string& wrong);
[[noreturn]] void refuse_other_settings(const std::filesystem::path& path);

/// What is kept of cases: one small JSON file for each, in one directory.
///
/// Beside a Measurement, with its `settings`, stand for_each_member(measurement, visit), which
/// calls visit(name, member) for every member, so that what is written is what is read; and
/// complaint(measurement), empty where it is one that `save` wrote.
template <class Measurement, class Case>
class MeasurementFiles {
 public:
  /// Creates the directory.
  explicit MeasurementFiles(std::filesystem::path directory) : directory_(std::move(directory)) {
    create_cell_directory(directory_);
  }

  /// Throws Failure bad_data, naming the file, where it is none of these; usage where it was run
  /// with other settings.
  std::optional<Measurement> find(const Case& c, const std::string& settings) const {
    const auto path = path_of(c);
    if (!std::filesystem::exists(path)) return {};
    Measurement measurement = read_measurement(path);
    if (measurement.settings != settings) refuse_other_settings(path);
    return measurement;
  }

  void save(const Case& c, const Measurement& measurement) const {
    Json json;
    for_each_member(measurement,
                    [&](const char* name, const auto& member) { json[name] = member; });
    write_text_file(path_of(c), json.dump() + "\n");
  }

 private:
  std::filesystem::path path_of(const Case& c) const { return directory_ / (c.name() + ".json"); }

  static Measurement read_measurement(const std::filesystem::path& path) {
    std::string wrong;
    try {
      const Json json = Json::parse(read_text_file(path));
      Measurement measurement;
      for_each_member(measurement,
                      [&](const char* name, auto& member) { paper::read(json.at(name), member); });
      wrong = complaint(measurement);
      if (wrong.empty()) return measurement;
    } catch (const nlohmann::json::exception& error) {
      wrong = error.what();
    }
    refuse_cell(path, wrong);
  }

  std::filesystem::path directory_;
};

}  // namespace photinus::paper
