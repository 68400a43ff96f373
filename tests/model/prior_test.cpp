#include "photinus/model/prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace photinus {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Vector vector(std::initializer_list<double> values) {
  Vector v(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// Truth: the normal density in long double, relative 1e-15. Catches: a constant left out, variance
// and standard deviation exchanged.
TEST(Prior, DensityHasAllItsConstants) {
  const Vector scales = vector({1.0, 0.1, 30.0}), theta = vector({0.3, -0.2, 12.0});
  long double expected = 0.0L;
  for (int j = 0; j < 3; ++j) {
    const long double s = scales[j], t = theta[j] / s;
    expected -= 0.5L * t * t + std::log(s) + 0.5L * std::log(2.0L * std::acos(-1.0L));
  }
  const double value = Prior::normal(scales).log_density(theta);
  EXPECT_NEAR(value / static_cast<double>(expected), 1.0, 1e-15);
}

// Trapezium rule over 12 standard deviations: 1e-12 (it converges exponentially).
TEST(Prior, DensityIntegratesToOne) {
  for (const double scale : {0.05, 1.0, 20.0}) {
    const Prior prior = Prior::normal(vector({scale}));
    double sum = 0.0;
    for (int i = -1200; i <= 1200; ++i)
      sum += std::exp(prior.log_density(vector({0.01 * i * scale}))) * 0.01 * scale;
    EXPECT_NEAR(sum, 1.0, 1e-12) << scale;
  }
}

// The density is quadratic: central differences are exact but for rounding, 1e-9.
TEST(Prior, GradientIsTheDifference) {
  const Prior prior = Prior::normal(vector({0.7, 3.0, infinity}));
  const Vector theta = vector({0.5, -4.0, 100.0}), gradient = prior.gradient(theta);
  for (int j = 0; j < 3; ++j) {
    const double h = 1e-3;
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    EXPECT_NEAR(gradient[j], (prior.log_density(up) - prior.log_density(down)) / (2 * h), 1e-9);
  }
}

// Catches: infinity times zero, log(infinity) in the constant.
TEST(Prior, FlatCoordinatesAddNothing) {
  const Prior some = Prior::normal(vector({2.0, infinity})), proper = Prior::normal(vector({2.0}));
  EXPECT_EQ(some.log_density(vector({1.5, 1e6})), proper.log_density(vector({1.5})));
  EXPECT_TRUE(some.has_flat());
  EXPECT_FALSE(some.is_flat(0));
  EXPECT_TRUE(some.is_flat(1));
  EXPECT_FALSE(proper.has_flat());
  EXPECT_EQ(some.precision()[0], 0.25);
  EXPECT_EQ(some.precision()[1], 0.0);
  EXPECT_EQ(Prior::normal(vector({infinity})).log_density(vector({-3.0})), 0.0);
}

// Catches: a square that overflows or vanishes, and with it a prior that is silently flat.
TEST(Prior, ExtremeScalesAreNotFlatAndStayFinite) {
  for (const double scale : {1e-100, 1e-50, 1e50, 1e100}) {
    const Prior prior = Prior::normal(vector({scale}));
    EXPECT_FALSE(prior.is_flat(0)) << scale;
    const double expected = -std::log(scale) - 0.5 * std::log(2.0 * std::acos(-1.0));
    EXPECT_NEAR(prior.log_density(vector({0.0})), expected, 1e-12) << scale;
  }
}

/// A prior of one parameter, and its density as the textbooks have it: of theta, or of the scale
/// sigma = exp(theta).
struct Textbook {
  ParameterPrior prior;
  bool of_sigma;
  std::function<long double(long double)> density;
};

const std::vector<Textbook>& textbooks() {
  static const long double pi = std::acos(-1.0L);
  const auto t_density = [](long double nu, long double s, long double x) {
    return std::tgamma((nu + 1) / 2) / (std::tgamma(nu / 2) * std::sqrt(nu * pi) * s) *
           std::pow(1 + x * x / (nu * s * s), -(nu + 1) / 2);
  };
  static const std::vector<Textbook> list = {
      {{PriorFamily::normal, 0.7},
       false,
       [](auto x) { return std::exp(-x * x / (2 * 0.49L)) / (0.7L * std::sqrt(2 * pi)); }},
      {{PriorFamily::laplace, 0.3},
       false,
       [](auto x) { return std::exp(-std::abs(x) / 0.3L) / 0.6L; }},
      {{PriorFamily::student_t, 2.0, 1.0},
       false,
       [](auto x) { return 1 / (pi * 2 * (1 + x * x / 4)); }},
      {{PriorFamily::student_t, 0.5, 3.5}, false, [=](auto x) { return t_density(3.5L, 0.5L, x); }},
      {{PriorFamily::half_normal, 1.5},
       true,
       [](auto x) { return 2 * std::exp(-x * x / 4.5L) / (1.5L * std::sqrt(2 * pi)); }},
      {{PriorFamily::half_cauchy, 0.2},
       true,
       [](auto x) { return 2 / (pi * 0.2L * (1 + x * x / 0.04L)); }},
      {{PriorFamily::half_t, 3.0, 7.0}, true, [=](auto x) { return 2 * t_density(7.0L, 3.0L, x); }},
  };
  return list;
}

Prior prior_of(const Textbook& book) { return Prior({book.prior}); }
double log_density(const Prior& prior, double theta) { return prior.log_density(vector({theta})); }

// Relative 1e-14 of the density. Catches: a constant, the factor 2 or the Jacobian left out.
TEST(PriorFamilies, DensitiesAreTheTextbooks) {
  for (const auto& book : textbooks())
    for (const double theta : {-6.0, -1.3, -0.01, 0.02, 0.9, 2.5}) {
      const long double sigma = std::exp(static_cast<long double>(theta));
      const long double truth =
          book.of_sigma ? std::log(book.density(sigma)) + static_cast<long double>(theta)
                        : std::log(book.density(theta));
      EXPECT_NEAR(log_density(prior_of(book), theta), static_cast<double>(truth),
                  1e-14 * std::max(1.0, std::abs(static_cast<double>(truth))))
          << static_cast<int>(book.prior.family);
    }
}

// Trapezium rule in t, theta = sinh(t) for the coefficients, theta for log scales: 1e-6, as much as
// the tails of a Cauchy at sinh(20) hold. Planted fault: without Jacobian a half family has no end.
TEST(PriorFamilies, DensitiesIntegrateToOne) {
  for (const auto& book : textbooks()) {
    const Prior prior = prior_of(book);
    double sum = 0.0, without_jacobian = 0.0;
    for (int i = -40'000; i <= 40'000; ++i) {
      const double h = book.of_sigma ? 1e-3 : 5e-4, t = h * i;
      const double theta = book.of_sigma ? t : std::sinh(t);
      const double density = std::exp(log_density(prior, theta));
      sum += h * density * (book.of_sigma ? 1.0 : std::cosh(t));
      without_jacobian += h * density * std::exp(-theta);
    }
    EXPECT_NEAR(sum, 1.0, 1e-6) << static_cast<int>(book.prior.family);
    if (book.of_sigma) {
      EXPECT_GT(without_jacobian, 10.0);
    }
  }
}

// Central differences, step 1e-5: truncation and rounding below 1e-8 of the values here.
TEST(PriorFamilies, GradientsAreTheDifferences) {
  for (const auto& book : textbooks())
    for (const double theta : {-6.0, -1.3, -0.01, 0.02, 0.9, 2.5}) {
      const Prior prior = prior_of(book);
      const double h = 1e-5;
      const double truth =
          (log_density(prior, theta + h) - log_density(prior, theta - h)) / (2 * h);
      EXPECT_NEAR(prior.gradient(vector({theta}))[0], truth, 1e-8 * std::max(1.0, std::abs(truth)))
          << static_cast<int>(book.prior.family);
    }
}

// -log p lies below the quadratic of value, slope and curvature at theta: for half_normal on its
// mode's side (sigma = s), for Laplace outside the floor. Rounding 1e-12. Planted fault: four
// fifths of the curvature lets the prior through.
TEST(PriorFamilies, QuadraticsMajorise) {
  const auto breach = [](const Textbook& book, double share) {
    const Prior prior = prior_of(book);
    const double mode = book.of_sigma ? std::log(book.prior.scale) : 0.0;
    double worst = 0.0;
    for (const double theta : {-4.0, -0.7, 0.4, 1.2, 3.0}) {
      const Vector at = vector({theta});
      const double curvature = share * prior.curvature(at)[0];
      EXPECT_GT(curvature, 0.0);
      for (double step = -6.0; step <= 6.0; step += 0.01) {
        const bool beyond = (theta + step - mode) * (theta - mode) < 0.0;
        if (book.prior.family == PriorFamily::half_normal && (step * (mode - theta) < 0 || beyond))
          continue;
        const double quadratic =
            prior.log_density(at) + prior.gradient(at)[0] * step - 0.5 * curvature * step * step;
        const double size = std::max(1.0, std::abs(quadratic));
        worst = std::max(worst, (quadratic - log_density(prior, theta + step)) / size);
      }
    }
    return worst;
  };
  for (const auto& book : textbooks()) {
    EXPECT_LT(breach(book, 1.0), 1e-12) << static_cast<int>(book.prior.family);
    EXPECT_GT(breach(book, 0.8), 1e-6) << static_cast<int>(book.prior.family);
  }
}

// METHODS, section 1: 1/(s max(|theta|, w)); here w is at most 2 s.
TEST(LaplacePrior, CurvatureHasTheFloorThatIsGiven) {
  const Prior prior({{PriorFamily::laplace, 0.5}, {PriorFamily::normal, 2.0}});
  const auto at = [&](double theta, double width) {
    return prior.curvature(vector({theta, 0.0}), vector({width, width}));
  };
  EXPECT_EQ(at(-0.25, 0.1)[0], 8.0);
  EXPECT_EQ(at(0.01, 0.1)[0], 20.0);
  EXPECT_EQ(at(0.0, infinity)[0], 2.0);
  EXPECT_EQ(at(4.0, infinity)[0], 0.5);
  EXPECT_EQ(at(0.0, 0.1)[1], 0.25);
  EXPECT_EQ(prior.curvature(vector({0.0, 0.0}))[0], 1.0 / (0.5 * 5e-4));
}

TEST(LaplacePrior, KinkHasSlopeZero) {
  const Prior prior({{PriorFamily::laplace, 0.5}});
  EXPECT_EQ(prior.gradient(vector({0.0}))[0], 0.0);
  EXPECT_EQ(prior.gradient(vector({1e-300}))[0], -2.0);
  EXPECT_EQ(prior.gradient(vector({-1e-300}))[0], 2.0);
}

TEST(PriorFamilies, KnowWhatTheyAre) {
  const Prior prior({{PriorFamily::normal, 2.0},
                     {PriorFamily::laplace, 0.25},
                     {PriorFamily::flat, 1.0},
                     {PriorFamily::half_t, 3.0, 2.0}});
  EXPECT_EQ(prior.dimension(), 4);
  EXPECT_FALSE(prior.is_gaussian());
  EXPECT_TRUE(Prior::normal(vector({1.0, infinity})).is_gaussian());
  EXPECT_TRUE(prior.has_flat());
  for (int j = 0; j < 4; ++j) {
    EXPECT_EQ(prior.is_flat(j), j == 2);
    EXPECT_EQ(prior.has_kink(j), j == 1);
  }
  EXPECT_EQ(prior.precision(), vector({0.25, 0.0, 0.0, 0.0}));
  EXPECT_EQ(prior.kink_slopes(), vector({0.0, 4.0, 0.0, 0.0}));
}

// The density of all is the product. Catches: constants or terms of one family lost beside another.
TEST(PriorFamilies, ParametersAreIndependent) {
  std::vector<ParameterPrior> all;
  Vector theta(static_cast<Eigen::Index>(textbooks().size()));
  double sum = 0.0;
  for (const auto& book : textbooks()) {
    const auto j = static_cast<Eigen::Index>(all.size());
    theta[j] = 0.3 * static_cast<double>(j) - 1.0;
    sum += log_density(prior_of(book), theta[j]);
    all.push_back(book.prior);
  }
  EXPECT_NEAR(Prior(all).log_density(theta), sum, 1e-13);
}

// Catches: overflow of exp(theta) or theta^2.
TEST(PriorFamilies, FarPointsStayFinite) {
  for (const auto& book : textbooks()) {
    const Prior prior = prior_of(book);
    for (const double theta : {-300.0, 300.0}) {
      EXPECT_TRUE(std::isfinite(log_density(prior, theta)));
      EXPECT_TRUE(std::isfinite(prior.gradient(vector({theta}))[0]));
      EXPECT_TRUE(std::isfinite(prior.curvature(vector({theta}))[0]));
    }
  }
}

}  // namespace
}  // namespace photinus
