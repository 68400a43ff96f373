// Truth: closed forms of autoregressions, and R (coda_oracle.R).
#include "photinus/diagnostics/coda_ess.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "diagnostics/series.hpp"
#include "photinus/diagnostics/moments.hpp"

namespace photinus {
namespace {

/// x_t = a x_(t-1) + b x_(t-2) + normal, after a run-in.
std::vector<double> second_order(std::uint64_t seed, std::size_t draws, double a, double b) {
  Stream stream({.seed = seed, .purpose = Purpose::test});
  std::vector<double> x;
  double one = 0.0, two = 0.0;
  for (std::size_t i = 0; i < draws + 1000; ++i) {
    const double next = a * one + b * two + stream.normal();
    two = one;
    one = next;
    if (i >= 1000) x.push_back(next);
  }
  return x;
}

/// var(x) / spectrum(0) of it: (1 - a - b)^2 times the variance for noise of variance 1,
/// (1 - b) / ((1 + b) ((1 - b)^2 - a^2)).
double second_order_share(double a, double b) {
  const double variance = (1.0 - b) / ((1.0 + b) * ((1.0 - b) * (1.0 - b) - a * a));
  return (1.0 - a - b) * (1.0 - a - b) * variance;
}

/// What a fit of order 1 makes of a series: the planted fault.
double size_from_order_one(const std::vector<double>& x) {
  const double m = mean_of(x);
  double covariance = 0.0, variance = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    variance += (x[i] - m) * (x[i] - m);
    if (i > 0) covariance += (x[i] - m) * (x[i - 1] - m);
  }
  const double phi = covariance / variance;
  return static_cast<double>(x.size()) * (1.0 - phi) / (1.0 + phi);
}

/// Standard deviations of log ESS when k coefficients are estimated from n draws is about
/// sqrt(2/n) |d log ESS / d phi|; 6 % is more than 4.5 of them for every series below, and leaves
/// room for the orders beyond the true one that Akaike's criterion adds.
constexpr double tolerance = 0.06;
constexpr std::size_t draws = 200'000;

TEST(CodaEss, ClosedFormOfFirstOrder) {
  for (const double phi : {-0.5, 0.0, 0.5, 0.9}) {
    const double share = coda_ess(autoregression(11, 1, draws, phi)) / static_cast<double>(draws);
    EXPECT_NEAR(share * (1.0 + phi) / (1.0 - phi), 1.0, tolerance) << phi;
  }
}

TEST(CodaEss, ClosedFormOfSecondOrder) {
  for (const auto& [a, b] : {std::pair{0.5, 0.3}, {0.6, -0.4}, {0.1, 0.6}}) {
    const auto x = second_order(12, draws, a, b);
    const double expected = static_cast<double>(draws) * second_order_share(a, b);
    EXPECT_NEAR(coda_ess({x}) / expected, 1.0, tolerance) << a << " " << b;
    EXPECT_GT(std::abs(size_from_order_one(x) / expected - 1.0), 3.0 * tolerance)
        << "the planted fault passes";
  }
}

// A chain's own location and scale do not count; those of several are added.
TEST(CodaEss, ChainsAddUp) {
  const auto chains = autoregression(13, 3, 5000, 0.7);
  double sum = 0.0;
  for (const auto& chain : chains) sum += coda_ess({chain});
  const auto moved = mapped(chains, [](double x, std::size_t c, std::size_t) {
    return 1024.0 * static_cast<double>(c) + 8.0 * x;
  });
  EXPECT_DOUBLE_EQ(coda_ess(chains), sum);
  EXPECT_NEAR(coda_ess(moved) / sum, 1.0, 1e-9);
}

TEST(CodaEss, ChainsThatStandStillOrAreALineHaveNone) {
  std::vector<double> line;
  for (int i = 0; i < 100; ++i) line.push_back(3.0 - 0.5 * i);
  EXPECT_EQ(coda_ess({std::vector<double>(100, 2.5)}), 0.0);
  EXPECT_EQ(coda_ess({line}), 0.0);
  EXPECT_EQ(coda_ess({{1.0}}), 0.0);
}

struct Answer {
  int code = -1;
  std::string name;
  std::vector<double> sizes;
};

Answer ask_r(const std::vector<std::vector<double>>& series) {
  const auto stem =
      std::filesystem::temp_directory_path() / ("photinus_coda_" + std::to_string(getpid()));
  const std::string in = stem.string() + ".in", out = stem.string() + ".out";
  {
    std::ofstream file(in);
    file << std::hexfloat;
    for (const auto& x : series)
      for (std::size_t i = 0; i < x.size(); ++i) file << x[i] << (i + 1 < x.size() ? ' ' : '\n');
  }
  const std::string script = PHOTINUS_TEST_SOURCE_DIR "/diagnostics/coda_oracle.R";
  const int status = std::system(("Rscript '" + script + "' '" + in + "' '" + out + "'").c_str());
  Answer answer;
  answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream file(out);
  std::getline(file, answer.name);
  for (double size = 0.0; file >> size;) answer.sizes.push_back(size);
  std::filesystem::remove(in);
  std::filesystem::remove(out);
  return answer;
}

// Relative 1e-8: both solve the same equations.
TEST(CodaEss, AgreesWithR) {
  std::vector<std::vector<double>> series;
  for (const std::size_t n : {6, 40, 500, 4000})
    for (auto& [name, chains] : series_of_shape(14 * n, 2, n))
      for (auto& chain : chains) series.push_back(std::move(chain));
  const Answer r = ask_r(series);
  if (r.code == 127) GTEST_SKIP() << "Rscript is not installed";
  ASSERT_EQ(r.sizes.size(), series.size()) << "the oracle failed";
  for (std::size_t i = 0; i < series.size(); ++i)
    EXPECT_NEAR(coda_ess({series[i]}), r.sizes[i], 1e-8 * r.sizes[i])
        << "series " << i << " of " << series[i].size() << " against " << r.name;
}

}  // namespace
}  // namespace photinus
