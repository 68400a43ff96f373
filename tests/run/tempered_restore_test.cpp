// A tempered run restored from its saved bytes after every iteration, each time on a new team with
// another number of ranks, ends with the bytes of the run that was never interrupted, and runs on
// 1, 2, 3, 5 and 8 ranks have the same bytes: draws, log densities, evaluations, swaps and what was
// adapted. Tolerance: none, every bit. Each saved field is dropped in turn, and the comparison must
// see it.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/small_ladders.hpp"

namespace photinus {
namespace {

using Bytes = std::vector<char>;
using Fault = std::function<void(TemperedState&)>;

void no_fault(TemperedState&) {}

/// The states after every iteration, straight on one rank.
std::vector<Bytes> straight(const RunConfig& config) {
  SmallLadder run(config, 1);
  run.sampler.start();
  std::vector<Bytes> states;
  while (!run.sampler.finished()) {
    run.sampler.iterate();
    states.push_back(to_bytes(run.sampler.save()));
  }
  return states;
}

/// The same with a new team and a new sampler before every iteration, on 2, 3, 1, 2, ... ranks.
std::vector<Bytes> interrupted(const RunConfig& config, const Fault& fault) {
  auto run = std::make_unique<SmallLadder>(config, 1);
  run->sampler.start();
  std::vector<Bytes> states;
  const std::int64_t iterations = run->sampler.iterations();
  for (int i = 1; i <= iterations; ++i) {
    TemperedState state = tempered_state_from(to_bytes(run->sampler.save()));
    fault(state);
    run = std::make_unique<SmallLadder>(config, 1 + i % 3);
    run->sampler.restore(state);
    run->sampler.iterate();
    states.push_back(to_bytes(run->sampler.save()));
  }
  return states;
}

/// The iteration in which two runs part, 0 where they never do, and -1 where one is shorter.
std::int64_t first_difference(const std::vector<Bytes>& a, const std::vector<Bytes>& b) {
  if (a.size() != b.size()) return -1;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return static_cast<std::int64_t>(i) + 1;
  return 0;
}

/// The whole run on so many ranks.
Bytes end_of_run(const RunConfig& config, int ranks) {
  SmallLadder run(config, ranks);
  run.sampler.start();
  while (!run.sampler.finished()) run.sampler.iterate();
  return to_bytes(run.sampler.save());
}

struct Variant {
  std::string name;
  RunConfig config;
};

/// Warm-up is long enough for the ladder and the metric to be adapted: after 20, 40 and 80 draws.
RunConfig with_adaptation(RunConfig config) {
  config.sampler.chains = 2;
  config.sampler.warmup = 160;
  config.sampler.draws = 6;
  config.tempering.rungs = 4;
  return config;
}

class TemperedRestore : public testing::Test {
 protected:
  SmallData normals_ = normal_rows(3, 40), labels_ = labels();
  SmallFile normal_file_{normals_}, label_file_{labels_};

  static SmallData labels() {
    SmallData data = normal_rows(2, 60);
    for (double& y : data.y) y = y > 0.3 ? 1.0 : 0.0;
    return data;
  }

  RunConfig normal(const std::string& method) const {
    RunConfig config = with_adaptation(ladder_config(normal_file_, "mvn", method));
    config.sampler.metric = "adapted";
    return config;
  }
  RunConfig logistic(const std::string& method) const {
    RunConfig config = with_adaptation(ladder_config(label_file_, "logistic", method));
    config.sampler.metric = "hessian";
    config.sampler.start = "mode";
    config.tempering.schedule = "sweep";
    return config;
  }

  std::vector<Variant> variants() const {
    std::vector<Variant> all;
    for (const char* method :
         {"parallel", "subsampled_parallel", "transitions", "subsampled_transitions"}) {
      all.push_back({std::string("mvn ") + method, normal(method)});
      all.push_back({std::string("logistic ") + method, logistic(method)});
    }
    RunConfig config = normal("parallel");
    config.tempering.power_of = "posterior";
    config.tempering.schedule = "even_odd";
    config.sampler.kernel = "slice_coordinate";
    all.push_back({"mvn, power of the posterior, slices", config});
    config = logistic("subsampled_parallel");
    config.tempering.subsets = "independent";
    config.sampler.kernel = "nuts";
    all.push_back({"logistic, independent subsets, nuts", config});
    all.push_back({"gp, subsets", whole("gp", "subsampled_parallel")});
    all.push_back({"gp, transitions", whole("gp", "subsampled_transitions")});
    all.push_back({"mixture", whole("mixture", "parallel")});
    return all;
  }

