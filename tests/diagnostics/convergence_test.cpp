// Truth: R's package posterior (oracle.R), on a hundred series.
#include "photinus/diagnostics/convergence.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "diagnostics/series.hpp"
#include "photinus/diagnostics/mixing.hpp"
#include "photinus/diagnostics/moments.hpp"
#include "photinus/diagnostics/ranks.hpp"

namespace photinus {
namespace {

constexpr double tolerance = 1e-8;
constexpr double not_available = std::numeric_limits<double>::quiet_NaN();
constexpr std::array quantities{"r_hat", "ess_bulk", "ess_tail", "ess_mean", "mcse_mean", "mcse_sd",
                                "mean",  "sd",       "q5",       "q50",      "q95"};
using Values = std::array<double, quantities.size()>;

Values ours(const Chains& x) {
  return {
      r_hat(x).value,          ess_bulk(x).value,      ess_tail(x).value,      ess_mean(x).value,
      mcse_mean(x).value,      mcse_sd(x).value,       mean(x).value,          sd(x).value,
      quantile(x, 0.05).value, quantile(x, 0.5).value, quantile(x, 0.95).value};
}

struct Shape {
  std::size_t chains, draws;
};
constexpr Shape shapes[] = {{1, 6},   {2, 7},    {4, 13},  {1, 1001}, {2, 500},
                            {3, 333}, {4, 1000}, {5, 201}, {7, 640},  {8, 1500}};

const std::vector<Series>& hundred_series() {
  static const auto all = [] {
    std::vector<Series> result;
    for (const auto& [chains, draws] : shapes)
      for (auto& series : series_of_shape(10 * draws, chains, draws)) {
        series.name.append(std::string(", ") + std::to_string(chains));
        series.name.append(std::string(" x ") + std::to_string(draws));
        result.push_back(std::move(series));
      }
    return result;
  }();
  return all;
}

/// Hexadecimal, which R reads exactly: one unit in the last place can break a tie, and a broken tie
/// shows in the ranks.
void write_series(const std::filesystem::path& path) {
  std::ofstream file(path);
  file << std::hexfloat;
  for (const auto& [name, chains] : hundred_series()) {
    file << chains.size() << ' ' << chains.front().size();
    for (const double x : pool(chains)) file << ' ' << x;
    file << '\n';
  }
}

Values parse_line(const std::string& line) {
  Values values;
  std::istringstream words(line);
  std::string word = "missing";
  for (double& value : values) {
    words >> word;
    value = word == "NA" ? not_available : std::strtod(word.c_str(), nullptr);
  }
  return values;
}

/// What R says, once for all tests.
struct Oracle {
  std::string skip, version;
  std::vector<Values> values;
};

Oracle ask_r() {
  const auto stem =
      std::filesystem::temp_directory_path() / ("photinus_diagnostics_" + std::to_string(getpid()));
  const std::string in = stem.string() + ".in", out = stem.string() + ".out";
  write_series(in);
  const std::string script = PHOTINUS_TEST_SOURCE_DIR "/diagnostics/oracle.R";
  const int status = std::system(("Rscript '" + script + "' '" + in + "' '" + out + "'").c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  Oracle oracle;
  if (code == 127) oracle.skip = "Rscript is not installed";
  if (code == 3) oracle.skip = "R's package posterior is not installed";
  std::ifstream file(out);
  std::getline(file, oracle.version);
  for (std::string line; std::getline(file, line);) oracle.values.push_back(parse_line(line));
  std::filesystem::remove(in);
  std::filesystem::remove(out);
  return oracle;
}

const Oracle& oracle() {
  static const Oracle answer = ask_r();
  return answer;
}

/// Infinite where only one side is available or infinite.
double relative_difference(double value, double truth) {
  if (value == truth || (std::isnan(value) && std::isnan(truth))) return 0.0;
  const double difference = std::abs(value - truth) / std::abs(truth);
  return std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity();
}

/// How many series have quantity q further from R's than the tolerance.
template <class Value>
std::size_t count_misses(std::size_t q, Value value) {
  std::size_t misses = 0;
  for (std::size_t s = 0; s < oracle().values.size(); ++s)
    misses += relative_difference(value(hundred_series()[s].chains, s), oracle().values[s][q]) >
              tolerance;
  return misses;
}

TEST(AgainstPosterior, AHundredSeriesAgree) {
  if (!oracle().skip.empty()) GTEST_SKIP() << oracle().skip;
  ASSERT_EQ(oracle().values.size(), 100U) << "the oracle failed";
  Values worst{};
  for (std::size_t s = 0; s < 100; ++s) {
    const auto values = ours(hundred_series()[s].chains);
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      const double difference = relative_difference(values[q], oracle().values[s][q]);
      EXPECT_LE(difference, tolerance)
          << quantities[q] << " of " << hundred_series()[s].name << ": " << values[q]
          << ", posterior " << oracle().version << " says " << oracle().values[s][q];
      worst[q] = std::max(worst[q], difference);
    }
  }
  for (std::size_t q = 0; q < quantities.size(); ++q)
    std::printf("worst relative difference of %s: %.1e\n", quantities[q], worst[q]);
}

// Planted faults: the comparison must see each of them.
TEST(AgainstPosterior, WouldSeeAChangeOfAMillionth) {
  if (!oracle().skip.empty()) GTEST_SKIP() << oracle().skip;
  for (std::size_t q = 0; q < quantities.size(); ++q) {
    const auto available = static_cast<std::size_t>(
        std::count_if(oracle().values.begin(), oracle().values.end(),
                      [&](const Values& v) { return std::isfinite(v[q]) && v[q] != 0.0; }));
    const auto changed = [&](const Chains&, std::size_t s) {
      return oracle().values[s][q] * (1.0 + 1e-6);
    };
    EXPECT_GE(available, 80U) << quantities[q];
    EXPECT_EQ(count_misses(q, changed), available) << quantities[q];
  }
}

TEST(AgainstPosterior, WouldSeeUnsplitChainsAndABiasedVariance) {
  if (!oracle().skip.empty()) GTEST_SKIP() << oracle().skip;
  const auto unsplit = [](const Chains& x, std::size_t) {
    return std::max(potential_scale_reduction(rank_normalise(x)),
                    potential_scale_reduction(rank_normalise(fold(x))));
  };
  EXPECT_GE(count_misses(0, unsplit), 90U);
  const auto unfolded = [](const Chains& x, std::size_t) {
    return potential_scale_reduction(rank_normalise(split(x)));
  };
  EXPECT_GE(count_misses(0, unfolded), 20U);
  const auto biased = [](const Chains& x, std::size_t) {
    const auto n = static_cast<double>(pool(x).size());
    return sd(x).value * std::sqrt((n - 1.0) / n);
  };
  EXPECT_GE(count_misses(7, biased), 90U);
}

// A stationary AR(1) has tau = (1 + phi) / (1 - phi). The estimate's relative standard error is
// near sqrt(2 (2 M + 1) / S) with M the lag where the sum stops (Madras and Sokal 1988). With
// M = 3 (tau + 1) it is at least the standard deviation seen over 100 seeds (0.005, 0.010, 0.023
// and 0.009 for these phi, with a bias of -0.003). Tolerance: 5 of them.
TEST(EssMean, IsThatOfAnAutoregression) {
  for (const double phi : {0.0, 0.5, 0.9, -0.3}) {
    const auto chains = autoregression(9, 4, 100'000, phi);
    const double tau = (1.0 + phi) / (1.0 - phi);
    const double error = std::sqrt(2.0 * (6.0 * (tau + 1.0) + 1.0) / 400'000.0);
    EXPECT_NEAR(ess_mean(chains).value * tau / 400'000.0, 1.0, 5.0 * error) << phi;
    EXPECT_NEAR(mcse_mean(chains).value * std::sqrt(400'000.0 / tau), 1.0, 5.0 * error) << phi;
    EXPECT_LT(r_hat(chains).value, 1.01);
  }
}

}  // namespace
}  // namespace photinus
