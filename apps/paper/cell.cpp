#include "cell.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "photinus/base/errors.hpp"
#include "photinus/output/text_file.hpp"

namespace photinus::paper {

namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN: it is written as null.
double number(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

// Calls visit(name, member) for every number and text of the cell: what is written is what is read.
template <class SomeCell, class Visit>
void for_each_member(SomeCell& cell, Visit visit) {
  visit("data_set", cell.data_set);
  visit("variant", cell.variant);
  visit("seed", cell.seed);
  visit("settings", cell.settings);
  visit("file", cell.file);
  visit("bytes", cell.bytes);
  visit("rows", cell.rows);
  visit("chains", cell.chains);
  visit("warmup", cell.warmup);
  visit("draws", cell.draws);
  visit("queries", cell.queries);
  visit("ess", cell.ess);
  visit("median_ess", cell.median_ess);
  visit("evaluations_per_effective_sample", cell.evaluations_per_effective_sample);
  visit("least_ess", cell.least_ess);
  visit("bright", cell.bright);
  visit("acceptance", cell.acceptance);
}

Json to_json(const Cell& cell) {
  Json json;
  for_each_member(cell, [&](const char* name, const auto& member) { json[name] = member; });
  json["halves"] = Json::array();
  for (const auto& half : cell.halves)
    json["halves"].push_back({{"mean", half.mean}, {"variance", half.variance}});
  json["trace"] = {{"iteration", cell.trace.iteration},
                   {"below_mode", cell.trace.below_mode},
                   {"queries", cell.trace.queries}};
  return json;
}

void read(const Json& json, double& member) { member = number(json); }
template <class T>
void read(const Json& json, T& member) {
  member = json.get<T>();
}

Cell from_json(const Json& json) {
  Cell cell;
  for_each_member(cell, [&](const char* name, auto& member) { read(json.at(name), member); });
  for (const auto& half : json.at("halves"))
    cell.halves.push_back({half.at("mean"), half.at("variance")});
  const Json& trace = json.at("trace");
  cell.trace = {trace.at("iteration"), trace.at("below_mode"), trace.at("queries")};
  return cell;
}

// Empty where the cell is one that `save` wrote.
std::string complaint(const Cell& cell) {
  if (cell.chains < 1 || cell.draws < 2 || cell.warmup < 0) return "chains or draws are missing";
  if (!(cell.queries > 0.0) || !(cell.ess >= 0.0)) return "queries or ess is no count";
  if (cell.halves.size() != 2 * static_cast<std::size_t>(cell.chains))
    return "halves are not two for each chain";
  for (const auto& half : cell.halves)
    if (half.mean.empty() || half.mean.size() != cell.halves.front().mean.size() ||
        half.variance.size() != half.mean.size())
      return "halves differ in size";
  const auto points = cell.trace.iteration.size();
  if (cell.trace.below_mode.size() != points || cell.trace.queries.size() != points)
    return "trace has columns of unequal length";
  return "";
}

}  // namespace

CellFiles::CellFiles(std::filesystem::path directory) : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error)
    throw Failure(ExitCode::input_output,
                  directory_.string() + ": cannot be created: " + error.message());
}

std::filesystem::path CellFiles::path_of(const std::string& data_set, const std::string& variant,
                                         std::uint64_t seed) const {
  return directory_ / (data_set + "-" + variant + "-" + std::to_string(seed) + ".json");
}

std::optional<Cell> CellFiles::find(const std::string& data_set, const std::string& variant,
                                    std::uint64_t seed) const {
  const auto path = path_of(data_set, variant, seed);
  if (!std::filesystem::exists(path)) return {};
  std::string wrong;
  try {
    Cell cell = from_json(Json::parse(read_text_file(path)));
    wrong = complaint(cell);
    if (wrong.empty()) return cell;
  } catch (const nlohmann::json::exception& error) {
    wrong = error.what();
  }
  throw Failure(ExitCode::bad_data, path.string() + ": not a cell of this program: " + wrong +
                                        "; remove the file to run the cell again");
}

void CellFiles::save(const Cell& cell) const {
  write_text_file(path_of(cell.data_set, cell.variant, cell.seed), to_json(cell).dump() + "\n");
}

}  // namespace photinus::paper
