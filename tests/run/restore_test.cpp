// A run restored from its saved bytes after every iteration, each time on a new team with another
// number of ranks, ends with the bytes of the run that was never interrupted: draws, log
// densities, evaluations and counts. Tolerance: none, every bit. Catches whatever a run depends on
// that is not saved; each saved number is dropped in turn below, and the comparison must see it.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "run/small_runs.hpp"

namespace photinus {
namespace {

using Bytes = std::vector<char>;
using Fault = std::function<void(RunState&)>;

void no_fault(RunState&) {}

/// The states after every iteration, straight on one rank.
std::vector<Bytes> straight(const RunConfig& config) {
  SmallRun run(config, 1);
  run.sampler.start();
  std::vector<Bytes> states;
  while (!run.sampler.finished()) {
    run.sampler.iterate();
    states.push_back(to_bytes(run.sampler.save()));
  }
  return states;
}

/// The same with a new team and a new sampler before every iteration, on 2, 3, 1, 2, ... ranks.
/// Iterations are counted here: a fault may hide the end from the sampler.
std::vector<Bytes> interrupted(const RunConfig& config, const Fault& fault) {
  auto run = std::make_unique<SmallRun>(config, 1);
  run->sampler.start();
  std::vector<Bytes> states;
  const std::int64_t iterations = run->sampler.iterations();
  for (int i = 1; i <= iterations; ++i) {
    RunState state = from_bytes(to_bytes(run->sampler.save()));
    fault(state);
    run = std::make_unique<SmallRun>(config, 1 + i % 3);
    run->sampler.restore(state);
    run->sampler.iterate();
    states.push_back(to_bytes(run->sampler.save()));
  }
  return states;
}

/// The first part of two states that differs, for messages.
std::string difference(const RunState& a, const RunState& b) {
  for (std::size_t c = 0; c < a.draws.size(); ++c) {
    const auto &x = a.draws[c], &y = b.draws[c];
    const std::string chain = " of chain " + std::to_string(c);
    if (x.theta != y.theta) return "theta" + chain;
    if (x.lp != y.lp) return "lp" + chain;
    if (x.step_size != y.step_size) return "step size" + chain;
    if (x.bright != y.bright) return "number of bright rows" + chain;
    if (x.evaluations != y.evaluations)
      return "evaluations" + chain + ": " + std::to_string(x.evaluations.back()) + " and " +
             std::to_string(y.evaluations.back());
  }
  return "another part of the state";
}

/// Where two runs part, empty where they never do.
std::string first_difference(const std::vector<Bytes>& a, const std::vector<Bytes>& b) {
  if (a.size() != b.size()) return "number of iterations";
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i])
      return "iteration " + std::to_string(i + 1) + ": " +
             difference(from_bytes(a[i]), from_bytes(b[i]));
  return "";
}

/// Whether a chain was at home before and after each iteration.
std::set<std::pair<bool, bool>> moves_of(const RunConfig& config) {
  std::set<std::pair<bool, bool>> moves;
  SmallRun run(config, 1);
  run.sampler.start();
  RunState before = run.sampler.save();
  while (!run.sampler.finished()) {
    run.sampler.iterate();
    RunState after = run.sampler.save();
    for (std::size_t c = 0; c < after.replicas.size(); ++c)
      moves.insert({before.replicas[c].at_home, after.replicas[c].at_home});
    before = std::move(after);
  }
  return moves;
}

class Restore : public testing::Test {
 protected:
  SmallFile file_{some_rows()};
  std::vector<Variant> variants_ = variants(file_);
};

TEST_F(Restore, AfterEveryIterationChangesNoByte) {
  for (const Variant& variant : variants_)
    EXPECT_EQ(first_difference(straight(variant.config), interrupted(variant.config, no_fault)), "")
        << variant.name;
}

TEST_F(Restore, ChangesNoByteOfEveryKernelEscapeAndFamily) {
  const SmallFile reals(some_reals());
  for (const Variant& variant : more_variants(file_, reals))
    EXPECT_EQ(first_difference(straight(variant.config), interrupted(variant.config, no_fault)), "")
        << variant.name;
}

// Before, at and after the iterations in which warm-up builds the bounds anew.
TEST_F(Restore, ChangesNoByteOfBoundsBuiltAnew) {
  const SmallFile skewed(some_rows(12));
  RunConfig config = skewed_config(skewed);
  for (const char* plan : {"home", "shards"}) {
    config.firefly.plan = plan;
    const auto states = straight(config);
    EXPECT_EQ(first_difference(states, interrupted(config, no_fault)), "") << plan;
    EXPECT_NE(from_bytes(states.front()).bounds.reference,
              from_bytes(states.back()).bounds.reference);
  }
}

