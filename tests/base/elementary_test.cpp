// Truth: the C library's long double functions. Tolerances are in units in the last place.
#include "photinus/base/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

double ulps(double value, long double truth) {
  const auto rounded = static_cast<double>(truth);
  const double unit = std::nextafter(std::abs(rounded), std::numeric_limits<double>::infinity()) -
                      std::abs(rounded);
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth) / unit);
}

template <class Function, class Truth>
double worst(double low, double high, Function function, Truth truth) {
  Stream stream({.seed = 1, .purpose = Purpose::test});
  double result = 0.0;
  for (int i = 0; i < 200'000; ++i) {
    const double x = low + (high - low) * stream.uniform();
    result = std::max(result, ulps(function(x), truth(static_cast<long double>(x))));
  }
  return result;
}

TEST(Elementary, ExpIsAccurate) {
  const auto truth = [](long double x) { return std::exp(x); };
  EXPECT_LT(worst(
                -700, 709.7, [](double x) { return exp(x); }, truth),
            2.0);
  EXPECT_LT(worst(
                -1, 1, [](double x) { return exp(x); }, truth),
            2.0);
}

TEST(Elementary, Expm1IsAccurate) {
  const auto truth = [](long double x) { return std::expm1(x); };
  EXPECT_LT(worst(
                -5, 5, [](double x) { return expm1(x); }, truth),
            4.0);
  EXPECT_LT(worst(
                -1e-6, 1e-6, [](double x) { return expm1(x); }, truth),
            2.0);
}

TEST(Elementary, LogIsAccurate) {
  const auto truth = [](long double x) { return std::log(x); };
  EXPECT_LT(worst(
                1e-300, 1e-290, [](double x) { return log(x); }, truth),
            2.0);
  EXPECT_LT(worst(
                0.5, 2.0, [](double x) { return log(x); }, truth),
            2.0);
  EXPECT_LT(worst(
                0.999, 1.001, [](double x) { return log(x); }, truth),
            2.0);
  EXPECT_LT(worst(
                1, 1e9, [](double x) { return log(x); }, truth),
            2.0);
}

TEST(Elementary, Log1pIsAccurate) {
  const auto truth = [](long double x) { return std::log1p(x); };
  EXPECT_LT(worst(
                -0.9, 4, [](double x) { return log1p(x); }, truth),
            3.0);
  EXPECT_LT(worst(
                -1e-9, 1e-9, [](double x) { return log1p(x); }, truth),
            2.0);
}

// Catches: a wrong half at the place where 1 + x passes sqrt(2).
TEST(Elementary, Log1pFractionIsAccurate) {
  const auto function = [](double x) { return log1p_fraction(x); };
  const auto truth = [](long double x) { return std::log1p(x); };
  for (const auto& [low, high] : {std::pair{0.0, 1.0}, {0.41, 0.42}, {0.0, 1e-3}, {0.0, 1e-300}})
    EXPECT_LT(worst(low, high, function, truth), 2.0) << high;
  EXPECT_EQ(log1p_fraction(0.0), 0.0);
  EXPECT_LT(ulps(log1p_fraction(1.0), std::log(2.0L)), 1.0);
  EXPECT_TRUE(std::isnan(log1p_fraction(std::nan(""))));
}

TEST(Elementary, TanhIsAccurate) {
  const auto truth = [](long double x) { return std::tanh(x); };
  EXPECT_LT(worst(
                -3, 3, [](double x) { return tanh(x); }, truth),
            6.0);
}

TEST(Elementary, SpecialValues) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(exp(-inf), 0.0);
  EXPECT_EQ(exp(-800.0), 0.0);
  EXPECT_EQ(exp(inf), inf);
  EXPECT_EQ(exp(709.8), inf);
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_TRUE(std::isnan(exp(std::nan(""))));
  EXPECT_EQ(log(0.0), -inf);
  EXPECT_EQ(log(1.0), 0.0);
  EXPECT_EQ(log(inf), inf);
  EXPECT_TRUE(std::isnan(log(-1.0)));
  EXPECT_TRUE(std::isnan(log(std::nan(""))));
  EXPECT_LT(ulps(log(5e-324), std::log(static_cast<long double>(5e-324))), 2.0);
  EXPECT_EQ(log1p(-1.0), -inf);
  EXPECT_EQ(expm1(-inf), -1.0);
  EXPECT_EQ(expm1(0.0), 0.0);
  EXPECT_EQ(softplus(1000.0), 1000.0);
  EXPECT_EQ(softplus(-1000.0), 0.0);
}

