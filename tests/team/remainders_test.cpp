// What gaps lie above their second order, from a few rows. Truth: the sums over all rows of
// likelihoods and bounds, their second order from differences of gradients.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "photinus/families/built_in.hpp"
#include "photinus/target/bound_surface.hpp"
#include "support/data_file.hpp"
#include "support/small_problem.hpp"

namespace photinus {
namespace {

constexpr int rows = 300, columns = 2;

struct Model {
  std::string family;
  bool sampled_scale = false;
  int predictors = 1;

  int parameters() const { return predictors * (columns + 1) + (sampled_scale ? 1 : 0); }
};

const std::vector<Model> models = {{"logistic"},         {"probit"},          {"poisson"},
                                   {"student_t"},        {"student_t", true}, {"linear", true},
                                   {"softmax", false, 3}};

// Weights of 0 to 3 and offsets: both are part of a row's likelihood.
SmallProblem problem_of(const Model& model) {
  return SmallProblem([&](const std::string& path) {
    DataFile file;
    Stream stream({.seed = 31, .purpose = Purpose::test});
    file.x_shape = {rows, columns};
    file.y_shape = file.weights_shape = {rows};
    file.offset_shape = {rows, static_cast<std::uint64_t>(model.predictors)};
    for (int n = 0; n < rows; ++n) {
      for (int j = 0; j < columns; ++j) file.x.push_back(stream.normal());
      const bool real = model.family == "student_t" || model.family == "linear";
      const auto count = static_cast<double>(stream.below(model.family == "poisson" ? 4 : 2));
      file.y.push_back(model.predictors > 1 ? n % 3 : real ? stream.normal() : count);
      file.weights.push_back(static_cast<double>(stream.below(4)));
      for (int k = 0; k < model.predictors; ++k) file.offset.push_back(0.2 * stream.normal());
    }
    file.write(path);
  });
}

/// A team that has bounds about a reference.
class Ready {
 public:
  Ready(const Model& model, int ranks)
      : reference(some_theta(model.parameters(), 5, 0.3)),
        problem_(problem_of(model)),
        has_quadratic_bounds_(!model.sampled_scale),
        team(ranks, built_in_families()) {
    team.ask(problem_.load(model.family));
    ModelNumbers numbers;
    numbers.classes = model.predictors;
    team.ask(Prepare{2, 7, columns + 1, numbers, model.sampled_scale});
    const int p = model.parameters();
    BoundSettings settings;
    settings.ellipsoid = !model.sampled_scale;
    surface_ =
        std::make_unique<BoundSurface>(team, settings, Matrix(150.0 * Matrix::Identity(p, p)), rows,
                                       PredictorShape{model.predictors, columns + 1});
    surface_->build(surface_->default_choice(reference));
  }

  double log_likelihood(const Vector& theta) {
    return team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::none}).sums.value(0);
  }
  Vector gradient(const Vector& theta) {
    const auto values =
        team.ask(Evaluate{Evaluate::all_rows, theta, Derivatives::gradient}).sums.values();
    return Eigen::Map<const Vector>(values.data() + 1, theta.size());
  }
  double log_bound(const Vector& theta) { return surface_->at(theta).statistics->log_bound(theta); }
  Vector bound_gradient(const Vector& theta) {
    Vector sum = Vector::Zero(theta.size());
    surface_->at(theta).statistics->log_bound(theta, sum);
    return sum;
  }
  double remainder(const Vector& theta) {
    const auto of_likelihood = beyond_second_order(
        theta, [&](const Vector& at) { return log_likelihood(at); },
        [&](const Vector& at) { return gradient(at); });
    const auto of_bound = beyond_second_order(
        theta, [&](const Vector& at) { return log_bound(at); },
        [&](const Vector& at) { return bound_gradient(at); });
    return of_likelihood - (has_quadratic_bounds_ ? 0.0 : of_bound);
  }

  Vector reference;

 private:
  /// Error of the second order about 1e-9 of the sixth derivative.
  template <class Value, class Gradient>
  double beyond_second_order(const Vector& theta, Value value, Gradient gradient) {
    const Vector d = theta - reference;
    const auto bend = [&](double h) {
      return (gradient(reference + h * d) - gradient(reference - h * d)).dot(d) / (2.0 * h);
    };
    const double second = (4.0 * bend(0.01) - bend(0.02)) / 3.0;
    return value(theta) - (value(reference) + gradient(reference).dot(d) + 0.5 * second);
  }

  SmallProblem problem_;
  bool has_quadratic_bounds_;

 public:
  LocalTeam team;

 private:
  std::unique_ptr<BoundSurface> surface_;
};

SampleRemainders command_of(const Ready& ready, std::int64_t iteration) {
  const auto p = static_cast<int>(ready.reference.size());
  return {ready.reference,
          {ready.reference + some_theta(p, 8, 0.2), ready.reference + some_theta(p, 9, 0.5)},
          {0, 1},
          iteration,
          4};
}

struct Mean {
  double value = 0.0, error = 0.0;
};

Mean mean_of(const std::vector<double>& x) {
  const auto n = static_cast<double>(x.size());
  double sum = 0.0, squares = 0.0;
  for (const double value : x) {
    sum += value;
    squares += value * value;
  }
  return {sum / n, std::sqrt((squares - sum * sum / n) / (n - 1.0) / n)};
}

/// The largest distance of the estimates' means from the truth, in standard errors; `factor` may
/// stand for a planted fault.
double distance(const Model& model, double factor = 1.0) {
  Ready ready(model, 1);
  std::vector<std::vector<double>> estimates(2);
  const SampleRemainders command = command_of(ready, 0);
  for (int i = 0; i < 1'000; ++i) {
    const auto values = ready.team.ask(command_of(ready, i)).sums.values();
    for (std::size_t k = 0; k < 2; ++k) estimates[k].push_back(factor * values[k]);
  }
  double largest = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    const Mean mean = mean_of(estimates[k]);
    const double rounding = 1e-9 * std::abs(ready.log_likelihood(command.thetas[k]));
    largest =
        std::max(largest, (std::abs(mean.value - ready.remainder(command.thetas[k])) - rounding) /
                              std::max(mean.error, 1e-300));
  }
  return largest;
}

// 14 comparisons within 4.5 standard errors: false alarm 1e-4.
TEST(Remainders, AreUnbiased) {
  for (const auto& model : models) {
    SCOPED_TRACE(model.family + (model.sampled_scale ? ", sampled scale" : ""));
    EXPECT_LT(distance(model), 4.5);
  }
}

// As if the rounds were twice as many as they are.
TEST(Remainders, AWrongFactorIsFound) { EXPECT_GT(distance(models.front(), 0.5), 4.5); }

// Exact. Catches: rows chosen by numbers of their rank or place, sums that depend on their order.
TEST(Remainders, AreTheSameOnAnyNumberOfRanks) {
  for (const auto& model : models) {
    Ready one(model, 1), three(model, 3);
    const auto a = one.team.ask(command_of(one, 3)), b = three.team.ask(command_of(three, 3));
    EXPECT_EQ(a.sums.values(), b.sums.values()) << model.family;
    EXPECT_EQ(a.evaluations, b.evaluations) << model.family;
    if (model.family == "linear") continue;  // its bound is the likelihood: no row is proposed
    EXPECT_GT(a.evaluations, 0) << model.family;
    EXPECT_NE(a.sums.values(), one.team.ask(command_of(one, 4)).sums.values()) << model.family;
  }
}

}  // namespace
}  // namespace photinus
