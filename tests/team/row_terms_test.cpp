// What rows may have beside features and a response: weights, offsets, empty entries, several
// classes. The sums of all commands against the same model written in another way: integer weights
// as repeated rows, an offset as a column whose coefficient is held, sparse rows as dense ones,
// two classes as logistic regression with differences of coefficients.
//
// Tolerance: sums of some hundred terms in other orders, expected gaps rounded to floats row by
// row: 1e-10 relative to the largest.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <vector>

#include "photinus/families/built_in.hpp"
#include "photinus/target/bound_surface.hpp"
#include "support/data_file.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

constexpr int rows = 60, columns = 3;
constexpr double tolerance = 1e-10;

struct Rows {
  std::vector<double> x, y, weight, offset;
  int classes = 1;
};

// Every third entry is 0, so that the sparse form has gaps; no column is constant.
Rows some_rows(const std::string& family) {
  Rows all;
  Stream stream({.seed = 121, .purpose = Purpose::test});
  all.classes = family == "softmax" ? 3 : 1;
  for (int n = 0; n < rows; ++n) {
    for (int j = 0; j < columns; ++j)
      all.x.push_back((n + j) % 3 == 0 ? 0.0 : static_cast<float>(stream.normal()));
    const double count = static_cast<double>(stream.below(family == "poisson" ? 5 : 2));
    all.y.push_back(family == "softmax"                           ? n % 3
                    : family == "linear" || family == "student_t" ? stream.normal()
                                                                  : count);
    all.weight.push_back(static_cast<double>(stream.below(4)));
    for (int k = 0; k < all.classes; ++k) all.offset.push_back(0.5 * stream.normal());
  }
  return all;
}

enum class With { nothing, weights, offsets, both };

DataFile file_of(const Rows& all, With with) {
  DataFile file;
  const auto count = static_cast<std::uint64_t>(all.y.size());
  file.x_shape = {count, static_cast<std::uint64_t>(columns)};
  file.x = all.x;
  file.x_type = DataFile::Type::float32;
  file.y_shape = {count};
  file.y = all.y;
  file.y_type = DataFile::Type::float64;
  if (with == With::weights || with == With::both) {
    file.weights_shape = {count};
    file.weights = all.weight;
  }
  if (with == With::offsets || with == With::both) {
    file.offset_shape = {count, static_cast<std::uint64_t>(all.classes)};
    file.offset = all.offset;
  }
  return file;
}

SmallProblem problem_of(const Rows& all, With with) {
  return SmallProblem([&](const std::string& path) { file_of(all, with).write(path); });
}

/// The rows as text.
SmallProblem sparse_problem(const Rows& all) {
  return SmallProblem([&](const std::string& path) {
    std::ofstream out(path);
    out.precision(17);
    for (std::size_t n = 0; n < all.y.size(); ++n) {
      out << all.y[n];
      for (int j = 0; j < columns; ++j)
        if (all.x[n * columns + j] != 0.0) out << ' ' << j + 1 << ':' << all.x[n * columns + j];
      out << '\n';
    }
  });
}

struct Model {
  std::string family;
  bool sampled_scale = false;
  int predictors = 1;

  int parameters() const { return predictors * (columns + 1) + (sampled_scale ? 1 : 0); }
};

/// What the shards answer about all rows, in one vector: likelihood and derivatives, and the
/// statistics of bounds within an ellipsoid and everywhere, with the expected gap.
std::vector<double> answers(const SmallProblem& problem, const Model& model, int ranks = 2) {
  LocalTeam team(ranks, built_in_families());
  team.ask(problem.load(model.family));
  ModelNumbers numbers;
  numbers.classes = model.predictors;
  team.ask(Prepare{1, 17, columns + 1, numbers, model.sampled_scale});
  const Vector theta = some_theta(model.parameters(), 2, 0.4);
  const Vector reference = some_theta(model.parameters(), 3, 0.4);
  std::vector<double> all;
  const auto append = [&](const ExactSum& sums) {
    const auto values = sums.values();
    all.insert(all.end(), values.begin(), values.end());
  };
  append(team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::hessian}).sums);
  append(team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::none}).sums);
  for (const double reach : {2.0, everywhere}) {
    if (reach == everywhere && model.family == "poisson") continue;
    const auto reply = team.ask(ellipsoid_bounds(reference, reach, 0.5));
    append(reply.sums);
    append(reply.expected_gap);
  }
  return all;
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  double size = 1.0;
  for (const double value : a) size = std::max(size, std::abs(value));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * size) << i;
}

class RowTerms : public ::testing::TestWithParam<Model> {};

