// Truth: the formulas in long double, and differences of them.
#include "photinus/model/logistic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace photinus {
namespace {

long double truth(double y, long double eta) {
  const long double u = y * eta;
  return u < 0 ? u - std::log1p(std::exp(u)) : -std::log1p(std::exp(-u));
}

// Probability of the other label, from whichever side keeps its digits.
long double wrong(double y, long double eta) { return 1.0L / (1.0L + std::exp(y * eta)); }

std::vector<double> predictors() {
  std::vector<double> all = {0.0, 1e-300, 1e-12, 1e-6};
  for (double eta = 0.01; eta <= 700.0; eta *= 1.05) all.push_back(eta);
  all.push_back(700.0);
  const std::size_t positive = all.size();
  for (std::size_t i = 0; i < positive; ++i) all.push_back(-all[i]);
  return all;
}

double relative(double value, long double expected) {
  return static_cast<double>(std::abs(value - expected) / std::abs(expected));
}

// Relative 2e-15, 9 units in the last place, to |eta| = 700. Catches: log(1 + e) in place of log1p,
// 1 - p in place of the other label's probability, overflow.
TEST(Logistic, ValueAndDerivativesAreTheFormulas) {
  for (const double y : {-1.0, 1.0})
    for (const double eta : predictors()) {
      const Likelihood at = Logistic{}.evaluate(y, eta);
      EXPECT_LT(relative(at.value, truth(y, eta)), 2e-15) << y << ' ' << eta;
      EXPECT_LT(relative(at.slope, y * wrong(y, eta)), 2e-15) << y << ' ' << eta;
      EXPECT_LT(relative(at.curvature, wrong(y, eta) * wrong(-y, eta)), 2e-15) << y << ' ' << eta;
    }
}

// Central differences with step h in long double: truncation h^2/6 relative = 2e-9, and rounding
// 1e-19 |l| / h. Catches: a derivative with respect to u = y eta, a wrong sign of the curvature.
TEST(Logistic, DerivativesAreDifferences) {
  const long double h = 1e-4L;
  for (const double y : {-1.0, 1.0})
    for (const double eta : predictors()) {
      const Likelihood at = Logistic{}.evaluate(y, eta);
      const long double slope = (truth(y, eta + h) - truth(y, eta - h)) / (2 * h);
      EXPECT_LT(relative(at.slope, slope), 1e-8) << y << ' ' << eta;
      if (std::abs(eta) > 15.0) continue;  // beyond, differences of the slope have no digits
      const long double above = y * wrong(y, eta + h), below = y * wrong(y, eta - h);
      EXPECT_LT(relative(at.curvature, (below - above) / (2 * h)), 1e-7) << y << ' ' << eta;
    }
}

TEST(Logistic, ProbabilitiesOfBothLabelsSumToOne) {
  for (const double eta : predictors()) {
    const double sum = std::exp(Logistic{}.evaluate(1.0, eta).value) +
                       std::exp(Logistic{}.evaluate(-1.0, eta).value);
    EXPECT_NEAR(sum, 1.0, 1e-15) << eta;
  }
}

TEST(Logistic, StaysFiniteFarOut) {
  for (const double eta : {-1e300, -1e4, 1e4, 1e300}) {
    const Likelihood at = Logistic{}.evaluate(1.0, eta);
    EXPECT_EQ(at.value, eta < 0.0 ? eta : 0.0);
    EXPECT_EQ(at.slope, eta < 0.0 ? 1.0 : 0.0);
    EXPECT_EQ(at.curvature, 0.0);
  }
}

TEST(Logistic, TangentIsTheLikelihood) {
  for (const double eta : predictors()) {
    const Likelihood a = Logistic{}.evaluate(-1.0, eta), b = Logistic{}.tangent(-1.0, eta);
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.slope, b.slope);
    EXPECT_EQ(a.curvature, b.curvature);
  }
}

TEST(Logistic, LabelsInBothCodings) {
  const Logistic family;
  for (const double label : {0.0, 1.0, -1.0}) EXPECT_TRUE(family.accepts(label));
  for (const double label : {0.5, 2.0, -2.0, 1e-9, std::nan("")})
    EXPECT_FALSE(family.accepts(label));
  EXPECT_EQ(family.code(1.0), 1.0);
  EXPECT_EQ(family.code(0.0), -1.0);
  EXPECT_EQ(family.code(-1.0), -1.0);
}

// Catches: two codings mixed in one file and taken for one.
TEST(Logistic, MixedCodingsAreRefusedWithTheirRows) {
  ResponseSummary seen;
  seen.see(1.0, 0);
  seen.see(0.0, 7);
  seen.see(0.0, 9);
  EXPECT_EQ(Logistic{}.complaint(seen), "");
  ResponseSummary elsewhere;
  elsewhere.see(-1.0, 12);
  EXPECT_EQ(Logistic{}.complaint(elsewhere), "");
  seen.merge(elsewhere);
  const std::string complaint = Logistic{}.complaint(seen);
  EXPECT_NE(complaint.find("row 7 has 0"), std::string::npos) << complaint;
  EXPECT_NE(complaint.find("row 12 has -1"), std::string::npos) << complaint;
}

// Truth: tanh(xi/2)/(2 xi), 1/4 at 0; relative 1e-14. Catches: 0/0, a jump where the series ends.
TEST(Logistic, GlobalCurvatureIsTheFormula) {
  EXPECT_EQ(Logistic{}.global_curvature(1.0, 0.0), 0.25);
  for (const double eta : predictors()) {
    if (eta == 0.0) continue;
    const long double xi = std::abs(static_cast<long double>(eta));
    const long double expected = xi < 1e-9L ? 0.25L : std::tanh(xi / 2) / (2 * xi);
    EXPECT_LT(relative(Logistic{}.global_curvature(1.0, eta), expected), 1e-14) << eta;
  }
  for (const double xi : {0.99e-4, 1e-4, 1.01e-4})
    EXPECT_LT(relative(Logistic{}.global_curvature(1.0, xi),
                       std::tanh(static_cast<long double>(xi) / 2) / (2 * xi)),
              1e-14);
}

}  // namespace
}  // namespace photinus
