// Truth: the Gaussian expectation of the gap by the trapezoid rule in long double, 4,000 points on
// +-9 standard deviations: spectrally accurate, 1e-15 is cut off.
#include "photinus/bound/expected_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "photinus/bound/row_facts.hpp"
#include "support/families.hpp"

namespace photinus {
namespace {

long double log_sigmoid(long double u) {
  return u < 0 ? u - std::log1p(std::exp(u)) : -std::log1p(std::exp(-u));
}

/// l of y = 1, its slope and a curvature, written out.
long double logistic(long double eta) { return log_sigmoid(eta); }
long double logistic_slope(long double eta) { return 1 / (1 + std::exp(eta)); }
long double jaakkola_jordan(long double xi) {
  return std::abs(xi) < 1e-8L ? 0.25L : std::tanh(xi / 2) / (2 * xi);
}
// nu = 4, sigma = 1, y = 0, without constants: they cancel in the gap.
long double student(long double eta) { return -2.5L * std::log1p(eta * eta / 4); }
long double student_slope(long double eta) { return -5 * eta / (4 + eta * eta); }

using Function = std::function<long double(long double)>;

long double gaussian_mean(const Function& f, long double mean, long double sd) {
  const int points = 2'000;
  const long double step = 9.0L / points;
  long double sum = 0.0L, total = 0.0L;
  for (int i = -points; i <= points; ++i) {
    const long double z = i * step, weight = std::exp(-z * z / 2);
    sum += weight * f(mean + sd * z);
    total += weight;
  }
  return sum / total;
}

struct Row {
  double centre;
  double curvature;
  double eta;    ///< mean of the predictor
  double scale;  ///< its standard deviation
};

long double truth(const Function& value, const Function& slope, const Row& row,
                  long double slack = 0.0L) {
  const auto gap = [&](long double eta) {
    const long double d = eta - row.centre;
    return value(eta) - (value(row.centre) + slope(row.centre) * d - row.curvature * d * d / 2) +
           slack;
  };
  return gaussian_mean(gap, row.eta, row.scale);
}

template <class Family>
double engine(const Family& family, double y, const Row& row, double spread = 1.0,
              double slack = 0.0) {
  BoundRows rows;
  rows.resize(1);
  rows.weight = {1.0};
  rows.y = {y};
  rows.centre = {row.centre};
  rows.curvature = {row.curvature};
  rows.slack = {slack};
  touch_rows(family, rows);
  PointRows points;
  GapRows gaps;
  const double scale = row.scale / spread;
  double expected = 0.0;
  expected_gaps(family, rows, &row.eta, &scale, spread, points, gaps, &expected);
  return expected;
}

// Where the posterior is narrow against the bend of l the five nodes are as good as exact; at a
// standard deviation of 1 they are good to 5 %, where proposals ask for a factor.
double tolerance(double scale) { return scale <= 0.1 ? 1e-6 : (scale <= 0.4 ? 2e-3 : 0.05); }

TEST(ExpectedGap, LogisticBoundsIsTheQuadrature) {
  for (const double centre : {-4.0, -1.0, 0.0, 0.3, 2.0, 6.0})
    for (const double scale : {0.03, 0.1, 0.4, 1.0}) {
      const Row row{centre, static_cast<double>(jaakkola_jordan(centre)), centre, scale};
      const auto expected = static_cast<double>(truth(logistic, logistic_slope, row));
      // Gaps are differences of numbers about 1: 1e-15 of them is rounding.
      EXPECT_NEAR(engine(Logistic{}, 1.0, row), expected,
                  tolerance(scale) * expected + 2e-15 * (1.0 + std::abs(centre)))
          << centre << ' ' << scale;
      const Row within{centre, Logistic{}.curvature_within(1.0, centre, 4.0 * scale), centre,
                       scale};
      EXPECT_NEAR(engine(Logistic{}, 1.0, within),
                  static_cast<double>(truth(logistic, logistic_slope, within)),
                  tolerance(scale) * expected + 2e-15 * (1.0 + std::abs(centre)))
          << centre << ' ' << scale;
    }
}

TEST(ExpectedGap, StudentTBoundsIsTheQuadrature) {
  for (const double centre : {-6.0, -2.0, 0.0, 0.5, 3.0})
    for (const double scale : {0.03, 0.1, 0.4}) {
      const Row row{centre, 5.0 / (4.0 + centre * centre), centre, scale};
      const auto expected = static_cast<double>(truth(student, student_slope, row));
      EXPECT_NEAR(engine(StudentT{}, 0.0, row), expected,
                  5.0 * tolerance(scale) * expected + 2e-15 * (1.0 + std::abs(centre)))
          << centre << ' ' << scale;
    }
}

// Untuned: the predictor's mean is not the bound's centre.
TEST(ExpectedGap, BoundsCentredElsewhere) {
  for (const double eta : {-3.0, 0.0, 2.5}) {
    const Row row{1.5, static_cast<double>(jaakkola_jordan(1.5L)), eta, 0.2};
    const auto expected = static_cast<double>(truth(logistic, logistic_slope, row));
    EXPECT_NEAR(engine(Logistic{}, 1.0, row), expected, 1e-3 * expected) << eta;
  }
}

// A bound that is the likelihood has no gap: nothing but the clamp is left.
TEST(ExpectedGap, LinearHasNone) { EXPECT_LT(engine(Linear{}, 0.7, {0.2, 1.0, 0.2, 0.5}), 1e-15); }

// Catches: the scale taken without the spread, slack left out.
TEST(ExpectedGap, SpreadMultipliesTheScaleAndSlackIsAdded) {
  const Row row{0.5, static_cast<double>(jaakkola_jordan(0.5L)), 0.5, 0.3};
  const double plain = engine(Logistic{}, 1.0, row);
  EXPECT_NEAR(engine(Logistic{}, 1.0, row, 2.0), plain, 1e-12 * plain);
  EXPECT_NEAR(engine(Logistic{}, 1.0, row, 1.0, 0.25), plain + 0.25, 1e-12);
}

/// The planted fault: half the excess curvature times the variance.
double excess_curvature(const Row& row) {
  const auto centre = static_cast<long double>(row.centre);
  const auto own = static_cast<double>(logistic_slope(centre) * (1 - logistic_slope(centre)));
  return 0.5 * (row.curvature - own) * row.scale * row.scale;
}

// At centre 0 Jaakkola & Jordan's bound touches to fourth order: E[gap] = E[eta^4] / 192 + ...,
// where excess curvature says 0 and the row would all but never be proposed.
TEST(ExpectedGap, WhereABoundTouchesToHigherOrder) {
  const Row row{0.0, 0.25, 0.0, 0.2};
  const auto expected = static_cast<double>(truth(logistic, logistic_slope, row));
  EXPECT_NEAR(expected, 3.0 * std::pow(0.2, 4) / 192.0, 0.1 * expected);
  EXPECT_NEAR(engine(Logistic{}, 1.0, row), expected, 1e-3 * expected);
  EXPECT_EQ(excess_curvature(row), 0.0);
  // Elsewhere the two agree where the predictor is narrow: the fault is a fault at 0 only.
  const Row away{3.0, static_cast<double>(jaakkola_jordan(3.0L)), 3.0, 0.01};
  EXPECT_NEAR(excess_curvature(away) / engine(Logistic{}, 1.0, away), 1.0, 0.01);
}

// All rows of a batch at once, each with its own numbers.
TEST(ExpectedGap, EveryRowOfABatchIsItsOwn) {
  Stream stream({.seed = 75, .purpose = Purpose::test});
  const std::size_t size = 37;
  BoundRows rows;
  rows.resize(size);
  rows.weight.assign(size, 1.0);
  std::vector<double> eta(size), scale(size), expected(size);
  for (std::size_t i = 0; i < size; ++i) {
    rows.y[i] = draw_response(Logistic{}, stream);
    rows.centre[i] = stream.normal();
    rows.curvature[i] = Logistic{}.global_curvature(rows.y[i], rows.centre[i]);
    rows.slack[i] = 0.0;
    eta[i] = rows.centre[i] + 0.1 * stream.normal();
    scale[i] = stream.uniform();
  }
  touch_rows(Logistic{}, rows);
  PointRows points;
  GapRows gaps;
  expected_gaps(Logistic{}, rows, eta.data(), scale.data(), 2.0, points, gaps, expected.data());
  for (std::size_t i = 0; i < size; ++i)
    EXPECT_EQ(expected[i], engine(Logistic{}, rows.y[i],
                                  {rows.centre[i], rows.curvature[i], eta[i], 2.0 * scale[i]}, 2.0))
        << i;
}

}  // namespace
}  // namespace photinus
