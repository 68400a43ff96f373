#pragma once

#include <memory>
#include <string>
#include <vector>

#include "photinus/families/built_in.hpp"
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
          config.firefly.slack = anchor == std::string("mode") ? 0.5 : 0.0;
          config.firefly.home_capacity = 3 * (anchor == std::string("mode") ? 1 : 2);
          all.push_back({std::string(kernel) + " " + update + " " + anchor + " " + plan, config});
        }
  }
  config.sampler.kernel = "random_walk";
  config.firefly.update = "pseudo_marginal";
  config.firefly.plan = "shards";
  all.push_back({"pseudo_marginal", config});
  return all;
}

/// Kernels beside the two of `variants`, moves between shells, adapted bounds, proposals row by row
/// and with a q_dark, and given and sampled scales of residuals; the last two read `reals`.
inline std::vector<Variant> more_variants(const SmallFile& labels, const SmallFile& reals) {
  std::vector<Variant> all;
  RunConfig config = logistic_config(labels);
  config.sampler.chains = 2;
  config.sampler.warmup = config.sampler.draws = 8;
  const RunConfig plain = config;
  for (const char* plan : {"home", "shards"}) {
    config = plain;
    config.firefly.plan = plan;
    const auto add = [&](const std::string& name, const RunConfig& with) {
      all.push_back({name + " " + plan, with});
    };
    for (const char* kernel : {"mala", "nuts", "slice_coordinate", "slice_random"}) {
      RunConfig with = config;
      with.sampler.kernel = kernel;
      add(kernel, with);
    }
    RunConfig with = config;
    with.firefly.q_dark = 0.6;
    with.firefly.slack = 0.0;
    add("q_dark", with);
    with = config;
    with.firefly.radius = 0.5;
    add("escapes", with);
    with.sampler.kernel = "nuts";
    add("escapes nuts", with);
    with = config;
    with.tempering.method = "parallel";
    with.tempering.rungs = 3;
    add("ladder", with);
    with.firefly.radius = 0.5;
    with.tempering.schedule = "sweep";
    add("ladder escapes", with);
    with = config;
    with.sampler.start = "prior";
    add("from the prior", with);
    with = config;
    with.sampler.metric = "pseudo_prior";
    with.model.prior = {"laplace", {0.5}, 4.0};
    add("laplace pseudo_prior", with);
    for (const char* family : {"student_t", "linear"}) {
      with = config;
      with.data.path = reals.path();
      with.model.family = family;
      with.sampler.kernel = "nuts";
      add(std::string(family) + " sampled", with);
      with.model.sigma = 0.4;
      with.sampler.kernel = "hmc";
      add(std::string(family) + " given", with);
    }
  }
  return all;
}

/// Rows of three columns whose responses are real numbers, some far off.
inline SmallData some_reals(std::size_t rows = 200) {
  Stream stream({.seed = 52, .purpose = Purpose::test});
  SmallData data{3, {}, {}};
  const double theta[] = {0.8, -0.5, 0.3, 0.2};
  while (data.x.size() < 3 * rows) data.x.push_back(stream.normal());
  for (std::size_t n = 0; n < rows; ++n)
    data.y.push_back(eta_of(data, n, theta, true) + (n % 9 == 2 ? 3.0 : 0.4) * stream.normal());
  return data;
}

/// A wide prior on few rows: the mean lies off the mode, and the bounds follow it half-way and
/// three quarters through warm-up.
inline RunConfig skewed_config(const SmallFile& file) {
  RunConfig config = logistic_config(file);
  config.model.prior.scale = {30.0};
  config.sampler.chains = 2;
  config.sampler.warmup = 160;
  config.sampler.draws = 5;
  return config;
}

inline const std::vector<FamilyEntry>& every_family() {
  static const std::vector<FamilyEntry> families = {
      family_entry<Linear>(), family_entry<Logistic>(), family_entry<StudentT>()};
  return families;
}

/// A team that has read the data and a sampler on it, which refer to each other.
struct SmallRun {
  RunConfig config;
  LocalTeam team;
  Problem problem;
  Sampler sampler;

  SmallRun(const RunConfig& chosen, int ranks)
      : config(chosen),
        team(ranks, every_family()),
        problem(set_up(team, every_family(), config)),
        sampler(team, every_family(), problem, config) {}
};

}  // namespace photinus
