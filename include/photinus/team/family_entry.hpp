#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "photinus/replica/home_rows_of.hpp"
#include "photinus/shard/shard_of.hpp"

namespace photinus {

/// A family as the program knows it: its name, and the code compiled for it.
struct FamilyEntry {
  std::string name;
  MakeShard make_shard;
  std::function<std::unique_ptr<HomeRows>(int columns)> make_home;
  std::function<std::string(const ResponseSummary&)> complaint;
};

/// The entry of a family in the program's explicit list.
template <LinearPredictorFamily Family>
FamilyEntry family_entry(const Family& family = {}) {
  return {Family::name,
          [family](ScalarType scalar, const Share& share,
                   const Heartbeat& heartbeat) -> std::unique_ptr<Shard> {
            if (scalar == ScalarType::float32)
              return std::make_unique<ShardOf<Family, float>>(family, share, heartbeat);
            return std::make_unique<ShardOf<Family, double>>(family, share, heartbeat);
          },
          [family](int columns) -> std::unique_ptr<HomeRows> {
            return std::make_unique<HomeRowsOf<Family>>(family, columns);
          },
          [family](const ResponseSummary& responses) { return family.complaint(responses); }};
}

}  // namespace photinus
