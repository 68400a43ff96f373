#include "measurement.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus::paper::tempering {

namespace {

using Json = nlohmann::ordered_json;

// Calls visit(name, member) for every member: what is written is what is read.
template <class SomeMeasurement, class Visit>
void for_each_member(SomeMeasurement& m, Visit visit) {
  visit("settings", m.settings);
  visit("chains", m.chains);
  visit("warmup", m.warmup);
  visit("draws", m.draws);
  visit("seconds", m.seconds);
  visit("wall_seconds", m.wall_seconds);
  visit("kernel_evaluations", m.kernel_evaluations);
  visit("other_evaluations", m.other_evaluations);
  visit("acceptance", m.acceptance);
  visit("swap_acceptance", m.swap_acceptance);
  visit("transition_acceptance", m.transition_acceptance);
  visit("seconds_ratio", m.seconds_ratio);
  visit("r_hat", m.r_hat);
  visit("ess", m.ess);
  visit("worst_r_hat", m.worst_r_hat);
  visit("worst_ess", m.worst_ess);
  visit("convergence_draws", m.convergence.draws);
  visit("convergence_seconds", m.convergence.seconds);
  visit("convergence_r_hat", m.convergence.r_hat);
}

// JSON has no NaN: it is written as null.
void read(const Json& json, double& member) {
  member = json.is_null() ? Measurement::none : json.get<double>();
}
void read(const Json& json, std::vector<double>& member) {
  for (const auto& entry : json) read(entry, member.emplace_back());
}
template <class T>
void read(const Json& json, T& member) {
  member = json.get<T>();
}

// Empty where the measurement is one that `save` wrote.
std::string complaint(const Measurement& m) {
  if (m.chains < 1 || m.draws < 1 || m.warmup < 0) return "chains or draws are missing";
  if (!(m.seconds > 0.0) || !(m.kernel_evaluations > 0.0)) return "seconds or evaluations are none";
  const auto points = m.convergence.draws.size();
  if (m.convergence.seconds.size() != points || m.convergence.r_hat.size() != points)
    return "columns of convergence are of unequal length";
  return "";
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
  write_text_file(path_of(c), json.dump() + "\n");
}

}  // namespace photinus::paper::tempering
