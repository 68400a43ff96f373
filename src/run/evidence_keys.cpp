#include "config_key_kinds.hpp"

namespace photinus {

namespace {

template <class Get>
ConfigKey automatic_integer_key(const char* name, Get get, std::int64_t least) {
  return {name,
          [get, least](RunConfig& c, const ConfigValue& v) {
            get(c).reset();
            if (v.is_text() && v.text() == "auto") return;
            const std::int64_t value = v.is_text() ? least - 1 : v.integer();
            if (value < least || value > std::numeric_limits<int>::max())
              v.refuse("must be \"auto\" or at least " + std::to_string(least));
            get(c) = static_cast<int>(value);
          },
          [get](const RunConfig& c) { return get(c) ? std::to_string(*get(c)) : "\"auto\""; }};
}

std::vector<ConfigKey> firefly_evidence_keys() {
  return {integer_key(
              "evidence.chains", [](auto& c) -> auto& { return c.evidence.chains; }, 1),
          integer_key(
              "evidence.warmup", [](auto& c) -> auto& { return c.evidence.warmup; }, 0),
          integer_key(
              "evidence.draws", [](auto& c) -> auto& { return c.evidence.draws; }, 8),
          integer_key(
              "evidence.nodes", [](auto& c) -> auto& { return c.evidence.nodes; }, 3),
          integer_key(
              "evidence.rounds", [](auto& c) -> auto& { return c.evidence.rounds; }, 1)};
}

std::vector<ConfigKey> sequential_keys() {
  return {choice_key("evidence.constants", [](auto& c) -> auto& { return c.evidence.constants; },
                     {"ours", "published"}),
          automatic_integer_key(
              "evidence.chunk", [](auto& c) -> auto& { return c.evidence.chunk; }, 1),
          automatic_integer_key(
              "evidence.steps", [](auto& c) -> auto& { return c.evidence.steps; }, 1),
          automatic_key(
              "evidence.step_size", [](auto& c) -> auto& { return c.evidence.step_size; }, 1e6),
          automatic_integer_key(
              "evidence.batch", [](auto& c) -> auto& { return c.evidence.batch; }, 1),
          choice_key("evidence.anchors", [](auto& c) -> auto& { return c.evidence.anchors; },
                     {"auto", "none", "shared", "each"}),
          automatic_integer_key(
              "evidence.walkers", [](auto& c) -> auto& { return c.evidence.walkers; }, 1),
          automatic_integer_key(
              "evidence.prior_draws", [](auto& c) -> auto& { return c.evidence.prior_draws; }, 2),
          integer_key(
              "evidence.first_rows", [](auto& c) -> auto& { return c.evidence.first_rows; }, 1)};
}

std::vector<ConfigKey> particle_keys() {
  return {
      automatic_integer_key(
          "evidence.particles", [](auto& c) -> auto& { return c.evidence.particles; }, 2),
      number_key(
          "evidence.learning_rate", [](auto& c) -> auto& { return c.evidence.learning_rate; }, 0.0,
          1e6),
      number_key(
          "evidence.tolerance", [](auto& c) -> auto& { return c.evidence.tolerance; }, 0.0, 0.5),
      integer_key(
          "evidence.most_rejections", [](auto& c) -> auto& { return c.evidence.most_rejections; },
          1),
      number_key(
          "evidence.effective_share", [](auto& c) -> auto& { return c.evidence.effective_share; },
          0.0, 0.999),
      number_key(
          "evidence.weight_variance", [](auto& c) -> auto& { return c.evidence.weight_variance; },
          0.0, 1e6)};
}

std::vector<ConfigKey> path_keys() {
  return {integer_key(
              "evidence.rungs", [](auto& c) -> auto& { return c.evidence.rungs; }, 2),
          number_key(
              "evidence.rung_power", [](auto& c) -> auto& { return c.evidence.rung_power; }, 0.0,
              20.0)};
}

}  // namespace

std::vector<ConfigKey> evidence_keys() {
  std::vector<ConfigKey> all = {
      choice_key("evidence.method", [](auto& c) -> auto& { return c.evidence.method; },
                 {"auto", "firefly", "sequential", "hybrid", "nested", "nested_rejection", "smc",
                  "annealed", "bridge", "stepping_stone", "thermodynamic"})};
  for (const auto& keys :
       {firefly_evidence_keys(), sequential_keys(), particle_keys(), path_keys()})
    all.insert(all.end(), keys.begin(), keys.end());
  return all;
}

}  // namespace photinus