  /// Models that know no mode, by short trajectories.
  RunConfig whole(const std::string& family, const std::string& method) const {
    RunConfig config = normal(method);
    config.model.family = family;
    config.model.components = 2;
    config.sampler.leapfrogs = 2;
    return config;
  }
};

/// Starts later in warm-up, where interruptions cost less time.
RunConfig shortened(RunConfig config) {
  config.sampler.warmup = 40;
  return config;
}

TEST_F(TemperedRestore, AfterEveryIterationChangesNoByte) {
  for (const Variant& variant : variants()) {
    const RunConfig config = shortened(variant.config);
    EXPECT_EQ(first_difference(straight(config), interrupted(config, no_fault)), 0) << variant.name;
  }
}

// Ladder and metric are adapted before the iterations 21, 41 and 81.
TEST_F(TemperedRestore, ChangesNoByteOfWhatIsAdapted) {
  for (const char* method : {"parallel", "subsampled_parallel", "subsampled_transitions"}) {
    const RunConfig config = normal(method);
    const auto states = straight(config);
    EXPECT_EQ(first_difference(states, interrupted(config, no_fault)), 0) << method;
    const auto first = tempered_state_from(states.front()),
               last = tempered_state_from(states.back());
    EXPECT_NE(first.precision, last.precision) << method;
    EXPECT_EQ(first.betas != last.betas, method != std::string("subsampled_transitions"));
  }
}

TEST_F(TemperedRestore, AnyNumberOfRanksHasTheSameBytes) {
  for (const Variant& variant : variants()) {
    const Bytes one = end_of_run(variant.config, 1);
    for (const int ranks : {2, 3, 5, 8})
      EXPECT_TRUE(end_of_run(variant.config, ranks) == one) << variant.name << ", " << ranks;
    RunConfig idle = variant.config;
    idle.ranks.coordinator_holds_rows = false;
    EXPECT_TRUE(end_of_run(idle, 3) == one) << variant.name << ", an idle coordinator";
  }
}

/// Something left out of the saved state.
struct Omission {
  std::string name;
  Fault drop;
};

KnownPoint& point(TemperedState& state) { return state.replicas.front().point; }

// Nothing is known before the first iteration.
void drop_value(TemperedState& state) {
  SubsetSums& sums = point(state).sums[0];
  if (sums.knows(0, false)) sums.set_value(0, 0.0);
}

void drop_gradient(TemperedState& state) {
  SubsetSums& sums = point(state).sums[0];
  if (sums.knows(0, true)) sums.make_slope(0).setZero();
}

const std::vector<Omission>& omissions() {
  static const std::vector<Omission> all = {
      {"iteration", [](TemperedState& s) { s.iteration = 0; }},
      {"draws", [](TemperedState& s) { s.draws.assign(s.draws.size(), {}); }},
      {"evaluations", [](TemperedState& s) { s.evaluations = {}; }},
      {"exchanges", [](TemperedState& s) { s.exchanges = -1; }},
      {"a beta", [](TemperedState& s) { s.betas[1] *= 1.0 - 1e-15; }},
      {"precision", [](TemperedState& s) { s.precision *= 1.0 + 1e-15; }},
      {"step size", [](TemperedState& s) { s.rungs[1].step_size *= 1.0 + 1e-15; }},
      {"adaptation", [](TemperedState& s) { s.rungs[1].adaptation = {}; }},
      {"theta", [](TemperedState& s) { point(s).theta[0] += 1e-15; }},
      {"sums", [](TemperedState& s) { point(s).sums.assign(point(s).sums.size(), {}); }},
      {"a value", drop_value},
      {"a gradient", drop_gradient},
      {"log prior", [](TemperedState& s) { point(s).log_prior = 0.0; }},
      {"prior's gradient", [](TemperedState& s) { point(s).prior_gradient.setZero(); }},
  };
  return all;
}

/// Those of swaps between replicas.
const std::vector<Omission>& parallel_omissions() {
  static const std::vector<Omission> all = {
      {"places", [](TemperedState& s) { std::swap(s.replicas_at[0][0], s.replicas_at[0][1]); }},
      {"kinetic energy", [](TemperedState& s) { s.replicas[0].kinetic_energy = 0.0; }},
  };
  return all;
}

TEST_F(TemperedRestore, SeesWhateverIsLeftOut) {
  for (const char* method : {"parallel", "subsampled_parallel", "subsampled_transitions"}) {
    RunConfig config = shortened(normal(method));
    config.sampler.warmup = 4;  // nothing is adapted but step sizes
    const auto states = straight(config);
    auto all = omissions();
    if (method != std::string("subsampled_transitions"))
      all.insert(all.end(), parallel_omissions().begin(), parallel_omissions().end());
    for (const Omission& omission : all)
      EXPECT_NE(first_difference(states, interrupted(config, omission.drop)), 0)
          << omission.name << ", " << method;
  }
}

}  // namespace
}  // namespace photinus