// Otherwise the variants "escapes" would say nothing about escapes.
TEST_F(Restore, ChainsEscape) {
  const SmallFile reals(some_reals());
  for (const Variant& variant : more_variants(file_, reals)) {
    if (!variant.config.firefly.radius) continue;
    const RunState last = from_bytes(straight(variant.config).back());
    EXPECT_GT(last.replicas[0].escapes + last.replicas[1].escapes, 0) << variant.name;
  }
}

// Float features go another way through the shard.
TEST_F(Restore, ChangesNoByteWithFloatFeatures) {
  const SmallFile floats(some_rows(), H5T_NATIVE_FLOAT);
  for (const char* plan : {"home", "shards"}) {
    RunConfig config = logistic_config(floats);
    config.sampler.warmup = config.sampler.draws = 8;
    config.firefly.plan = plan;
    EXPECT_EQ(first_difference(straight(config), interrupted(config, no_fault)), "") << plan;
  }
}

// Otherwise the variants "auto" would say nothing about moving.
TEST_F(Restore, ChainsMoveBetweenHomeAndShards) {
  for (const Variant& variant : variants_) {
    const auto& firefly = variant.config.firefly;
    if (variant.config.sampler.method == "full") continue;
    if (firefly.plan != "auto" || firefly.anchor == "mode") continue;
    EXPECT_EQ(moves_of(variant.config).size(), 4U) << variant.name;
  }
}

/// Something left out of the saved state.
struct Omission {
  std::string name;
  std::string method;
  Fault drop;
};

ReplicaState& first(RunState& state) { return state.replicas.front(); }

void drop_bright_row(RunState& state) {
  auto& rows = first(state).bright;
  if (!rows.empty()) rows.pop_back();
}

// The log density and gradient of a firefly chain are made anew by every iteration: only the full
// method depends on them.
std::vector<Omission> omissions() {
  return {
      {"iteration", "firefly", [](RunState& s) { s.iteration = 0; }},
      {"reference", "firefly", [](RunState& s) { s.bounds.reference[0] += 1e-3; }},
      {"spread", "firefly", [](RunState& s) { s.bounds.spread *= 2.0; }},
      {"radius", "ellipsoid", [](RunState& s) { s.bounds.radius *= 0.5; }},
      {"evaluations", "firefly", [](RunState& s) { s.evaluations = {}; }},
      {"draws", "firefly", [](RunState& s) { s.draws.assign(s.draws.size(), {}); }},
      {"escapes", "escapes", [](RunState& s) { first(s).escapes = -1; }},
      {"escape attempts", "escapes", [](RunState& s) { first(s).escape_attempts = -1; }},
      {"theta", "firefly", [](RunState& s) { first(s).theta[0] += 1e-15; }},
      {"step size", "firefly", [](RunState& s) { first(s).step_size *= 1.0 + 1e-15; }},
      {"adaptation", "firefly", [](RunState& s) { first(s).adaptation = {}; }},
      {"a bright row", "firefly", drop_bright_row},
      {"log density", "full", [](RunState& s) { first(s).log_density = 0.0; }},
      {"gradient", "full", [](RunState& s) { first(s).gradient.setZero(); }},
      {"betas", "ladder", [](RunState& s) { s.betas.back() *= 0.5; }},
      {"places", "ladder",
       [](RunState& s) { std::swap(s.replicas_at[0][0], s.replicas_at[0][1]); }},
      {"traces", "ladder", [](RunState& s) { s.traces.assign(s.traces.size(), {}); }},
      {"kinetic energy", "full", [](RunState& s) { first(s).kinetic_energy = 0.0; }},
  };
}

TEST_F(Restore, SeesWhateverIsLeftOut) {
  RunConfig config = logistic_config(file_);
  config.firefly.q_ratio = 0.5;  // brightness stays for a while
  config.sampler.chains = 2;
  config.sampler.warmup = config.sampler.draws = 6;
  for (const char* plan : {"home", "shards"})
    for (const Omission& omission : omissions()) {
      config.firefly.plan = plan;
      config.sampler.method = omission.method == "full" ? "full" : "firefly";
      config.firefly.anchor = omission.method == "firefly" ? "untuned" : "mode";
      config.firefly.radius.reset();
      if (omission.method == "escapes") config.firefly.radius = 0.5;
      config.tempering.method = omission.method == "ladder" ? "parallel" : "none";
      config.tempering.rungs = 3;
      EXPECT_NE(first_difference(straight(config), interrupted(config, omission.drop)), "")
          << omission.name << ", " << plan;
    }
}

}  // namespace
}  // namespace photinus
