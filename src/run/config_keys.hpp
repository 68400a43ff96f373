#pragma once

#include <functional>
#include <string>
#include <vector>

#include "photinus/run/config.hpp"

namespace photinus {

/// A value of the config file as the keys see it: plain types and its place for messages.
class ConfigValue {
 public:
  virtual ~ConfigValue() = default;
  virtual bool boolean() const = 0;
  virtual std::int64_t integer() const = 0;
  virtual double number() const = 0;
  virtual std::string text() const = 0;
  virtual std::vector<double> numbers() const = 0;     ///< a number, or an array of numbers
  virtual std::vector<std::string> texts() const = 0;  ///< a string, or an array of strings
  virtual bool is_text() const = 0;
  [[noreturn]] virtual void refuse(const std::string& why) const = 0;
};

/// A string as TOML writes it.
std::string quoted(const std::string& text);

/// One key of the config: how it is read and written. The one list of keys serves reading, the
/// search for the nearest known key, and the effective config.
struct ConfigKey {
  std::string name;  ///< "section.key"
  std::function<void(RunConfig&, const ConfigValue&)> read;
  std::function<std::string(const RunConfig&)> write;  ///< empty: leave the key out
};

const std::vector<ConfigKey>& config_keys();
/// Those of the section [tempering].
std::vector<ConfigKey> tempering_keys();
std::vector<ConfigKey> evidence_keys();

}  // namespace photinus
