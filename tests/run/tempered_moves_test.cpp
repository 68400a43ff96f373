// What tempered runs cost, counted in likelihood evaluations and equal to theory in every one (van
// de Meent, Paige & Wood, section 3.1, with M + 1 for PT, 2 M and the updates at rung 0 for TT),
// and tempered transitions made once more from the shipped kernels by the formula. Tolerance of
// counts: none.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "run/small_ladders.hpp"
#include "run/transition_again.hpp"

namespace photinus {
namespace {

constexpr std::int64_t leapfrogs = 5;
constexpr int chains = 2, iterations = 6;

/// A run by fixed leapfrogs of steps so short that every proposal is accepted.
struct Costs {
  std::vector<std::int64_t> power;  ///< what one likelihood of rung m counts: N_m, or its cube
  SmallLadder ladder;

  Costs(const RunConfig& config, const SmallData& data) : ladder(config, 1) {
    const auto sizes =
        subset_sizes(ladder.problem.plan.betas, static_cast<std::int64_t>(data.y.size()));
    for (const auto size : sizes)
      power.push_back(config.model.family == "gp" ? size * size * size : size);
    ladder.sampler.start();
    while (!ladder.sampler.finished()) ladder.sampler.iterate();
  }

  std::int64_t all() const { return power.front(); }
  std::int64_t sum(std::size_t first) const {
    return std::accumulate(power.begin() + static_cast<std::ptrdiff_t>(first), power.end(),
                           std::int64_t{0});
  }
  const TemperedDraws& draws(std::size_t chain) const { return ladder.sampler.draws()[chain]; }

  /// Sum over the pairs that an iteration tries to swap.
  template <class Cost>
  std::int64_t tried(std::size_t iteration, Cost cost) const {
    std::int64_t all = 0;
    for (const auto& round :
         swap_rounds(ladder.problem.plan.schedule, static_cast<int>(power.size()),
                     static_cast<std::int64_t>(iteration)))
      for (const int m : round) all += cost(static_cast<std::size_t>(m));
    return all;
  }
  /// Likelihoods of the rungs that have another replica than an iteration before.
  std::int64_t begun_anew(std::size_t chain, std::size_t iteration) const {
    const auto& at = draws(chain).replica_at;
    std::int64_t all = 0;
    for (std::size_t m = 0; m < power.size(); ++m) {
      const auto now = at[(iteration - 1) * power.size() + m];
      const auto before =
          iteration < 2 ? static_cast<std::int64_t>(m) : at[(iteration - 2) * power.size() + m];
      if (now != before) all += power[m];
    }
    return all;
  }

  /// Every iteration's evaluations by kernels are these.
  void expect_kernels(std::int64_t evaluations, const std::string& what) const {
    for (std::size_t chain = 0; chain < chains; ++chain)
      for (std::size_t i = 0; i < iterations; ++i) {
        const auto& here = draws(chain);
        EXPECT_EQ(here.draws.evaluations[i] - here.exchanges[i], evaluations) << what << " " << i;
      }
  }
  /// Those for the sake of swaps and changes of rung; the first iteration evaluates the starts,
  /// too.
  template <class Expected>
  void expect_exchanges(Expected expected, const std::string& what) const {
    for (std::size_t chain = 0; chain < chains; ++chain)
      for (std::size_t i = 1; i < iterations; ++i)
        EXPECT_EQ(draws(chain).exchanges[i], expected(chain, i)) << what << " " << i;
  }
};

RunConfig cheap_config(const SmallFile& file, const std::string& family,
                       const std::string& method) {
  RunConfig config = ladder_config(file, family, method);
  config.sampler.integrator = "leapfrog";
  config.sampler.leapfrogs = leapfrogs;
  config.sampler.step_size = 1e-5;
  config.sampler.chains = chains;
  config.sampler.warmup = 0;
  config.sampler.draws = iterations;
  config.tempering.adapt = false;
  return config;
}

class TemperedCosts : public testing::Test {
 protected:
  SmallData rows_ = normal_rows(2, 1024), few_ = normal_rows(1, 64);
  SmallFile file_{rows_}, few_file_{few_};

