#include "config_keys.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace photinus {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string digits(double value) {
  char text[32];
  std::string result(text, std::to_chars(text, text + sizeof text, value).ptr);
  if (result.find_first_of(".en") == std::string::npos) result += ".0";
  return result;
}

std::string list(const std::vector<double>& values) {
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

void read_choice(std::string& target, const ConfigValue& v,
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

template <class Get>
ConfigKey number_key(const char* name, Get get, double above, double most) {
  return {name,
          [get, above, most](RunConfig& c, const ConfigValue& v) {
            const double value = v.number();
            if (!(value > above && value <= most))
              v.refuse("must be above " + digits(above) +
                       (std::isinf(most) ? "" : " and at most " + digits(most)));
            get(c) = value;
          },
          [get](const RunConfig& c) { return digits(get(c)); }};
}

// Their squares and the squares' inverses are doubles.
constexpr double smallest_scale = 1e-100, largest_scale = 1e100;

void read_scales(std::vector<double>& scales, const ConfigValue& v) {
  scales = v.numbers();
  for (const double scale : scales)
    if (!(scale >= smallest_scale && scale <= largest_scale))
      v.refuse("scales must lie between 1e-100 and 1e100 (for a flat prior: family = \"flat\")");
  if (scales.empty()) v.refuse("must hold at least one scale");
}

ConfigKey q_key() {
  return {"firefly.q",
          [](RunConfig& c, const ConfigValue& v) {
            if (v.is_text() && v.text() == "auto") {
              c.firefly.q.reset();
              return;
            }
            const double q = v.number();
            if (!(q > 0.0 && q <= 0.999)) v.refuse("must be \"auto\" or above 0 and at most 0.999");
            c.firefly.q = q;
          },
          [](const RunConfig& c) { return c.firefly.q ? digits(*c.firefly.q) : "\"auto\""; }};
}

RunConfig::Prior& intercept_prior(RunConfig& c) {
  if (!c.model.intercept_prior) c.model.intercept_prior = RunConfig::Prior{};
  return *c.model.intercept_prior;
}

std::vector<ConfigKey> intercept_prior_keys() {
  return {{"model.intercept_prior.family",
           [](RunConfig& c, const ConfigValue& v) {
             read_choice(intercept_prior(c).family, v, {"normal", "flat"});
           },
           [](const RunConfig& c) {
             return c.model.intercept_prior ? quoted(c.model.intercept_prior->family) : "";
           }},
          {"model.intercept_prior.scale",
           [](RunConfig& c, const ConfigValue& v) {
             read_scales(intercept_prior(c).scale, v);
             if (intercept_prior(c).scale.size() != 1) v.refuse("must be one number");
           },
           [](const RunConfig& c) {
             return c.model.intercept_prior ? list(c.model.intercept_prior->scale) : "";
           }}};
}

std::vector<ConfigKey> data_and_prior_keys() {
  using C = RunConfig;
  return {
      text_key(
          "data.path", [](auto& c) -> auto& { return c.data.path; }),
      text_key(
          "model.family", [](auto& c) -> auto& { return c.model.family; }),
      choice_key("model.prior.family", [](auto& c) -> auto& { return c.model.prior.family; },
                 {"normal", "flat"}),
      {"model.prior.scale", [](C& c, const ConfigValue& v) { read_scales(c.model.prior.scale, v); },
       [](const C& c) { return list(c.model.prior.scale); }}};
}

std::vector<ConfigKey> intercept_keys() {
  return {choice_key("model.intercept", [](auto& c) -> auto& { return c.model.intercept; },
                     {"auto", "none"})};
}

std::vector<ConfigKey> sampler_keys() {
  return {choice_key("sampler.method", [](auto& c) -> auto& { return c.sampler.method; },
                     {"firefly", "full"}),
          choice_key("sampler.kernel", [](auto& c) -> auto& { return c.sampler.kernel; },
                     {"hmc", "random_walk"}),
          choice_key("sampler.metric", [](auto& c) -> auto& { return c.sampler.metric; },
                     {"hessian", "identity"}),
          integer_key(
              "sampler.chains", [](auto& c) -> auto& { return c.sampler.chains; }, 1),
          integer_key(
              "sampler.warmup", [](auto& c) -> auto& { return c.sampler.warmup; }, 0),
          integer_key(
              "sampler.draws", [](auto& c) -> auto& { return c.sampler.draws; }, 1),
          integer_key(
              "sampler.seed", [](auto& c) -> auto& { return c.sampler.seed; }, 0),
          number_key(
              "sampler.start_dispersion",
              [](auto& c) -> auto& { return c.sampler.start_dispersion; }, 0.0, 1000.0),
          integer_key(
              "sampler.leapfrogs", [](auto& c) -> auto& { return c.sampler.leapfrogs; }, 0),
          number_key(
              "sampler.trajectory", [](auto& c) -> auto& { return c.sampler.trajectory; }, 0.0,
              infinity)};
}

std::vector<ConfigKey> firefly_keys() {
  return {
      choice_key("firefly.bound", [](auto& c) -> auto& { return c.firefly.bound; },
                 {"auto", "jaakkola_jordan"}),
      choice_key("firefly.anchor", [](auto& c) -> auto& { return c.firefly.anchor; },
                 {"mode", "untuned"}),
      choice_key(
          "firefly.update", [](auto& c) -> auto& { return c.firefly.update; },
          {"implicit", "explicit_with_replacement", "explicit_without_replacement", "sweep"}),
      q_key(),
      number_key(
          "firefly.fraction", [](auto& c) -> auto& { return c.firefly.fraction; }, 0.0, 1.0),
      choice_key("firefly.plan", [](auto& c) -> auto& { return c.firefly.plan; },
                 {"auto", "home", "shards"}),
      integer_key(
          "firefly.home_capacity", [](auto& c) -> auto& { return c.firefly.home_capacity; }, 0)};
}

std::vector<ConfigKey> rank_and_output_keys() {
  using C = RunConfig;
  return {{"ranks.coordinator_holds_rows",
           [](C& c, const ConfigValue& v) { c.ranks.coordinator_holds_rows = v.boolean(); },
           [](const C& c) { return c.ranks.coordinator_holds_rows ? "true" : "false"; }},
          number_key(
              "ranks.deadline", [](auto& c) -> auto& { return c.ranks.deadline; }, 0.0, infinity),
          text_key(
              "output.directory", [](auto& c) -> auto& { return c.output.directory; })};
}

std::vector<ConfigKey> make_keys() {
  std::vector<ConfigKey> all;
  for (const auto& keys : {data_and_prior_keys(), intercept_prior_keys(), intercept_keys(),
                           sampler_keys(), firefly_keys(), rank_and_output_keys()})
    all.insert(all.end(), keys.begin(), keys.end());
  return all;
}

}  // namespace

std::string quoted(const std::string& text) {
  constexpr const char* hex = "0123456789ABCDEF";
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7f)
      result += std::string("\\u00") + hex[code >> 4U] + hex[code & 0xfU];
    else
      result += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
  }
  return result + "\"";
}

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = make_keys();
  return keys;
}

}  // namespace photinus
