#include "photinus/model/gaussian_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "photinus/base/elementary.hpp"
#include "photinus/base/errors.hpp"
#include "plain_rows.hpp"

namespace photinus {

namespace {

constexpr double half_log_2_pi = 0.91893853320467274178;

const DataTable& checked(const DataTable& table) {
  FileHeader header = table.header;
  header.response = !table.y.empty();
  require_response(header);
  refuse_row_terms(table, "a Gaussian process");
  if (table.rows() > GaussianProcess::most_rows)
    throw Failure(ExitCode::bad_data,
                  header.path + ": " + std::to_string(table.rows()) +
                      " rows; a Gaussian process keeps matrices of rows x rows, for at most " +
                      std::to_string(GaussianProcess::most_rows));
  return table;
}

std::vector<std::string> names_of(int lengths) {
  std::vector<std::string> names;
  for (int d = 1; d <= lengths; ++d) names.push_back("length" + std::to_string(d));
  names.emplace_back("signal_sd");
  names.emplace_back("noise_sd");
  return names;
}

int padded(std::int64_t rows) { return tile_side * tiles_over(static_cast<int>(rows)); }

}  // namespace

GaussianProcess::GaussianProcess(const DataTable& table)
    : y_(Eigen::Map<const Vector>(checked(table).y.data(), table.rows())),
      names_(names_of(table.columns())),
      covariance_(table.x),
      cholesky_(static_cast<int>(table.rows())),
      whitened_(padded(table.rows())),
      solved_(padded(table.rows())) {}

std::int64_t GaussianProcess::extend(const Vector& theta, const RowOrder& order, int k,
                                     bool with_gradient, SubsetSums& sums) {
  if (sums.knows(k, with_gradient)) return 0;
  const auto place = static_cast<std::size_t>(k);
  const int n = static_cast<int>(order.sizes[place]);
  const int factored = factor(theta, order, n);
  store_values(order, k, factored, sums);
  if (with_gradient)
    sums.gradient[place] =
        std::isfinite(sums.value[place]) ? gradient(theta, n) : Vector::Zero(dimension()).eval();
  return evaluations(n);
}

// Returns the rows that have a factor, and whitens their responses.
int GaussianProcess::factor(const Vector& theta, const RowOrder& order, int n) {
  covariance_.build(theta.data(), {order.rows.data(), static_cast<std::size_t>(n)});
  const double noise = exp(2.0 * theta[dimension() - 1]);
  const int factored = cholesky_.factor(covariance_.covariance(), noise, n);
  whitened_.setZero();
  for (int i = 0; i < factored; ++i) whitened_[i] = y_[order.rows[static_cast<std::size_t>(i)]];
  cholesky_.solve_lower(whitened_.data(), factored);
  return factored;
}

void GaussianProcess::store_values(const RowOrder& order, int k, int factored,
                                   SubsetSums& sums) const {
  const auto wanted = static_cast<std::size_t>(k) + 1;
  const std::size_t known = sums.value.size();
  if (known < wanted) {
    sums.value.resize(wanted);
    sums.gradient.resize(wanted);
  }
  double value = 0.0;
  std::int64_t row = 0;
  for (std::size_t subset = 0; subset < wanted; ++subset) {
    for (; row < std::min<std::int64_t>(order.sizes[subset], factored); ++row) {
      const int i = static_cast<int>(row);
      value -= 0.5 * whitened_[i] * whitened_[i] + log(cholesky_(i, i)) + half_log_2_pi;
    }
    const bool good = order.sizes[subset] <= factored && std::isfinite(value);
    if (subset >= known)
      sums.value[subset] = good ? value : -std::numeric_limits<double>::infinity();
  }
}

Vector GaussianProcess::gradient(const Vector& theta, int n) {
  cholesky_.invert();
  cholesky_.multiply_inverse_transposed(whitened_.data(), solved_.data());
  constexpr int together = 4;  // strips that read the same ones of the inverse
  const int tiles = tiles_over(n), lengths = dimension() - 2;
  Vector of_diagonal = Vector::Zero(lengths + 1), below = Vector::Zero(lengths + 1);
  double trace = 0.0;
  alignas(32) double weight[tile_size];
  for (int first = 0; first < tiles; first += together)
    for (int j = 0; j < std::min(first + together, tiles); ++j)
      for (int i = std::max(first, j); i < std::min(first + together, tiles); ++i) {
        tile_of_weight(i, j, n, weight);
        covariance_.add_sums(i, j, weight, i == j ? of_diagonal.data() : below.data());
        for (int r = 0; i == j && r < tile_side; ++r) trace += weight[tile_side * r + r];
      }
  Vector result(dimension());
  for (int d = 0; d < lengths; ++d) result[d] = 0.5 * of_diagonal[d] + below[d];
  result[lengths] = of_diagonal[lengths] + 2.0 * below[lengths];
  result[lengths + 1] = exp(2.0 * theta[lengths + 1]) * trace;
  return result;
}

// W = a a' - A^-1, and 0 beyond the last row.
void GaussianProcess::tile_of_weight(int i, int j, int n, double* weight) const {
  cholesky_.inverse_tile(i, j, weight);
  const double* a = solved_.data() + tile_side * i;
  const double* b = solved_.data() + tile_side * j;
  for (int column = 0; column < tile_side; ++column)
    for (int row = 0; row < tile_side; ++row) {
      double& entry = weight[tile_side * column + row];
      entry = a[row] * b[column] - entry;
    }
  for (int r = std::max(0, n - tile_side * i); i == j && r < tile_side; ++r)
    weight[tile_side * r + r] = 0.0;
}

}  // namespace photinus
