#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "photinus/replica/home_rows_of.hpp"
#include "photinus/replica/regression.hpp"
#include "photinus/shard/shard_of.hpp"

namespace photinus {

/// A model of all rows of a table at the home of a replica.
using MakeModel =
    std::function<std::unique_ptr<DataModel>(DataTable table, const DataModelSettings& settings)>;

/// A family as the program knows it: its name, and the code compiled for it. Families of linear
/// predictors have all of it; other models can be asked for at homes only: their make_model is all
/// they have.
struct FamilyEntry {
  std::string name;
  MakeShard make_shard;
  /// The home of one replica.
  std::function<std::unique_ptr<HomeRows>(const ModelNumbers& numbers, const HomeShape& shape)>
      make_home;
  std::function<std::string(const ResponseSummary&)> complaint;
  /// How many classes the responses ask for, and the linear predictors of a row; 1 where the family
  /// has one predictor.
  std::function<int(const ResponseSummary&)> classes;
  /// What the config calls the bounds that hold everywhere; empty where there is none.
  std::vector<std::string> global_bounds;
  bool has_scale = false;  ///< the scale of its residuals is given or sampled
  MakeModel make_model;
  /// The place of the first response that is outside the family's range, or their number.
  std::function<std::size_t(const ModelNumbers& numbers, const std::vector<double>& responses)>
      first_refused;

  bool has_predictors() const { return static_cast<bool>(make_shard); }
};

/// The entry of a model without linear predictors.
FamilyEntry model_entry(const std::string& name, const MakeModel& make_model);

template <class Family>
using MakeFamily = std::function<Family(const ModelNumbers&)>;

template <RowFamily Family>
std::vector<std::string> names_of_global_bounds() {
  if constexpr (MultiPredictorFamily<Family>)
    return {Family::global_bounds.begin(), Family::global_bounds.end()};
  else if constexpr (GloballyBounded<Family>)
    return {Family::global_bound};
  else
    return {};
}

template <RowFamily Family>
int classes_of(const ResponseSummary& responses) {
  if constexpr (MultiPredictorFamily<Family>)
    return Family::classes(responses);
  else
    return 1;
}

/// The shard whose loops are compiled for the file's kind of rows.
template <RowFamily Family>
std::unique_ptr<Shard> make_shard(Family family, const FileHeader& header, const Share& share,
                                  const Heartbeat& heartbeat) {
  if (header.format == FileFormat::libsvm)
    return std::make_unique<ShardOf<Family, SparseStorage>>(std::move(family), share, heartbeat);
  if (header.scalar == ScalarType::float32)
    return std::make_unique<ShardOf<Family, DenseStorage<float>>>(std::move(family), share,
                                                                  heartbeat);
  return std::make_unique<ShardOf<Family, DenseStorage<double>>>(std::move(family), share,
                                                                 heartbeat);
}

/// The entry of a family in the program's explicit list.
template <RowFamily Family>
FamilyEntry family_entry(const MakeFamily<Family>& make = [](const ModelNumbers& numbers) {
  return Family(numbers);
}) {
  return {Family::name,
          [make](const ModelNumbers& numbers, const FileHeader& header, const Share& share,
                 const Heartbeat& heartbeat) {
            return make_shard(make(numbers), header, share, heartbeat);
          },
          [make](const ModelNumbers& numbers, const HomeShape& shape) -> std::unique_ptr<HomeRows> {
            return std::make_unique<HomeRowsOf<Family>>(make(numbers), shape);
          },
          [make](const ResponseSummary& responses) { return make({}).complaint(responses); },
          classes_of<Family>,
          names_of_global_bounds<Family>(),
          ScaleFamily<Family>,
          [make](DataTable table, const DataModelSettings& settings) -> std::unique_ptr<DataModel> {
            return std::make_unique<Regression<Family>>(make(settings.numbers), std::move(table),
                                                        settings);
          },
          [make](const ModelNumbers& numbers, const std::vector<double>& responses) {
            const Family family = make(numbers);
            const auto refused = std::find_if_not(responses.begin(), responses.end(),
                                                  [&](double y) { return family.accepts(y); });
            return static_cast<std::size_t>(refused - responses.begin());
          }};
}

}  // namespace photinus
