#include "photinus/output/run_summary.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>

// Debian's best kept JSON library; slow to compile, hence in this file alone.
#include <nlohmann/json.hpp>

#include "photinus/base/errors.hpp"

namespace photinus {
namespace {

using Json = nlohmann::ordered_json;

// The fields of each object, once, in the file's order: `visit` is a Writer or a Reader.

template <class Visitor>
void fields(Visitor& visit, RunSummary::LikelihoodEvaluations& evaluations) {
  visit("setup", evaluations.setup);
  visit("first_brightness", evaluations.first_brightness);
  visit("warmup", evaluations.warmup);
  visit("sampling", evaluations.sampling);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::Mode& mode) {
  visit("log_likelihood", mode.log_likelihood);
  visit("log_density", mode.log_density);
  visit("gradient_norm", mode.gradient_norm);
  visit("iterations", mode.iterations);
  visit("data_passes", mode.data_passes);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::Seconds& seconds) {
  visit("read", seconds.read);
  visit("mode", seconds.mode);
  visit("statistics", seconds.statistics);
  visit("warmup", seconds.warmup);
  visit("sampling", seconds.sampling);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::Evidence& evidence) {
  visit("method", evidence.method);
  visit("log_z", evidence.log_z);
  visit("standard_error", evidence.standard_error);
  visit("evaluations", evidence.evaluations);
  visit("data_passes", evidence.data_passes);
  visit("consistent", evidence.consistent);
  visit("ratio", evidence.ratio);
  visit("remark", evidence.remark);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::BetweenChains& parameter) {
  visit("name", parameter.name);
  visit("r_hat", parameter.r_hat);
  visit("effective_sample_size", parameter.effective_sample_size);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::Tempering& tempering) {
  visit("method", tempering.method);
  visit("schedule", tempering.schedule);
  visit("betas", tempering.betas);
  visit("step_size", tempering.step_size);
  visit("swap_acceptance", tempering.swap_acceptance);
  visit("local_barrier", tempering.local_barrier);
  visit("barrier", tempering.barrier);
  visit("proposed_rungs", tempering.proposed_rungs);
  visit("round_trips", tempering.round_trips);
  visit("round_trip_rate", tempering.round_trip_rate);
  visit("expected_round_trip_rate", tempering.expected_round_trip_rate);
  visit("transition_acceptance", tempering.transition_acceptance);
  visit("exchanges", tempering.exchanges);
  visit("between_chains", tempering.between_chains);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary::RankShare& share) {
  visit("rank", share.rank);
  visit("host", share.host);
  visit("first_row", share.first_row);
  visit("rows", share.rows);
  visit("evaluations", share.evaluations);
  visit("peak_memory_bytes", share.peak_memory_bytes);
  visit("memory_bytes", share.memory_bytes);
  visit("messages_per_iteration", share.messages_per_iteration);
  visit("message_bytes_per_iteration", share.message_bytes_per_iteration);
}

template <class Visitor>
void fields(Visitor& visit, ParameterSummary& parameter) {
  visit("name", parameter.name);
  visit("mean", parameter.mean);
  visit("sd", parameter.sd);
  visit("mcse", parameter.mcse);
  visit("q5", parameter.q5);
  visit("q50", parameter.q50);
  visit("q95", parameter.q95);
  visit("ess_bulk", parameter.ess_bulk);
  visit("ess_tail", parameter.ess_tail);
  visit("r_hat", parameter.r_hat);
  visit.unless_empty("reason", parameter.reason);
}

struct DataPasses {
  double& setup;
};

template <class Visitor>
void fields(Visitor& visit, DataPasses& passes) {
  visit("setup", passes.setup);
}

template <class Visitor>
void run_fields(Visitor& visit, RunSummary& run) {
  visit("exact", run.exact);
  visit("converged", run.converged);
  visit("method", run.method);
  visit("kernel", run.kernel);
  visit("family", run.family);
  visit("bound", run.bound);
  visit("update", run.update);
  visit("plan", run.plan);
  visit("ranks", run.ranks);
  visit("rows", run.rows);
  visit("columns", run.columns);
  visit("chains", run.chains);
  visit("warmup", run.warmup);
  visit("draws", run.draws);
  visit("iterations", run.iterations);
}

template <class Visitor>
void cost_fields(Visitor& visit, RunSummary& run) {
  visit("likelihood_evaluations", run.likelihood_evaluations);
  visit("bright_mean", run.bright_mean);
  visit("evaluations_per_effective_sample", run.evaluations_per_effective_sample);
  visit("q", run.q);
  visit("slack", run.slack);
  visit("radius", run.radius);
  visit("escape_attempts", run.escape_attempts);
  visit("escapes", run.escapes);
  DataPasses passes{run.data_passes_setup};
  visit("data_passes", passes);
  visit("mode", run.mode);
  visit.unless_empty("evidence", run.evidence);
  visit.unless_empty("tempering", run.tempering);
  visit("seconds", run.seconds);
}

template <class Visitor>
void fields(Visitor& visit, RunSummary& run) {
  run_fields(visit, run);
  cost_fields(visit, run);
  visit("acceptance_rate", run.acceptance_rate);
  visit("step_size", run.step_size);
  visit("outside", run.outside);
  visit("warnings", run.warnings);
  visit("parameters", run.parameters);
  visit("rank_shares", run.rank_shares);
}

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

class Writer {
 public:
  explicit Writer(Json& json) : json_(json) {}

