// Ladders on targets with many modes, where a chain alone stays in the one that it finds first:
// twenty narrow normals in the plane, and the posterior of a mixture of five normals, which is the
// same under all 120 orders of its components.
//
// Tolerance: 4.5 Monte Carlo standard errors of each mode's share (from the effective sample size
// of four chains); 20 + 5 comparisons, false-alarm rate 1.7e-4 in all. Seeds are fixed. Plain HMC
// must fail by the same measure, or by R-hat. Round trips of even/odd swaps: within 20 % of 1/(2 +
// 2 Lambda) per turn; at least 1.5 times the sweep's per round of swaps; more than the sweep's
// where both halves have their turn in every iteration, which tries as many swaps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "photinus/base/elementary.hpp"
#include "photinus/data/simulate.hpp"
#include "photinus/diagnostics/convergence.hpp"
#include "photinus/families/built_in.hpp"
#include "photinus/run/home_problem.hpp"
#include "photinus/tempering/barrier.hpp"
#include "statistical/agreement.hpp"
#include "statistical/small_data.hpp"
#include "statistical/verdict.hpp"

namespace photinus {
namespace {

constexpr std::size_t modes = 20;
constexpr double width = 0.1, prior_sd = 5.0;

/// Spread over [-5, 5]^2 by multiples of the golden ratio: no two are nearer than 1.
Vector mode_at(std::size_t k) {
  const double x = (static_cast<double>(k) + 0.5) / modes;
  const double y = static_cast<double>(k) * std::numbers::phi;
  return Vector{{10.0 * x - 5.0, 10.0 * (y - std::floor(y)) - 5.0}};
}

double log_normal(double squares, double sd) {
  return -0.5 * squares / (sd * sd) - log(2.0 * std::numbers::pi * sd * sd);
}

/// L = sum_k N(theta; mode_k, width^2)/20, p = N(0, prior_sd^2): the share of mode k is N(mode_k;
/// 0, prior_sd^2 + width^2) in parts of all.
class TwentyModes final : public RowWiseModel {
 public:
  std::int64_t rows() const override { return 1; }
  int dimension() const override { return 2; }
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override { return theta; }
  double log_prior(const Vector& theta, Vector* gradient) const override {
    if (gradient != nullptr) *gradient = -theta / (prior_sd * prior_sd);
    return log_normal(theta.squaredNorm(), prior_sd);
  }
  Vector draw_prior(Stream& stream) const override {
    const double x = stream.normal(), y = stream.normal();
    return Vector{{prior_sd * x, prior_sd * y}};
  }
  Vector prior_mean(double) const override { return Vector::Zero(2); }
  void stand_at(const Vector& theta) override { theta_ = theta; }
  double add_rows(std::span<const std::int32_t>, std::size_t, std::size_t,
                  Vector* gradient) override {
    std::array<double, modes> terms{};
    for (std::size_t k = 0; k < modes; ++k)
      terms[k] = log_normal((theta_ - mode_at(k)).squaredNorm(), width) - log(double{modes});
    const double largest = *std::max_element(terms.begin(), terms.end());
    double sum = 0.0;
    for (const double term : terms) sum += exp(term - largest);
    const double value = largest + log(sum);
    for (std::size_t k = 0; k < modes && gradient != nullptr; ++k)
      *gradient += exp(terms[k] - value) * (mode_at(k) - theta_) / (width * width);
    return value;
  }

 private:
  std::vector<std::string> names_ = {"x", "y"};
  Vector theta_;
};

std::vector<FamilyEntry> families() {
  auto all = built_in_models();
  all.push_back(model_entry("twenty", [](const DataTable&, const DataModelSettings&) {
    return std::make_unique<TwentyModes>();
  }));
  return all;
}

struct Ran {
  std::vector<TemperedDraws> draws;
  std::vector<double> betas;
  std::size_t warmup = 0;
};

Ran run(const RunConfig& given) {
  const RunConfig config = settled(given, false);
  LocalTeam team(1, families());
  const TemperedProblem problem = open_homes(team, families(), config);
  TemperedSampler sampler(team, problem.home, config, problem.plan);
  sampler.start();
  while (!sampler.finished()) sampler.iterate();
  return {sampler.draws(), sampler.betas(), static_cast<std::size_t>(config.sampler.warmup)};
}

/// A 0 or 1 per draw after warm-up, by chain.
template <class Indicator>
Chains indicators(const Ran& ran, std::size_t parameters, Indicator indicator) {
  Chains chains;
  for (const auto& chain : ran.draws) {
    auto& series = chains.emplace_back();
    const auto& all = chain.parameters;
    for (auto i = ran.warmup * parameters; i < all.size(); i += parameters)
      series.push_back(indicator(all.data() + i) ? 1.0 : 0.0);
  }
  return chains;
}

RunConfig config_for(const std::string& family, const std::string& path) {
  RunConfig config;
  config.data.path = path;
  config.model.family = family;
  config.sampler.method = config.sampler.metric = config.sampler.start = "auto";
  config.sampler.seed = 5;
  return config;
}

class TwentyModesRun : public testing::Test {
 protected:
  SmallFile file_{SmallData{1, {0.0}, {0.0}}};

  RunConfig ladder() const {
    RunConfig config = config_for("twenty", file_.path());
    config.sampler.metric = "identity";
    config.sampler.draws = 6'000;
    config.tempering.method = "parallel";
    config.tempering.rungs = 16;
    config.tempering.least_beta = 1e-4;
    return config;
  }

