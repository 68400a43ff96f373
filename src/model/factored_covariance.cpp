#include "photinus/model/factored_covariance.hpp"

#include <algorithm>
#include <utility>

#include "photinus/base/elementary.hpp"

namespace photinus {

namespace {

int padded(std::int64_t rows) { return tile_side * tiles_over(static_cast<int>(rows)); }

}  // namespace

FactoredCovariance::FactoredCovariance(std::shared_ptr<const DataTable::Features> x,
                                       const Vector& y)
    : y_(y),
      covariance_(std::move(x)),
      cholesky_(static_cast<int>(y.size())),
      whitened_(Vector::Zero(padded(y.size()))),
      solved_(padded(y.size())) {}

std::int64_t FactoredCovariance::bytes(std::int64_t rows) {
  const std::int64_t side = padded(rows);
  return 3 * side * side / 2 * static_cast<std::int64_t>(sizeof(double));
}

int FactoredCovariance::unchanged_rows(const Vector& theta,
                                       std::span<const std::int32_t> rows) const {
  if (!at(theta)) return 0;
  const auto end = std::mismatch(rows_.begin(), rows_.end(), rows.begin(), rows.end()).first;
  return std::min(static_cast<int>(end - rows_.begin()), factored_);
}

int FactoredCovariance::factor(const Vector& theta, std::span<const std::int32_t> rows) {
  const int unchanged = unchanged_rows(theta, rows);
  theta_ = theta;
  rows_.assign(rows.begin(), rows.end());
  covariance_.build(theta.data(), rows, unchanged);
  const double noise = exp(2.0 * theta[theta.size() - 1]);
  factored_ =
      cholesky_.factor(covariance_.covariance(), noise, static_cast<int>(rows.size()), unchanged);
  whiten(unchanged);
  return factored_;
}

void FactoredCovariance::whiten(int unchanged) {
  const int solved = std::min(unchanged, factored_) / tile_side;
  whitened_.tail(whitened_.size() - tile_side * solved).setZero();
  for (int i = tile_side * solved; i < factored_; ++i)
    whitened_[i] = y_[rows_[static_cast<std::size_t>(i)]];
  cholesky_.solve_lower(whitened_.data(), factored_, solved);
}

double FactoredCovariance::log_density(int i) const {
  return -(0.5 * whitened_[i] * whitened_[i] + log(cholesky_(i, i)) + half_log_2_pi);
}

Vector FactoredCovariance::gradient() {
  cholesky_.invert();
  cholesky_.multiply_inverse_transposed(whitened_.data(), solved_.data());
  constexpr int together = 4;  // strips that read the same ones of the inverse
  const int tiles = tiles_over(static_cast<int>(rows_.size()));
  const int lengths = covariance_.dimensions();
  Vector of_diagonal = Vector::Zero(lengths + 1), below = Vector::Zero(lengths + 1);
  double trace = 0.0;
  alignas(32) double weight[tile_size];
  for (int first = 0; first < tiles; first += together)
    for (int j = 0; j < std::min(first + together, tiles); ++j)
      for (int i = std::max(first, j); i < std::min(first + together, tiles); ++i) {
        tile_of_weight(i, j, weight);
        covariance_.add_sums(i, j, weight, i == j ? of_diagonal.data() : below.data());
        for (int r = 0; i == j && r < tile_side; ++r) trace += weight[tile_side * r + r];
      }
  Vector result(lengths + 2);
  for (int d = 0; d < lengths; ++d) result[d] = 0.5 * of_diagonal[d] + below[d];
  result[lengths] = of_diagonal[lengths] + 2.0 * below[lengths];
  result[lengths + 1] = exp(2.0 * theta_[lengths + 1]) * trace;
  return result;
}

// W = a a' - A^-1, and 0 beyond the last row.
void FactoredCovariance::tile_of_weight(int i, int j, double* weight) const {
  cholesky_.inverse_tile(i, j, weight);
  const double* a = solved_.data() + tile_side * i;
  const double* b = solved_.data() + tile_side * j;
  for (int column = 0; column < tile_side; ++column)
    for (int row = 0; row < tile_side; ++row) {
      double& entry = weight[tile_side * column + row];
      entry = a[row] * b[column] - entry;
    }
  const int n = static_cast<int>(rows_.size());
  for (int r = std::max(0, n - tile_side * i); i == j && r < tile_side; ++r)
    weight[tile_side * r + r] = 0.0;
}

}  // namespace photinus
