#pragma once

#include <memory>
#include <string>
#include <vector>

#include "photinus/run/problem.hpp"
#include "photinus/run/sampler.hpp"
#include "statistical/small_data.hpp"

namespace photinus {

/// Rows of three columns; 200 of them make 100 blocks.
inline SmallData some_rows(std::size_t rows = 200) {
  Stream stream({.seed = 51, .purpose = Purpose::test});
  SmallData data{3, {}, {}};
  simulate_labels(data, stream, {0.8, -0.5, 0.3, 0.2}, true, rows);
  return data;
}

/// One way to run, with a name for messages.
struct Variant {
  std::string name;
  RunConfig config;
};

/// Every kernel, brightness update, anchor and plan, and the full method; `plan` "auto" comes with
/// a capacity near the number of bright rows, so that chains move between home and shards.
inline std::vector<Variant> variants(const SmallFile& file) {
  std::vector<Variant> all;
  RunConfig config = logistic_config(file);
  config.sampler.chains = 3;
  config.sampler.warmup = config.sampler.draws = 8;
  config.firefly.fraction = 0.3;
  for (const char* kernel : {"random_walk", "hmc"}) {
    config.sampler.kernel = kernel;
    config.sampler.method = "full";
    all.push_back({std::string("full ") + kernel, config});
    config.sampler.method = "firefly";
    for (const char* update :
         {"implicit", "explicit_with_replacement", "explicit_without_replacement", "sweep"})
      for (const char* anchor : {"mode", "untuned"})
        for (const char* plan : {"home", "shards", "auto"}) {
          config.firefly.update = update;
          config.firefly.anchor = anchor;
          config.firefly.plan = plan;
          config.firefly.home_capacity = 3 * (anchor == std::string("mode") ? 1 : 2);
          all.push_back({std::string(kernel) + " " + update + " " + anchor + " " + plan, config});
        }
  }
  return all;
}

/// A team that has read the data and a sampler on it, which refer to each other.
struct SmallRun {
  RunConfig config;
  LocalTeam team;
  Problem problem;
  Sampler sampler;

  SmallRun(const RunConfig& chosen, int ranks)
      : config(chosen),
        team(ranks, logistic_only()),
        problem(set_up(team, logistic_only(), config)),
        sampler(team, logistic_only(), problem, config) {}
};

}  // namespace photinus