  std::vector<double> shares() const {
    std::vector<double> shares;
    double sum = 0.0;
    for (std::size_t k = 0; k < modes; ++k) {
      const double variance = prior_sd * prior_sd + width * width;
      shares.push_back(exp(-0.5 * mode_at(k).squaredNorm() / variance));
      sum += shares.back();
    }
    for (double& share : shares) share /= sum;
    return shares;
  }

  Verdict judged(const Ran& ran) const {
    Seen seen;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < modes; ++k) {
      seen.quantities.push_back(indicators(ran, 2, [&](const double* at) {
        return (Eigen::Map<const Vector>(at, 2) - mode_at(k)).norm() < 5.0 * width;
      }));
      names.push_back("share of mode " + std::to_string(k));
    }
    return compare(seen, shares(), names);
  }
};

TEST_F(TwentyModesRun, LadderVisitsEveryModeInItsProportion) { judge(judged(run(ladder()))); }

TEST_F(TwentyModesRun, PlainHmcDoesNot) {
  RunConfig config = ladder();
  config.tempering.method = "none";
  const Ran ran = run(config);
  int visited = 0;
  for (std::size_t k = 0; k < modes; ++k) {
    const Chains series = indicators(ran, 2, [&](const double* at) {
      return (Eigen::Map<const Vector>(at, 2) - mode_at(k)).norm() < 5.0 * width;
    });
    visited += std::any_of(series.begin(), series.end(), [](const auto& chain) {
      return std::find(chain.begin(), chain.end(), 1.0) != chain.end();
    });
  }
  EXPECT_LE(visited, 4) << "as many as chains";
}

double round_trip_rate(const Ran& ran) {
  const std::size_t first = ran.warmup, last = ran.draws.front().draws.lp.size();
  const auto trips = static_cast<double>(
      count_round_trips(traces_of(ran.draws), static_cast<int>(ran.betas.size()), first, last));
  return trips / static_cast<double>((last - first) * ran.draws.size());
}

double barrier(const Ran& ran) {
  double sum = 0.0;
  for (const double rate :
       mean_swap_acceptance(traces_of(ran.draws), static_cast<int>(ran.betas.size()) - 1,
                            ran.warmup, ran.draws.front().draws.lp.size()))
    sum += 1.0 - rate;
  return sum;
}

TEST_F(TwentyModesRun, EvenOddSwapsMakeTheirRoundTrips) {
  RunConfig config = ladder();
  config.tempering.updates = 2;
  config.sampler.draws = 3'000;
  config.tempering.schedule = "even_odd";
  const Ran even_odd = run(config);
  config.tempering.schedule = "sweep";
  const Ran sweep = run(config);
  config.tempering.schedule = "even_then_odd";
  const double both = round_trip_rate(run(config));
  const double rate = round_trip_rate(even_odd), swept = round_trip_rate(sweep);
  const double expected = 1.0 / (2.0 + 2.0 * barrier(even_odd));
  std::printf(
      "round trips per iteration: even/odd %.4f (1/(2 + 2 Lambda) %.4f), both %.4f, sweep "
      "%.4f\n",
      rate, expected, both, swept);
  EXPECT_NEAR(rate, expected, 0.2 * expected);
  // A sweep is fifteen rounds, one after another; both halves are two, and try as many swaps.
  EXPECT_GT(rate, 1.5 * swept / 15.0);
  EXPECT_GT(both, swept);
}

class Mixture : public testing::Test {
 protected:
  static constexpr std::size_t components = 5, parameters = 25;

  void SetUp() override {
    SimulateSettings settings;
    settings.family = "mixture";
    settings.rows = 300;
    settings.columns = 2;
    settings.components = components;
    settings.output = path_ = testing::TempDir() + "photinus-modes.h5";
    simulate(settings);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  /// Whether component k lies farthest to the left: by symmetry one time in five.
  static Chains leftmost(const Ran& ran, std::size_t k) {
    return indicators(ran, parameters, [k](const double* at) {
      const double* means = at + components;
      for (std::size_t j = 0; j < components; ++j)
        if (means[2 * j] < means[2 * k]) return false;
      return true;
    });
  }

  std::string path_;
};

TEST_F(Mixture, LadderVisitsTheComponentsInAllOrders) {
  RunConfig config = config_for("mixture", path_);
  config.sampler.warmup = 400;
  config.sampler.draws = 1'200;
  config.tempering.method = "parallel";
  config.tempering.rungs = 12;
  config.tempering.least_beta = 0.005;
  const Ran ran = run(config);
  Seen seen;
  std::vector<std::string> names;
  for (std::size_t k = 0; k < components; ++k) {
    seen.quantities.push_back(leftmost(ran, k));
    names.push_back("component " + std::to_string(k) + " leftmost");
  }
  judge(compare(seen, std::vector<double>(components, 0.2), names));
}

TEST_F(Mixture, PlainHmcDoesNot) {
  RunConfig config = config_for("mixture", path_);
  config.sampler.draws = 1'000;
  const Ran ran = run(config);
  double worst = 0.0;
  for (std::size_t k = 0; k < components; ++k) {
    const auto spread = r_hat(leftmost(ran, k));
    // A component that is leftmost in every draw, or in none, has no R-hat.
    worst = std::max(worst, spread.available() ? spread.value : 10.0);
  }
  EXPECT_GT(worst, 1.05);
}

const auto* const prints = testing::AddGlobalTestEnvironment(new PrintsTheWorst);

}  // namespace
}  // namespace photinus