TEST_P(RowTerms, IntegerWeightsAreRepeatedRows) {
  const Rows all = some_rows(GetParam().family);
  Rows repeated;
  repeated.classes = all.classes;
  for (std::size_t n = 0; n < all.y.size(); ++n)
    for (int copy = 0; copy < static_cast<int>(all.weight[n]); ++copy) {
      repeated.x.insert(repeated.x.end(), all.x.begin() + static_cast<int>(n) * columns,
                        all.x.begin() + static_cast<int>(n + 1) * columns);
      repeated.y.push_back(all.y[n]);
    }
  auto weighted = answers(problem_of(all, With::weights), GetParam());
  const auto again = answers(problem_of(repeated, With::nothing), GetParam());
  expect_same(weighted, again);
  // The planted fault: one row more.
  repeated.y.push_back(repeated.y.back());
  repeated.x.insert(repeated.x.end(), repeated.x.end() - columns, repeated.x.end());
  const auto more = answers(problem_of(repeated, With::nothing), GetParam());
  EXPECT_GT(std::abs(weighted[0] - more[0]), 1e-3);
}

TEST_P(RowTerms, SparseRowsAreDenseOnes) {
  const Rows all = some_rows(GetParam().family);
  expect_same(answers(sparse_problem(all), GetParam(), 3),
              answers(problem_of(all, With::nothing), GetParam()));
}

// log-likelihood row by row from the family, with weight and offset put in by hand.
double explicit_sum(const Rows& all, const Model& model, const Vector& theta) {
  double sum = 0.0;
  for (std::size_t n = 0; n < all.y.size(); ++n) {
    std::vector<double> eta, slope(static_cast<std::size_t>(model.predictors));
    for (int k = 0; k < model.predictors; ++k) {
      const double* coefficients = theta.data() + k * (columns + 1);
      double value =
          coefficients[columns] + all.offset[n * slope.size() + static_cast<std::size_t>(k)];
      for (int j = 0; j < columns; ++j)
        value += coefficients[j] * all.x[n * columns + static_cast<std::size_t>(j)];
      eta.push_back(value);
    }
    if (model.family != "softmax") continue;
    double total = 0.0;
    for (const double e : eta) total += std::exp(e);
    sum += all.weight[n] * (eta[static_cast<std::size_t>(all.y[n])] - std::log(total));
  }
  return sum;
}

// The same predictors: offsets, and the coefficient 1 of a column that holds them. One predictor
// only; several are written out below.
TEST_P(RowTerms, AnOffsetIsAColumnOfCoefficientOne) {
  const Model model = GetParam();
  if (model.predictors > 1) return;
  const Rows all = some_rows(model.family);
  DataFile wider = file_of(all, With::weights);
  wider.x_shape[1] = columns + 1;
  wider.x.clear();
  for (std::size_t n = 0; n < all.y.size(); ++n) {
    wider.x.insert(wider.x.end(), all.x.begin() + static_cast<int>(n) * columns,
                   all.x.begin() + static_cast<int>(n + 1) * columns);
    wider.x.push_back(all.offset[n]);
  }
  wider.x_type = DataFile::Type::float64;
  const SmallProblem held([&](const std::string& path) { wider.write(path); });
  LocalTeam with_offset(2, built_in_families()), with_column(2, built_in_families());
  with_offset.ask(problem_of(all, With::both).load(model.family));
  with_column.ask(held.load(model.family));
  with_offset.ask(Prepare{0, 1, columns + 1, {}, model.sampled_scale});
  with_column.ask(Prepare{0, 1, columns + 2, {}, model.sampled_scale});
  const Vector theta = some_theta(model.parameters(), 4, 0.4);
  Vector longer(theta.size() + 1);
  longer << theta.head(columns), 1.0, theta.tail(theta.size() - columns);
  const auto value = [](LocalTeam& team, const Vector& at) {
    return team.ask(Evaluate{Evaluate::all_rows, at, Derivatives::gradient}).sums.values();
  };
  auto expected = value(with_column, longer);
  expected.erase(expected.begin() + 1 + columns);  // the gradient by the held coefficient
  expect_same(value(with_offset, theta), expected);
}