TEST(Elementary, LogExpm1HoldsFromTinyToHuge) {
  EXPECT_LT(ulps(log_expm1(1e-12), std::log(std::expm1(1e-12L))), 2.0);
  EXPECT_LT(ulps(log_expm1(0.5), std::log(std::expm1(0.5L))), 4.0);
  EXPECT_EQ(log_expm1(1e4), 1e4);
}

// Truth: the C library's long double. Relative: the function's zeros at 1 and 2 count as well.
TEST(Elementary, LogGammaIsAccurateAndItsZerosToo) {
  double worst_error = 0.0;
  const auto see = [&](double x) {
    const long double truth = std::lgamma(static_cast<long double>(x));
    const long double error = std::abs((log_gamma(x) - truth) / truth);
    worst_error = std::max(worst_error, static_cast<double>(error));
  };
  for (int i = 1; i < 40'000; ++i) {
    see(12.0 * i / 40'001);                            // no multiple of 1/2
    see(std::exp(700.0 * (i - 20'000.5) / 20'000.0));  // 1e-304 to 1e304
    see(1.0 + (i - 20'000.5) * 1e-9);
    see(2.0 + (i - 20'000.5) * 1e-9);
  }
  EXPECT_LT(worst_error, 2e-15);
  EXPECT_EQ(log_gamma(1.0), 0.0);
  EXPECT_EQ(log_gamma(2.0), 0.0);
  EXPECT_NEAR(log_gamma(0.5), 0.5 * std::log(std::acos(-1.0)), 1e-15);
  EXPECT_EQ(log_gamma(0.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(log_gamma(1e306), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(log_gamma(-0.5)));
  EXPECT_TRUE(std::isnan(log_gamma(std::nan(""))));
}

// Truth: lgammal; relative, from the table to 2^53 and where they meet.
TEST(Elementary, LogFactorialIsAccurate) {
  EXPECT_EQ(log_factorial(0.0), 0.0);
  EXPECT_EQ(log_factorial(1.0), 0.0);
  double worst_error = 0.0;
  for (double n = 2.0; n < 0x1p53; n = std::floor(n * 1.003) + 1.0) {
    const long double truth = std::lgamma(static_cast<long double>(n) + 1);
    worst_error =
        std::max(worst_error, static_cast<double>(std::abs((log_factorial(n) - truth) / truth)));
  }
  EXPECT_LT(worst_error, 1e-15);
}

TEST(Elementary, NormalQuantileInvertsTheDistribution) {
  for (const double p : {1e-16, 1e-9, 0.01, 0.3, 0.5, 0.77, 0.999}) {
    const long double x = normal_quantile(p);
    const long double back = 0.5L * std::erfc(-x / std::sqrt(2.0L));
    EXPECT_NEAR(static_cast<double>(back / p), 1.0, 1e-13) << p;
  }
}

// Exact. Catches: an edge between fractions that is not the same one, a last part left out.
TEST(Elementary, QuantilesSideBySideAreTheSameBits) {
  for (const int size : {0, 1, 63, 64, 65, 1'000}) {
    std::vector<double> p;
    for (int i = 0; i < size; ++i)
      p.push_back(i % 7 == 3 ? 0.925 + 1e-16 * i : (i + 0.5) / (1.0 + size));
    if (size > 1) p.front() = 1e-300;
    std::vector<double> quantiles = p;
    normal_quantiles(quantiles.data(), size);
    for (std::size_t i = 0; i < p.size(); ++i)
      ASSERT_EQ(quantiles[i], normal_quantile(p[i])) << size << ' ' << p[i];
  }
}

}  // namespace
}  // namespace photinus
