#include "config_key_kinds.hpp"

namespace photinus {

std::vector<ConfigKey> evidence_keys() {
  return {
      choice_key(
          "evidence.method", [](auto& c) -> auto& { return c.evidence.method; },
          {"auto", "firefly"}),
      integer_key(
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

}  // namespace photinus
