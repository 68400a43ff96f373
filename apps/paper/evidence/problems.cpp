#include "problems.hpp"

#include <algorithm>

#include "linear_posterior.hpp"
#include "photinus/model/linear.hpp"
#include "photinus/model/mixture.hpp"
#include "photinus/model/softmax.hpp"
#include "photinus/replica/regression.hpp"
#include "simulated_rows.hpp"

namespace photinus::paper::evidence {

namespace {

constexpr int classes = 4;

DataModelSettings normal_priors(int parameters, int inputs) {
  DataModelSettings settings;
  settings.priors.assign(static_cast<std::size_t>(parameters), {PriorFamily::normal, 1.0});
  settings.names.assign(static_cast<std::size_t>(parameters), "w");
  settings.inputs = inputs;
  return settings;
}

std::unique_ptr<RowWiseModel> make_mixture(int components, int columns, std::int64_t rows,
                                           std::uint64_t seed) {
  ModelNumbers numbers;
  numbers.components = components;
  return std::make_unique<GaussianMixture>(mixture_rows(components, columns, rows, seed), numbers);
}

}  // namespace

const std::vector<Problem>& all_problems() {
  static const std::vector<Problem> all = {
      {"linear", "Linear regression, 6 parameters", 6},
      {"softmax", "Softmax regression, 44 parameters", 44},
      {"mixture", "Mixture of 5 normals in 2 dimensions, 24 free parameters", 24},
      {"mixture1d", "Mixture of 3 normals, 8 free parameters", 8}};
  return all;
}

const Problem& problem_named(const std::string& name) {
  return *std::find_if(all_problems().begin(), all_problems().end(),
                       [&](const Problem& problem) { return problem.name == name; });
}

std::unique_ptr<RowWiseModel> make_model(const Problem& problem, std::int64_t rows,
                                         std::uint64_t seed) {
  if (problem.name == "mixture") return make_mixture(5, 2, rows, seed);
  if (problem.name == "mixture1d") return make_mixture(3, 1, rows, seed);
  if (problem.name == "linear")
    return std::make_unique<Regression<Linear>>(
        Linear(), linear_rows(rows, seed), normal_priors(problem.parameters, problem.parameters));
  ModelNumbers numbers;
  numbers.classes = classes;
  return std::make_unique<Regression<Softmax>>(
      Softmax(numbers), softmax_rows(rows, seed),
      normal_priors(problem.parameters, problem.parameters / classes));
}

std::optional<double> exact_log_z(const Problem& problem, std::int64_t rows, std::uint64_t seed) {
  if (problem.name != "linear") return {};
  return linear_posterior(linear_rows(rows, seed), rows).log_z;
}

}  // namespace photinus::paper::evidence