  Costs run(const std::string& method) { return {cheap_config(file_, "mvn", method), rows_}; }
  Costs run_process(const std::string& method) {
    return {cheap_config(few_file_, "gp", method), few_};
  }
};

constexpr std::int64_t pairs = 6;

TEST_F(TemperedCosts, OfKernelsAreThoseOfTheory) {
  for (const bool process : {false, true}) {
    const auto with = [&](const char* method) {
      return process ? run_process(method) : run(method);
    };
    const Costs none = with("none"), pt = with("parallel"), spt = with("subsampled_parallel");
    const Costs tt = with("transitions"), stt = with("subsampled_transitions");
    none.expect_kernels(leapfrogs * none.all(), "none");
    pt.expect_kernels(leapfrogs * (pairs + 1) * pt.all(), "PT");
    spt.expect_kernels(leapfrogs * spt.sum(0), "SPT");
    tt.expect_kernels(leapfrogs * (2 * pairs + 1) * tt.all(), "TT");
    stt.expect_kernels(leapfrogs * (2 * stt.sum(1) + stt.all()), "STT");
  }
}

// Relative to plain sampling, (1 - b^(a(1+1/M))) / (1 - b^(a/M)) with b = 1/8, M = 6 and a = 1
// or 3. Sizes are rounded: 1e-3 of 1,024 rows, 2e-2 of 64 cubed.
TEST_F(TemperedCosts, AreThePublishedRatios) {
  const auto ratio = [](const Costs& costs) {
    return static_cast<double>(costs.sum(0)) / static_cast<double>(costs.all());
  };
  EXPECT_NEAR(ratio(run("subsampled_parallel")), 3.1124, 1e-3);
  EXPECT_NEAR(ratio(run_process("subsampled_parallel")), 1.5461, 2e-2);
}

TEST_F(TemperedCosts, GrowWithTheUpdatesBetweenSwapsAndProposals) {
  RunConfig config = cheap_config(file_, "mvn", "subsampled_transitions");
  config.tempering.updates = 3;
  config.tempering.posterior_updates = 2;
  const Costs stt(config, rows_);
  stt.expect_kernels(leapfrogs * (3 * 2 * stt.sum(1) + 2 * stt.all()), "STT");
  config.tempering.posterior_updates = 0;
  const Costs bare(config, rows_);
  bare.expect_kernels(leapfrogs * 3 * 2 * bare.sum(1), "STT without updates at rung 0");
  config.tempering.method = "subsampled_parallel";
  const Costs spt(config, rows_);
  spt.expect_kernels(leapfrogs * 3 * spt.sum(0), "SPT");
}

TEST_F(TemperedCosts, OfPowerLaddersHaveNoExchanges) {
  const auto nothing = [](std::size_t, std::size_t) { return 0; };
  for (const char* method : {"none", "parallel", "transitions"}) {
    run(method).expect_exchanges(nothing, method);
    run_process(method).expect_exchanges(nothing, std::string("gp ") + method);
  }
}

const std::vector<std::string> schedules = {"even_then_odd", "even_odd", "sweep"};

// The replica that comes from m lacks the rows that X_{m-1} has more, the other one lacks nothing.
TEST_F(TemperedCosts, OfNestedSwapsAreTheRowsThatTheLargerSubsetHasMore) {
  RunConfig config = cheap_config(file_, "mvn", "subsampled_parallel");
  for (const auto& schedule : schedules) {
    config.tempering.schedule = schedule;
    const Costs costs(config, rows_);
    const auto more = [&](std::size_t m) { return costs.power[m - 1] - costs.power[m]; };
    costs.expect_exchanges([&](std::size_t, std::size_t i) { return costs.tried(i, more); },
                           schedule);
  }
}

TEST_F(TemperedCosts, OfIndependentSwapsAreBothSubsets) {
  RunConfig config = cheap_config(file_, "mvn", "subsampled_parallel");
  config.tempering.subsets = "independent";
  for (const auto& schedule : schedules) {
    config.tempering.schedule = schedule;
    const Costs costs(config, rows_);
    const auto both = [&](std::size_t m) { return costs.power[m - 1] + costs.power[m]; };
    costs.expect_exchanges([&](std::size_t, std::size_t i) { return costs.tried(i, both); },
                           "independent " + schedule);
  }
}

// One factorisation of X_{m-1} for every swap that is tried; and where a replica has changed its
// rung, one more for the gradient that it begins with.
TEST_F(TemperedCosts, OfSwapsOfProcessesAreOneFactorisation) {
  RunConfig config = cheap_config(few_file_, "gp", "subsampled_parallel");
  for (const auto& schedule : schedules) {
    config.tempering.schedule = schedule;
    const Costs costs(config, few_);
    const auto larger = [&](std::size_t m) { return costs.power[m - 1]; };
    costs.expect_exchanges(
        [&](std::size_t chain, std::size_t i) {
          return costs.tried(i, larger) + costs.begun_anew(chain, i);
        },
        "gp " + schedule);
  }
}

// Up, the rows of X_1 at the start; down, those that each rung has more.
TEST_F(TemperedCosts, OfFreshSubsetsAreThoseOfTheWay) {
  const Costs costs = run("subsampled_transitions");
  costs.expect_exchanges(
      [&](std::size_t, std::size_t) { return costs.power[1] + costs.all() - costs.power.back(); },
      "STT");
}

TEST_F(TemperedCosts, OfAllRanksAddUp) {
  for (const char* method : {"parallel", "subsampled_parallel", "subsampled_transitions"}) {
    Costs costs = run(method);
    std::int64_t counted = 0;
    for (const auto& share : costs.ladder.team.ask(Account{}).shares) counted += share.evaluations;
    EXPECT_EQ(counted, costs.ladder.sampler.evaluations().sampling) << method;
  }
}

// What stands on each rung, and how pairs swapped, is written draw by draw as so many numbers as
// there are rungs; one chain of tempered transitions has no such ladder.
TEST_F(TemperedCosts, LeaveATraceOfAllRungsOrNone) {
  for (const char* method : {"none", "parallel", "transitions", "subsampled_transitions"}) {
    const Costs costs = run(method);
    const auto rungs = costs.power.size();
    const bool climbs = costs.ladder.problem.plan.transitions;
    for (std::size_t chain = 0; chain < chains; ++chain) {
      const TemperedDraws& draws = costs.draws(chain);
      EXPECT_EQ(draws.replica_at.size(), climbs ? 0 : iterations * rungs) << method;
      EXPECT_EQ(draws.swap_acceptance.size(), climbs ? 0 : iterations * (rungs - 1)) << method;
    }
  }
}

/// Of the chains' first transitions, how many moved, and how many end elsewhere than
/// `TransitionAgain` says.
struct Agreement {
  int moved = 0, off = 0;
};

Agreement compare(const std::string& method, const std::string& kernel, bool upwards) {
  const SmallData data = normal_rows(3, 24);
  const SmallFile file(data);
  RunConfig config = ladder_config(file, "mvn", method);
  config.model.covariance = {1.0, -0.4, -0.4, -0.4, 1.0, -0.4, -0.4, -0.4, 1.0};
  config.sampler.kernel = kernel;
  config.sampler.step_size = 0.2;
  config.sampler.chains = 100;
  config.sampler.warmup = 0;
  config.sampler.draws = 1;
  config.tempering.ladder = {1.0, 0.6, 0.35};
  config.tempering.posterior_updates = 0;
  SmallLadder ladder(config, 1);
  const Matrix covariance = Eigen::Map<const Matrix>(config.model.covariance.data(), 3, 3);
  const Conjugate model = mean_of_normal(data, covariance, 1.0);
  ladder.problem.home.starts.assign(100, model.law(model.all_rows(), 1.0, 1.0).mean);
  const Vector start = ladder.problem.home.starts.front();
  ladder.sampler.start();
  ladder.sampler.iterate();
  Agreement agreement;
  for (int chain = 0; chain < 100; ++chain) {
    const auto& draws = ladder.sampler.draws()[static_cast<std::size_t>(chain)].draws;
    const Vector end = Eigen::Map<const Vector>(draws.theta.data(), 3);
    const Vector again =
        TransitionAgain(config, model, ladder.problem.plan, chain).proposed(start, upwards);
    if (end != start) ++agreement.moved;
    if ((end - again).norm() > 1e-9) ++agreement.off;
  }
  return agreement;
}

// Log densities differ by constants and rounding: 1e-9 for theta, which is of order 1. Without the
// reversal on the way down transitions end elsewhere.
TEST(TemperedTransitions, AreThoseOfTheFormula) {
  for (const char* method : {"transitions", "subsampled_transitions"})
    for (const char* kernel : {"hmc", "random_walk", "mala", "slice_coordinate"}) {
      const Agreement agreement = compare(method, kernel, false);
      EXPECT_EQ(agreement.off, 0) << method << " " << kernel;
      EXPECT_GT(agreement.moved, 5) << method << " " << kernel;
      EXPECT_LT(agreement.moved, 95) << method << " " << kernel;
    }
}

TEST(TemperedTransitions, DownwardsInUpwardOrderWouldEndElsewhere) {
  for (const char* method : {"transitions", "subsampled_transitions"})
    EXPECT_GT(compare(method, "slice_coordinate", true).off, 5) << method;
}

/// A likelihood of rows that are all alike, which remembers who moved where.
class Watched final : public RowWiseModel {
 public:
  struct Move {
    Vector from, to;
  };
  explicit Watched(std::vector<Move>& moves) : moves_(moves) {}

