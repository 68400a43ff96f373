#include "measurement.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus::paper::evidence {

namespace {

using Json = nlohmann::ordered_json;

// Calls visit(name, member) for every member: what is written is what is read.
template <class SomeMeasurement, class Visit>
void for_each_member(SomeMeasurement& m, Visit visit) {
  visit("settings", m.settings);
  visit("log_z", m.log_z);
  visit("standard_error", m.standard_error);
  visit("variance", m.variance);
  visit("evaluations", m.evaluations);
  visit("seconds", m.seconds);
  visit("failure", m.failure);
}

// JSON has no NaN: it is written as null.
void read(const Json& json, double& member) {
  member = json.is_null() ? Measurement::none : json.get<double>();
}
void read(const Json& json, std::string& member) { member = json.get<std::string>(); }

// Empty where the measurement is one that `save` wrote.
std::string complaint(const Measurement& m) {
  const int results = !std::isnan(m.log_z) + !std::isnan(m.variance) + !m.failure.empty();
  if (results != 1) return "it takes one of log_z, variance and failure";
  return m.seconds >= 0.0 && m.evaluations >= 0.0 ? "" : "seconds or evaluations are below 0";
}

Measurement read_measurement(const std::filesystem::path& path) {
  std::string wrong;
  try {
    const Json json = Json::parse(read_text_file(path));
    Measurement m;
    for_each_member(m, [&](const char* name, auto& member) { read(json.at(name), member); });
    wrong = complaint(m);
    if (wrong.empty()) return m;
  } catch (const nlohmann::json::exception& error) {
    wrong = error.what();
  }
  throw Failure(ExitCode::bad_data, path.string() + ": not a cell of this program: " + wrong +
                                        "; remove the file to run the cell again");
}

}  // namespace

MeasurementFiles::MeasurementFiles(std::filesystem::path directory)
    : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error)
    throw Failure(ExitCode::input_output,
                  directory_.string() + ": cannot be created: " + error.message());
}

std::filesystem::path MeasurementFiles::path_of(const Case& c) const {
  return directory_ / (c.name() + ".json");
}

std::optional<Measurement> MeasurementFiles::find(const Case& c,
                                                  const std::string& settings) const {
  const auto path = path_of(c);
  if (!std::filesystem::exists(path)) return {};
  Measurement m = read_measurement(path);
  if (m.settings != settings)
    throw Failure(
        ExitCode::usage,
        path.string() + " was run with other settings; give another --output, or remove the file");
  return m;
}

void MeasurementFiles::save(const Case& c, const Measurement& measurement) const {
  Json json;
  for_each_member(measurement, [&](const char* name, const auto& member) { json[name] = member; });
  write_text_file(path_of(c), json.dump(2) + "\n");
}

}  // namespace photinus::paper::evidence
