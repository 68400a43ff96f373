#include "photinus/model/squared_exponential.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "photinus/base/elementary.hpp"
#include "photinus/base/quad.hpp"

namespace photinus {

namespace {

// Sum over a tile of q (a_i - b_j)^2.
double weighted_squares(const double* q, const double* a, const double* b) {
  const Quad a0 = load(a), a1 = load(a + 4), a2 = load(a + 8);
  Quad sum0 = {}, sum1 = {}, sum2 = {};
  for (int j = 0; j < tile_side; ++j, q += tile_side) {
    const Quad other = quad(b[j]);
    const Quad d0 = a0 - other, d1 = a1 - other, d2 = a2 - other;
    sum0 = fma(load(q), d0 * d0, sum0);
    sum1 = fma(load(q + 4), d1 * d1, sum1);
    sum2 = fma(load(q + 8), d2 * d2, sum2);
  }
  return sum((sum0 + sum1) + sum2);
}

}  // namespace

SquaredExponential::SquaredExponential(std::shared_ptr<const DataTable::Features> x)
    : x_(std::move(x)),
      covariance_(static_cast<int>(x_->rows())),
      scaled_(strip_size() * tiles_over(static_cast<int>(x_->rows()))),
      half_squares_(tile_side * tiles_over(static_cast<int>(x_->rows()))) {}

std::shared_ptr<const DataTable::Features> SquaredExponential::centred(DataTable::Features x) {
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < x.rows(); ++i) sum += x(i, j);
    const double mean = sum / static_cast<double>(x.rows());
    for (Eigen::Index i = 0; i < x.rows(); ++i) x(i, j) -= mean;
  }
  return std::make_shared<const DataTable::Features>(std::move(x));
}

void SquaredExponential::build(const double* log_numbers, std::span<const std::int32_t> rows,
                               int unchanged) {
  const int n = static_cast<int>(rows.size());
  if (unchanged >= n) return;
  const int first = unchanged / tile_side, tiles = tiles_over(n);
  scale(log_numbers, rows, first);
  const double variance = exp(2.0 * log_numbers[dimensions()]);
  for (int i = first; i < tiles; ++i)
    for (int j = 0; j <= i; ++j) build_tile(i, j, variance);
}

// Strips from `first` on, with zeros beyond the last row.
void SquaredExponential::scale(const double* log_lengths, std::span<const std::int32_t> rows,
                               int first) {
  const int n = static_cast<int>(rows.size()), begin = first * tile_side;
  std::fill_n(strip(tiles_over(n) - 1), strip_size(), 0.0);
  auto half_squares = half_squares_.segment(begin, tile_side * tiles_over(n) - begin);
  half_squares.setZero();
  for (int d = 0; d < dimensions(); ++d) {
    const double unit = exp(-log_lengths[d]);
    for (int row = begin; row < n; ++row) {
      const double z = unit * (*x_)(rows[static_cast<std::size_t>(row)], d);
      strip(row / tile_side)[tile_side * d + row % tile_side] = z;
      half_squares_[row] = std::fma(z, z, half_squares_[row]);
    }
  }
  half_squares *= -0.5;
}

// The squares are summed as the product is: of equal rows the exponent is 0 exactly. A NaN stays.
void SquaredExponential::build_tile(int i, int j, double variance) {
  double* tile = covariance_.tile(i, j);
  multiply_tiles(strip(i), strip(j), dimensions(), tile);
  const double* a = half_squares_.data() + tile_side * i;
  const double* b = half_squares_.data() + tile_side * j;
  for (int column = 0; column < tile_side; ++column)
    for (int row = 0; row < tile_side; ++row) {
      double& entry = tile[tile_side * column + row];
      const double exponent = entry + (a[row] + b[column]);
      entry = exponent > 0.0 ? 0.0 : exponent;
    }
  for (int k = 0; k < tile_size; ++k) tile[k] = variance * exp(tile[k]);
}

void SquaredExponential::add_sums(int i, int j, const double* weight, double* sums) const {
  alignas(32) double q[tile_size];
  const double* covariance = covariance_.tile(i, j);
  Quad total = {};
  for (int k = 0; k < tile_size; k += 4) {
    const Quad product = load(weight + k) * load(covariance + k);
    store(q + k, product);
    total += product;
  }
  for (int d = 0; d < dimensions(); ++d)
    sums[d] += weighted_squares(q, strip(i) + tile_side * d, strip(j) + tile_side * d);
  sums[dimensions()] += sum(total);
}

}  // namespace photinus
