#include "simulated_rows.hpp"

#include <algorithm>
#include <cmath>

#include "photinus/base/random.hpp"
#include "photinus/model/mixture.hpp"

namespace photinus::paper::evidence {

namespace {

DataTable empty_table(std::int64_t rows, int columns) {
  DataTable table;
  table.header.rows = rows;
  table.header.columns = columns;
  table.x.resize(rows, columns);
  return table;
}

Stream numbers_of_row(std::uint64_t seed, std::int64_t row) {
  return Stream(
      {.seed = seed, .purpose = Purpose::simulate_row, .index = static_cast<std::uint64_t>(row)});
}

// Column k holds the coefficients of predictor k, the intercept last.
Matrix true_coefficients(int inputs, int predictors, std::uint64_t seed) {
  Stream stream({.seed = seed, .purpose = Purpose::simulate_truth});
  Matrix theta(inputs, predictors);
  for (double& value : theta.reshaped()) value = stream.normal();
  return theta;
}

/// Calls respond(stream, predictors) for the response of every row.
template <class Respond>
DataTable regression_rows(std::int64_t rows, int columns, int predictors, std::uint64_t seed,
                          const Respond& respond) {
  const Matrix theta = true_coefficients(columns + 1, predictors, seed);
  DataTable table = empty_table(rows, columns);
  for (std::int64_t n = 0; n < rows; ++n) {
    Stream stream = numbers_of_row(seed, n);
    for (double& x : table.x.row(n)) x = stream.normal();
    const Vector eta = theta.topRows(columns).transpose() * table.x.row(n).transpose() +
                       theta.row(columns).transpose();
    table.y.push_back(respond(stream, eta));
  }
  return table;
}

// Which of the weights a uniform number falls on.
int drawn(Stream& stream, const Vector& weights) {
  double left = stream.uniform() * weights.sum();
  int k = 0;
  for (; k + 1 < weights.size() && left >= weights[k]; ++k) left -= weights[k];
  return k;
}

}  // namespace

DataTable linear_rows(std::int64_t rows, std::uint64_t seed) {
  return regression_rows(
      rows, 5, 1, seed, [](Stream& stream, const Vector& eta) { return eta[0] + stream.normal(); });
}

DataTable softmax_rows(std::int64_t rows, std::uint64_t seed) {
  return regression_rows(rows, 10, 4, seed, [](Stream& stream, const Vector& eta) {
    const Vector weights = (eta.array() - eta.maxCoeff()).exp();
    return static_cast<double>(drawn(stream, weights));
  });
}

DataTable mixture_rows(int components, int columns, std::int64_t rows, std::uint64_t seed) {
  DataTable table = empty_table(rows, columns);
  Stream truth({.seed = seed, .purpose = Purpose::simulate_truth});
  ModelNumbers numbers;
  numbers.components = components;
  const GaussianMixture model(table, numbers);
  const Vector theta = model.to_user(model.draw_prior(truth));
  const Vector weights = theta.head(components);
  for (std::int64_t n = 0; n < rows; ++n) {
    Stream stream = numbers_of_row(seed, n);
    const int first = components + drawn(stream, weights) * columns;
    for (int d = 0; d < columns; ++d)
      table.x(n, d) =
          theta[first + d] + std::sqrt(theta[first + components * columns + d]) * stream.normal();
  }
  return table;
}

}  // namespace photinus::paper::evidence