TEST(RowTermsOfClasses, WeightsAndOffsetsAreTheFormula) {
  const Model model{"softmax", false, 3};
  const Rows all = some_rows("softmax");
  LocalTeam team(3, built_in_families());
  team.ask(problem_of(all, With::both).load("softmax"));
  ModelNumbers numbers;
  numbers.classes = 3;
  team.ask(Prepare{0, 1, columns + 1, numbers});
  const Vector theta = some_theta(model.parameters(), 5, 0.4);
  const auto sums =
      team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::gradient}).sums.values();
  EXPECT_NEAR(sums[0], explicit_sum(all, model, theta), tolerance * 100.0);
  const double h = 1e-5;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    const double slope = (explicit_sum(all, model, up) - explicit_sum(all, model, down)) / (2 * h);
    EXPECT_NEAR(sums[static_cast<std::size_t>(1 + j)], slope, 1e-6) << j;
  }
}

// Catches: blocks of the Hessian in another order than the coefficients', pairs counted twice.
TEST(RowTermsOfClasses, HessianIsTheDifferenceOfGradients) {
  LocalTeam team(2, built_in_families());
  const Rows all = some_rows("softmax");
  const SmallProblem problem = problem_of(all, With::both);
  team.ask(problem.load("softmax"));
  ModelNumbers numbers;
  numbers.classes = 3;
  team.ask(Prepare{0, 1, columns + 1, numbers});
  const int p = 3 * (columns + 1);
  const Vector theta = some_theta(p, 6, 0.4);
  const auto at = [&](const Vector& place) {
    return team.ask(Evaluate{Evaluate::all_rows, place, Derivatives::hessian}).sums.values();
  };
  const auto sums = at(theta);
  const Matrix hessian = unpack_curvature(sums.data() + 1 + p, {3, columns + 1});
  const double h = 1e-5;
  for (int j = 0; j < p; ++j) {
    Vector up = theta, down = theta;
    up[j] += h;
    down[j] -= h;
    const auto above = at(up), below = at(down);
    for (int i = 0; i < p; ++i) {
      const auto k = static_cast<std::size_t>(1 + i);
      EXPECT_NEAR(hessian(i, j), -(above[k] - below[k]) / (2 * h), 1e-6) << i << ' ' << j;
    }
  }
}

// The product of the bounds, collapsed, is the sum of the rows' own bounds: checked through the
// gaps, log L - log B >= 0 at thetas within the reach, and 0 at the reference without slack.
TEST(RowTermsOfClasses, CollapsedBoundsLieBelowTheLikelihood) {
  LocalTeam team(2, built_in_families());
  const Rows all = some_rows("softmax");
  team.ask(problem_of(all, With::both).load("softmax"));
  ModelNumbers numbers;
  numbers.classes = 3;
  team.ask(Prepare{0, 1, columns + 1, numbers});
  const int p = 3 * (columns + 1);
  const Vector reference = some_theta(p, 7, 0.4);
  const auto log_likelihood = [&](const Vector& theta) {
    return team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::none}).sums.value(0);
  };
  for (const int bound : {tightest_bound, 0, 1})
    for (const double reach : {1.0, everywhere}) {
      BuildStatistics command = ellipsoid_bounds(reference, reach, 0.0);
      command.bound = bound;
      const auto statistics =
          make_statistics(reference, {3, columns + 1}, team.ask(command).sums.values());
      EXPECT_NEAR(statistics.log_bound(reference), log_likelihood(reference), 1e-5);
      for (std::uint64_t i = 0; i < 20; ++i) {
        Vector step = some_theta(p, 20 + i, 1.0);
        step *= 0.05 * (reach == everywhere ? 40.0 : 0.99) / step.norm();
        const Vector theta = reference + step;
        Vector slope = Vector::Zero(p);
        const double log_bound = statistics.log_bound(theta, slope);
        EXPECT_LT(log_bound, log_likelihood(theta) + 1e-9);
        if (reach != everywhere) {
          EXPECT_GT(log_bound, log_likelihood(theta) - 0.05);
        }
        const double h = 1e-6;
        const double difference = (statistics.log_bound(reference + (1 + h) * step) -
                                   statistics.log_bound(reference + (1 - h) * step)) /
                                  (2 * h);
        EXPECT_NEAR(slope.dot(step), difference, 1e-5 * (1.0 + std::abs(difference)));
      }
    }
}

std::string model_name(const ::testing::TestParamInfo<Model>& tested) {
  return tested.param.family + (tested.param.sampled_scale ? "_sampled" : "");
}

INSTANTIATE_TEST_SUITE_P(All, RowTerms,
                         ::testing::Values(Model{"logistic"}, Model{"probit"}, Model{"poisson"},
                                           Model{"linear"}, Model{"student_t"},
                                           Model{"linear", true}, Model{"student_t", true},
                                           Model{"softmax", false, 3}),
                         model_name);

}  // namespace
}  // namespace photinus
