#include "config_key_kinds.hpp"

namespace photinus {

namespace {

ConfigKey ladder_key() {
  return {"tempering.ladder",
          [](RunConfig& c, const ConfigValue& v) { c.tempering.ladder = v.numbers(); },
          [](const RunConfig& c) {
            return c.tempering.ladder.empty() ? "" : list(c.tempering.ladder);
          }};
}

ConfigKey least_subset_key() {
  return {"tempering.least_subset",
          [](RunConfig& c, const ConfigValue& v) {
            c.tempering.least_subset.reset();
            if (v.is_text() && v.text() == "auto") return;
            const std::int64_t rows = v.is_text() ? 0 : v.integer();  // 0 is refused
            if (rows < 1 || rows > std::numeric_limits<int>::max())
              v.refuse("must be \"auto\" or at least 1");
            c.tempering.least_subset = static_cast<int>(rows);
          },
          [](const RunConfig& c) {
            return c.tempering.least_subset ? std::to_string(*c.tempering.least_subset)
                                            : "\"auto\"";
          }};
}

}  // namespace

std::vector<ConfigKey> tempering_keys() {
  using C = RunConfig;
  return {
      choice_key(
          "tempering.method", [](auto& c) -> auto& { return c.tempering.method; },
          {"none", "parallel", "transitions", "subsampled_parallel", "subsampled_transitions"}),
      integer_key(
          "tempering.rungs", [](auto& c) -> auto& { return c.tempering.rungs; }, 1),
      number_key(
          "tempering.least_beta", [](auto& c) -> auto& { return c.tempering.least_beta; }, 0.0,
          1.0),
      ladder_key(),
      choice_key("tempering.power_of", [](auto& c) -> auto& { return c.tempering.power_of; },
                 {"likelihood", "posterior"}),
      choice_key("tempering.subsets", [](auto& c) -> auto& { return c.tempering.subsets; },
                 {"nested", "independent"}),
      least_subset_key(),
      choice_key("tempering.schedule", [](auto& c) -> auto& { return c.tempering.schedule; },
                 {"even_then_odd", "even_odd", "sweep"}),
      {"tempering.adapt", [](C& c, const ConfigValue& v) { c.tempering.adapt = v.boolean(); },
       [](const C& c) { return c.tempering.adapt ? "true" : "false"; }},
      integer_key(
          "tempering.updates", [](auto& c) -> auto& { return c.tempering.updates; }, 1),
      integer_key(
          "tempering.row_exchanges", [](auto& c) -> auto& { return c.tempering.row_exchanges; }, 0),
      integer_key(
          "tempering.posterior_updates",
          [](auto& c) -> auto& { return c.tempering.posterior_updates; }, 0)};
}

}  // namespace photinus
