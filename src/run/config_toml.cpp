#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "config_keys.hpp"
#include "photinus/base/errors.hpp"

namespace photinus {

namespace {

std::string place(const std::string& source, const toml::source_region& region) {
  if (region.begin.line == 0) return source;
  return source + ":" + std::to_string(region.begin.line) + ":" +
         std::to_string(region.begin.column);
}

[[noreturn]] void usage(const std::string& message) { throw Failure(ExitCode::usage, message); }

// A node of the file, or of a --set argument.
class TomlValue final : public ConfigValue {
 public:
  TomlValue(std::string key, std::string source, const toml::node& node)
      : key_(std::move(key)), source_(std::move(source)), node_(node) {}

  bool boolean() const override { return get<bool>("true or false"); }
  std::int64_t integer() const override {
    if (!node_.is_integer()) refuse("must be a whole number");
    return *node_.value<std::int64_t>();
  }
  double number() const override { return get<double>("a number"); }
  std::string text() const override { return get<std::string>("a string"); }
  bool is_text() const override { return node_.is_string(); }
  std::vector<double> numbers() const override {
    if (!node_.is_array()) return {number()};
    std::vector<double> values;
    for (const auto& element : *node_.as_array())
      values.push_back(TomlValue(key_, source_, element).number());
    return values;
  }
  std::vector<std::string> texts() const override {
    if (!node_.is_array()) return {text()};
    std::vector<std::string> values;
    for (const auto& element : *node_.as_array())
      values.push_back(TomlValue(key_, source_, element).text());
    return values;
  }
  [[noreturn]] void refuse(const std::string& why) const override {
    usage(place(source_, node_.source()) + ": " + key_ + " " + why);
  }

 private:
  template <class T>
  T get(const char* wanted) const {
    const auto value = node_.value<T>();
    if (!value || (std::is_same_v<T, bool> && !node_.is_boolean()))
      refuse(std::string("must be ") + wanted);
    return *value;
  }

  std::string key_;
  std::string source_;
  const toml::node& node_;
};

// Levenshtein distance.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

std::string nearest_key(const std::string& name) {
  const auto& keys = config_keys();
  return std::min_element(keys.begin(), keys.end(),
                          [&](const auto& a, const auto& b) {
                            return distance(name, a.name) < distance(name, b.name);
                          })
      ->name;
}

bool is_section(const std::string& name) {
  return std::any_of(config_keys().begin(), config_keys().end(),
                     [&](const auto& key) { return key.name.starts_with(name + "."); });
}

void read_table(RunConfig& config, const toml::table& table, const std::string& prefix,
                const std::string& source) {
  for (const auto& [key, node] : table) {
    const std::string name = prefix + std::string(key.str());
    const auto known = std::find_if(config_keys().begin(), config_keys().end(),
                                    [&](const auto& k) { return k.name == name; });
    if (known != config_keys().end())
      known->read(config, TomlValue(name, source, node));
    else if (node.is_table() && is_section(name))
      read_table(config, *node.as_table(), name + ".", source);
    else
      usage(place(source, key.source()) + ": unknown key " + name + "; did you mean " +
            nearest_key(name) + "?");
  }
}

toml::table parse(const std::string& text, const std::string& source) {
  try {
    return toml::parse(std::string_view(text), std::string_view(source));
  } catch (const toml::parse_error& error) {
    usage(place(source, error.source()) + ": " + std::string(error.description()));
  }
}

// The value of section.key=value is TOML; what is not TOML is a string.
toml::table parse_setting(const std::string& setting) {
  const auto equals = setting.find('=');
  if (equals == std::string::npos) usage("--set " + setting + ": must be section.key=value");
  const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
  try {
    const std::string text = key + " = " + value;
    return toml::parse(std::string_view(text));
  } catch (const toml::parse_error&) {
    return parse(key + " = " + quoted(value), "--set " + setting);
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    throw Failure(ExitCode::input_output, path.string() + ": the config file cannot be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void require(const std::string& value, const std::string& name, const std::string& source) {
  if (value.empty()) usage(source + ": " + name + " is missing");
}

}  // namespace

RunConfig read_config(const std::filesystem::path& path, const std::vector<std::string>& settings) {
  RunConfig config;
  config.sampler.method = config.sampler.metric = config.sampler.start = "auto";
  read_table(config, parse(read_file(path), path.string()), "", path.string());
  for (const auto& setting : settings)
    read_table(config, parse_setting(setting), "", "--set " + setting);
  require(config.data.path, "data.path", path.string());
  require(config.model.family, "model.family", path.string());
  return config;
}

RunConfig settled(RunConfig config, bool has_predictors) {
  const bool bounds_help =
      config.tempering.method == "none" || config.tempering.method == "parallel";
  const auto settle = [](std::string& value, const char* settled_value) {
    if (value == "auto") value = settled_value;
  };
  settle(config.sampler.method, has_predictors && bounds_help ? "firefly" : "full");
  settle(config.sampler.metric, has_predictors ? "hessian" : "adapted");
  settle(config.sampler.start, has_predictors ? "mode" : "prior");
  settle(config.evidence.method, has_predictors ? "firefly" : "smc");
  return config;
}

std::string to_toml(const RunConfig& config) {
  std::string text, section;
  for (const auto& key : config_keys()) {
    const std::string value = key.write(config);
    if (value.empty()) continue;
    const auto dot = key.name.find('.');
    if (key.name.substr(0, dot) != section) {
      section = key.name.substr(0, dot);
      text += (text.empty() ? "[" : "\n[") + section + "]\n";
    }
    text += key.name.substr(dot + 1) + " = " + value + "\n";
  }
  return text;
}

}  // namespace photinus
