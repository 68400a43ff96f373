#include "photinus/evidence/lobatto.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace photinus {
namespace {

double integral_of_power(const QuadratureRule& rule, int power) {
  std::vector<double> values;
  for (const double x : rule.nodes) values.push_back(std::pow(x, power));
  return rule.integrate(values);
}

// Abramowitz & Stegun (1972), table 25.6, on (0, 1).
TEST(Lobatto, HasTheNodesOfTheTable) {
  const QuadratureRule rule = lobatto_rule(5);
  const std::vector<double> nodes = {0.0, 0.5 - 0.5 * std::sqrt(3.0 / 7.0), 0.5,
                                     0.5 + 0.5 * std::sqrt(3.0 / 7.0), 1.0};
  const std::vector<double> weights = {1.0 / 20, 49.0 / 180, 16.0 / 45, 49.0 / 180, 1.0 / 20};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_NEAR(rule.nodes[i], nodes[i], 1e-14);
    EXPECT_NEAR(rule.weights[i], weights[i], 1e-14);
  }
}

TEST(Lobatto, IsExactUpToItsDegreeAndNotBeyond) {
  for (int n = 3; n <= 15; ++n) {
    const QuadratureRule rule = lobatto_rule(n);
    for (int power = 0; power <= 2 * n - 3; ++power)
      EXPECT_NEAR(integral_of_power(rule, power), 1.0 / (power + 1.0), 1e-13) << n << " " << power;
    if (n <= 5) {
      EXPECT_GT(std::abs(integral_of_power(rule, 2 * n - 2) - 1.0 / (2 * n - 1.0)), 1e-6);
    }
  }
}

TEST(Lobatto, EverySecondNodeOfFiveIsSimpsonsRule) {
  const QuadratureRule simpson = every_second_node(lobatto_rule(5));
  const std::vector<double> weights = {1.0 / 6, 2.0 / 3, 1.0 / 6};
  ASSERT_EQ(simpson.nodes.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(simpson.weights[i], weights[i], 1e-14);
}

}  // namespace
}  // namespace photinus
