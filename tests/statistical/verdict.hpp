#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "statistical/agreement.hpp"

namespace photinus {

/// Largest deviation of a run's averages from quadrature, in Monte Carlo standard errors.
constexpr double allowed = 4.5;
/// Standard errors are not known from fewer effective draws.
constexpr double least_draws = 100.0;

/// Draws of every quantity, chain by chain.
struct Seen {
  std::vector<Chains> quantities;

  void add(std::size_t chain, const std::vector<double>& values) {
    if (quantities.empty()) quantities.resize(values.size(), Chains(4));
    for (std::size_t q = 0; q < values.size(); ++q) quantities[q][chain].push_back(values[q]);
  }
};

/// All quantities against the truth; the worst deviation in standard errors.
struct Verdict {
  double worst = 0.0;
  double least_ess = std::numeric_limits<double>::infinity();
  double squares = 0.0;  ///< of all deviations
  double count = 0.0;
  std::string where;
};

inline Verdict compare(const Seen& seen, const std::vector<double>& truth,
                       const std::vector<std::string>& names) {
  Verdict verdict;
  for (std::size_t q = 0; q < seen.quantities.size(); ++q) {
    const auto [off, ess] = agreement(seen.quantities[q], truth[q]);
    verdict.least_ess = std::min(verdict.least_ess, ess);
    verdict.squares += off * off;
    verdict.count += 1.0;
    if (std::abs(off) <= verdict.worst) continue;
    verdict.worst = std::abs(off);
    verdict.where = names[q] + ": " + std::to_string(mean(seen.quantities[q]).value) + ", truth " +
                    std::to_string(truth[q]) + ", " + std::to_string(off) + " standard errors";
  }
  return verdict;
}

/// Of all runs that were judged.
inline Verdict& all_runs() {
  static Verdict verdict;
  return verdict;
}

inline void judge(const Verdict& verdict, double limit = allowed) {
  EXPECT_LT(verdict.worst, limit) << verdict.where;
  EXPECT_GT(verdict.least_ess, least_draws);
  Verdict& all = all_runs();
  all.squares += verdict.squares;
  all.count += verdict.count;
  if (verdict.worst <= all.worst) return;
  all.worst = verdict.worst;
  all.where = verdict.where;
}

/// Seeds of their own make the runs independent.
inline std::uint64_t seed_of(const std::string& name) {
  std::uint64_t seed = 0;
  for (const char letter : name) seed = 31 * seed + static_cast<unsigned char>(letter);
  return seed;
}

inline std::string test_name() {
  return testing::UnitTest::GetInstance()->current_test_info()->name();
}

class PrintsTheWorst : public testing::Environment {
 public:
  void TearDown() override {
    const Verdict& all = all_runs();
    if (all.count == 0.0) return;
    std::printf("%.0f comparisons, root mean square %.2f standard errors, worst: %s\n", all.count,
                std::sqrt(all.squares / all.count), all.where.c_str());
  }
};

}  // namespace photinus
