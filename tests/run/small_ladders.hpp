#pragma once

#include <string>

#include "photinus/run/home_problem.hpp"
#include "photinus/run/tempered_sampler.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

inline const std::vector<FamilyEntry>& all_families() {
  static const std::vector<FamilyEntry> families = built_in_families();
  return families;
}

/// Rows of so many columns and a response, all standard normal.
inline SmallData normal_rows(int columns, std::size_t rows) {
  Stream stream({.seed = 53, .purpose = Purpose::test});
  SmallData data{columns, {}, {}};
  while (data.x.size() < rows * static_cast<std::size_t>(columns))
    data.x.push_back(stream.normal());
  while (data.y.size() < rows) data.y.push_back(stream.normal());
  return data;
}

/// The full method from the prior, with a metric that asks for no mode.
inline RunConfig ladder_config(const SmallFile& file, const std::string& family,
                               const std::string& method) {
  RunConfig config;
  config.data.path = file.path();
  config.model.family = family;
  config.sampler.method = "full";
  config.sampler.start = "prior";
  config.sampler.metric = "identity";
  config.tempering.method = method;
  return config;
}

/// A team whose homes have read the data and a sampler on it, which refer to each other.
struct SmallLadder {
  RunConfig config;
  LocalTeam team;
  TemperedProblem problem;
  TemperedSampler sampler;

  SmallLadder(const RunConfig& chosen, int ranks)
      : config(chosen),
        team(ranks, all_families()),
        problem(open_homes(team, all_families(), config)),
        sampler(team, problem.home, config, problem.plan) {}
};

}  // namespace photinus
