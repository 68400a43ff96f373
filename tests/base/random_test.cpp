#include "photinus/base/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace photinus {
namespace {

// Known-answer vector of Philox4x32-10 for counter 0 and key 0 (Random123's kat_vectors).
TEST(Stream, IsPhiloxOfTheDocumentedCounter) {
  Stream stream({.seed = 0, .purpose = Purpose{}, .replica = 0, .iteration = 0, .index = 0});
  EXPECT_EQ(stream.bits(), 0x6627e8d5e169c58dULL);
  EXPECT_EQ(stream.bits(), 0xbc57ac4c9b00dbd8ULL);
}

TEST(Stream, EveryFieldOfTheKeyCounts) {
  const RandomKey base{
      .seed = 1, .purpose = Purpose::test, .replica = 2, .iteration = 3, .index = 4};
  std::set<std::uint64_t> seen;
  const auto first = [](RandomKey key) { return Stream(key).bits(); };
  seen.insert(first(base));
  auto key = base;
  key.seed += 1ULL << 32;
  seen.insert(first(key));
  key = base;
  key.purpose = Purpose::theta;
  seen.insert(first(key));
  key = base;
  key.replica = 258;
  seen.insert(first(key));
  key = base;
  key.iteration += 1ULL << 39;
  seen.insert(first(key));
  key = base;
  key.iteration += 1;
  seen.insert(first(key));
  key = base;
  key.index += 1ULL << 39;
  seen.insert(first(key));
  key = base;
  key.index += 1;
  seen.insert(first(key));
  EXPECT_EQ(seen.size(), 8U);
}

// Tolerance: 4.5 standard errors of the mean and variance, false alarm 1.4e-5 in all.
TEST(Stream, NormalsHaveTheirMoments) {
  Stream stream({.seed = 5, .purpose = Purpose::test});
  const int n = 1'000'000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < n; ++i) {
    const double x = stream.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_LT(std::abs(sum / n), 4.5 / std::sqrt(n));
  EXPECT_LT(std::abs(squares / n - 1.0), 4.5 * std::sqrt(2.0 / n));
}

// Chi-square with 9 degrees of freedom: 37.0 is exceeded with probability 2.6e-5.
TEST(Stream, BelowIsUniform) {
  Stream stream({.seed = 6, .purpose = Purpose::test});
  std::array<int, 10> counts{};
  const int n = 100'000;
  for (int i = 0; i < n; ++i) ++counts[stream.below(10)];
  double chi2 = 0.0;
  for (const int count : counts) chi2 += (count - n / 10.0) * (count - n / 10.0) / (n / 10.0);
  EXPECT_LT(chi2, 37.0);
}

}  // namespace
}  // namespace photinus
