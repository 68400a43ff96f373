#pragma once

#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "config_keys.hpp"

/// Kinds of keys: `get` names the setting in a RunConfig.
namespace photinus {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline std::string digits(double value) {
  char text[32];
  std::string result(text, std::to_chars(text, text + sizeof text, value).ptr);
  if (result.find_first_of(".en") == std::string::npos) result += ".0";
  return result;
}

inline std::string list(const std::vector<double>& values) {
  if (values.size() == 1) return digits(values.front());
  std::string text;
  for (const double value : values) text += (text.empty() ? "[" : ", ") + digits(value);
  return text + "]";
}

template <class Get>
ConfigKey text_key(const char* name, Get get) {
  return {name, [get](RunConfig& c, const ConfigValue& v) { get(c) = v.text(); },
          [get](const RunConfig& c) { return quoted(get(c)); }};
}

inline void read_choice(std::string& target, const ConfigValue& v,
                        const std::vector<std::string>& choices) {
  std::string known;
  for (const auto& choice : choices) {
    if (choice == v.text()) {
      target = choice;
      return;
    }
    known += (known.empty() ? "" : ", ") + quoted(choice);
  }
  v.refuse(quoted(v.text()) + " is not one of " + known);
}

template <class Get>
ConfigKey choice_key(const char* name, Get get, std::vector<std::string> choices) {
  ConfigKey key = text_key(name, get);
  key.read = [get, choices](RunConfig& c, const ConfigValue& v) {
    read_choice(get(c), v, choices);
  };
  return key;
}

template <class Get>
ConfigKey integer_key(const char* name, Get get, std::int64_t least) {
  using Integer = std::decay_t<decltype(get(std::declval<RunConfig&>()))>;
  return {name,
          [get, least](RunConfig& c, const ConfigValue& v) {
            const std::int64_t value = v.integer();
            constexpr std::uint64_t most = std::numeric_limits<Integer>::max();
            if (value < least) v.refuse("must be at least " + std::to_string(least));
            if (static_cast<std::uint64_t>(value) > most) v.refuse("is too large");
            get(c) = static_cast<Integer>(value);
          },
          [get](const RunConfig& c) { return std::to_string(get(c)); }};
}

inline double read_number(const ConfigValue& v, double above, double most) {
  const double value = v.number();
  if (!(value > above && value <= most))
    v.refuse("must be above " + digits(above) +
             (std::isinf(most) ? "" : " and at most " + digits(most)));
  return value;
}

template <class Get>
ConfigKey number_key(const char* name, Get get, double above, double most) {
  return {name,
          [get, above, most](RunConfig& c, const ConfigValue& v) {
            get(c) = read_number(v, above, most);
          },
          [get](const RunConfig& c) { return digits(get(c)); }};
}

// "auto" or a number above 0.
template <class Get>
ConfigKey automatic_key(const char* name, Get get, double most) {
  return {name,
          [get, most](RunConfig& c, const ConfigValue& v) {
            if (v.is_text() && v.text() == "auto") {
              get(c).reset();
              return;
            }
            const double value = v.is_text() ? 0.0 : v.number();  // 0 is refused
            if (!(value > 0.0 && value <= most))
              v.refuse("must be \"auto\" or above 0 and at most " + digits(most));
            get(c) = value;
          },
          [get](const RunConfig& c) { return get(c) ? digits(*get(c)) : "\"auto\""; }};
}

}  // namespace photinus
