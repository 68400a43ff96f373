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
  /// The home of one replica, for rows of `columns` features and thetas of `coefficients`
  /// coefficients, followed by log sigma where the scale is sampled.
  std::function<std::unique_ptr<HomeRows>(const ModelNumbers& numbers, int columns,
                                          int coefficients, bool sampled_scale)>
      make_home;
  std::function<std::string(const ResponseSummary&)> complaint;
  std::string global_bound;  ///< what the config calls the bound that holds everywhere
  bool has_scale = false;    ///< the scale of its residuals is given or sampled
};

template <class Family>
using MakeFamily = std::function<Family(const ModelNumbers&)>;

/// The entry of a family in the program's explicit list.
template <LinearPredictorFamily Family>
FamilyEntry family_entry(const MakeFamily<Family>& make = [](const ModelNumbers& numbers) {
  return Family(numbers);
}) {
  return {Family::name,
          [make](const ModelNumbers& numbers, ScalarType scalar, const Share& share,
                 const Heartbeat& heartbeat) -> std::unique_ptr<Shard> {
            if (scalar == ScalarType::float32)
              return std::make_unique<ShardOf<Family, float>>(make(numbers), share, heartbeat);
            return std::make_unique<ShardOf<Family, double>>(make(numbers), share, heartbeat);
          },
          [make](const ModelNumbers& numbers, int columns, int coefficients,
                 bool sampled_scale) -> std::unique_ptr<HomeRows> {
            return std::make_unique<HomeRowsOf<Family>>(make(numbers), columns, coefficients,
                                                        sampled_scale);
          },
          [make](const ResponseSummary& responses) { return make({}).complaint(responses); },
          Family::global_bound,
          ScaleFamily<Family>};
}

}  // namespace photinus