  std::int64_t rows() const override { return 24; }
  int dimension() const override { return 2; }
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override { return theta; }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    if (gradient != nullptr) *gradient = -theta;
    return -0.5 * theta.squaredNorm();
  }
  Vector draw_prior(Stream& stream) const override {
    return Vector{{stream.normal(), stream.normal()}};
  }
  Vector prior_mean(double) const override { return Vector::Zero(2); }
  void stand_at(const Vector& theta) override { theta_ = theta; }
  double add_rows(std::span<const std::int32_t>, std::size_t first, std::size_t last,
                  Vector* slope) override {
    const auto rows = static_cast<double>(last - first);
    if (slope != nullptr) *slope -= rows * theta_;
    return -0.5 * rows * theta_.squaredNorm();
  }
  void moved(const Vector& from, const Vector& to) override { moves_.push_back({from, to}); }

 private:
  std::vector<Move>& moves_;
  std::vector<std::string> names_ = {"x", "y"};
  Vector theta_;
};

/// Whether every move begins where the one before ended, and the last at the chain's draw.
void expect_a_path(const std::string& method) {
  std::vector<Watched::Move> moves;
  auto families = built_in_models();
  families.push_back(model_entry("watched", [&](const DataTable&, const DataModelSettings&) {
    return std::make_unique<Watched>(moves);
  }));
  const SmallData data = normal_rows(2, 24);
  const SmallFile file(data);
  RunConfig config = ladder_config(file, "watched", method);
  config.sampler.chains = 1;
  config.sampler.step_size = 0.1;
  config.sampler.warmup = 0;
  config.sampler.draws = 40;
  config.tempering.ladder = {1.0, 0.5, 0.25};
  LocalTeam team(1, families);
  const TemperedProblem problem = open_homes(team, families, config);
  TemperedSampler sampler(team, problem.home, config, problem.plan);
  sampler.start();
  int rejected = 0;
  for (std::size_t checked = 1; !sampler.finished();) {
    sampler.iterate();
    const TemperedDraws& draws = sampler.draws().front();
    for (; checked < moves.size(); ++checked)
      ASSERT_EQ(moves[checked].from, moves[checked - 1].to) << method;
    const double* theta = draws.draws.theta.data() + draws.draws.theta.size() - 2;
    ASSERT_EQ(moves.back().to, (Vector{{theta[0], theta[1]}})) << method;
    if (draws.transition_acceptance.back() < 1.0) ++rejected;
  }
  EXPECT_GT(rejected, 5) << method;
}

// Exact. Catches: a proposal that is turned down and leaves its replica at the proposal's end.
TEST(TemperedTransitions, TellTheModelWhereReplicasStand) {
  expect_a_path("transitions");
  expect_a_path("subsampled_transitions");
}

}  // namespace
}  // namespace photinus