  template <class T>
  void operator()(const char* key, T& value) {
    put(json_[key], value);
  }
  void unless_empty(const char* key, std::string& text) {
    if (!text.empty()) put(json_[key], text);
  }
  template <class T>
  void unless_empty(const char* key, std::optional<T>& value) {
    if (value) put(json_[key], *value);
  }

 private:
  template <Plain T>
  static void put(Json& json, T& value) {
    json = value;  // numbers that are not finite are printed as null
  }
  template <class T>
  static void put(Json& json, T& value) {
    json = Json::object();
    Writer writer(json);
    fields(writer, value);
  }
  template <class T>
  static void put(Json& json, std::vector<T>& values) {
    json = Json::array();
    for (auto& value : values) put(json.emplace_back(), value);
  }

  Json& json_;
};

class Reader {
 public:
  Reader(const Json& json, const std::string& place) : json_(json), place_(place) {
    if (!json.is_object()) wrong(place, "an object");
  }

  template <class T>
  void operator()(const char* key, T& value) {
    if (!json_.contains(key)) wrong(path(key), "there");
    get(json_.at(key), path(key), value);
  }
  void unless_empty(const char* key, std::string& text) {
    if (json_.contains(key)) get(json_.at(key), path(key), text);
  }
  template <class T>
  void unless_empty(const char* key, std::optional<T>& value) {
    if (json_.contains(key)) get(json_.at(key), path(key), value.emplace(T{}));
  }

 private:
  [[noreturn]] static void wrong(const std::string& place, const std::string& wanted) {
    const auto what = place.empty() ? std::string("the whole") : "'" + place + "'";
    throw Failure(ExitCode::input_output, "run summary: " + what + " is not " + wanted);
  }
  std::string path(const char* key) const { return place_.empty() ? key : place_ + "." + key; }

  template <Plain T>
  static void get(const Json& json, const std::string& place, T& value) {
    if constexpr (std::is_same_v<T, double>) {
      if (!json.is_number() && !json.is_null()) wrong(place, "a number");
      value = json.is_null() ? RunSummary::not_available : json.get<double>();
    } else if constexpr (std::is_same_v<T, std::string>) {
      if (!json.is_string()) wrong(place, "a string");
      value = json.get<T>();
    } else if constexpr (std::is_same_v<T, bool>) {
      if (!json.is_boolean()) wrong(place, "true or false");
      value = json.get<T>();
    } else {
      if (!json.is_number_integer()) wrong(place, "an integer");
      const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                  : std::in_range<T>(json.get<std::int64_t>());
      if (!fits) wrong(place, "as small as it must be");
      value = json.get<T>();
    }
  }
  template <class T>
  static void get(const Json& json, const std::string& place, T& value) {
    Reader reader(json, place);
    fields(reader, value);
  }
  template <class T>
  static void get(const Json& json, const std::string& place, std::vector<T>& values) {
    if (!json.is_array()) wrong(place, "a list");
    for (const auto& element : json) {
      const auto item = place + "[" + std::to_string(values.size()) + "]";
      get(element, item, values.emplace_back());
    }
  }

  const Json& json_;
  std::string place_;
};

}  // namespace

std::string to_json(const RunSummary& summary) {
  auto copy = summary;  // the fields are listed once for reading and writing: not const
  Json json;
  Writer writer(json);
  fields(writer, copy);
  // File names and column names need not be UTF-8; JSON must.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunSummary summary_from_json(const std::string& text) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception& error) {
    throw Failure(ExitCode::input_output, std::string("run summary: ") + error.what());
  }
  RunSummary summary;
  Reader reader(json, "");
  fields(reader, summary);
  return summary;
}

}  // namespace photinus
