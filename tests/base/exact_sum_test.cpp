#include "photinus/base/exact_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

std::vector<double> wild_terms(int count) {
  Stream stream({.seed = 3, .purpose = Purpose::test});
  std::vector<double> terms;
  for (int i = 0; i < count; ++i)
    terms.push_back(stream.normal() * std::ldexp(1.0, static_cast<int>(stream.below(200)) - 100));
  return terms;
}

TEST(ExactSum, DoesNotDependOnOrderOrGrouping) {
  const auto terms = wild_terms(1000);
  ExactSum forward(1);
  for (const double term : terms) forward.add(0, term);
  ExactSum backward(1);
  for (auto it = terms.rbegin(); it != terms.rend(); ++it) backward.add(0, *it);
  EXPECT_EQ(forward.value(0), backward.value(0));
  for (const int groups : {2, 3, 7, 100}) {
    std::vector<ExactSum> parts(static_cast<std::size_t>(groups), ExactSum(1));
    for (std::size_t i = 0; i < terms.size(); ++i)
      parts[i % static_cast<std::size_t>(groups)].add(0, terms[i]);
    ExactSum total;
    for (const auto& part : parts) total.merge(part);
    EXPECT_EQ(forward.value(0), total.value(0)) << groups;
  }
}

TEST(ExactSum, KeepsWhatDoublesLose) {
  ExactSum sum(1);
  for (const double term : {1e300, 1.0, 1e-300, -1e300, -1.0}) sum.add(0, term);
  EXPECT_EQ(sum.value(0), 1e-300);
}

TEST(ExactSum, ReturnsEverySingleTerm) {
  for (const double term : {0.0, 1.0, -1.0, 0.1, -1e-310, 5e-324, 1.7976931348623157e308,
                            -1.7976931348623157e308, 0x1.fffffffffffffp-3}) {
    ExactSum sum(2);
    sum.add(1, term);
    EXPECT_EQ(sum.value(1), term);
    EXPECT_EQ(sum.value(0), 0.0);
  }
}

TEST(ExactSum, IsWithinAnUlpOfTheTruth) {
  const auto terms = wild_terms(500);
  ExactSum sum(1);
  long double truth = 0.0L;
  for (const double term : terms) {
    sum.add(0, term);
    truth += static_cast<long double>(term);
  }
  EXPECT_NEAR(sum.value(0) / static_cast<double>(truth), 1.0, 1e-15);
}

TEST(ExactSum, AMillionTermsKeepTheirCarries) {
  ExactSum sum(1);
  for (int i = 0; i < 1'000'000; ++i) sum.add(0, 0x1.fffffffffffffp-1);
  EXPECT_EQ(sum.value(0), 1e6 * 0x1.fffffffffffffp-1);
}

TEST(ExactSum, TermsThatAreNotFiniteMakeTheirElementNaN) {
  ExactSum sum(2);
  sum.add(0, std::nan(""));
  sum.add(1, 2.0);
  ExactSum total(2);
  total.merge(sum);
  EXPECT_TRUE(std::isnan(total.value(0)));
  EXPECT_EQ(total.value(1), 2.0);
}

}  // namespace
}  // namespace photinus
