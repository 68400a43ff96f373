#include "photinus/base/tiled_cholesky.hpp"

#include <algorithm>
#include <cmath>

namespace photinus {

namespace {

// Strips that are worked on together, so that what they have in common is fetched once.
constexpr int together = 8;

// x -= weight y, for columns of a tile.
inline void subtract(double* x, double weight, const double* y) {
  for (int i = 0; i < tile_side; ++i) x[i] -= weight * y[i];
}

void subtract_tile(double* tile, const double* other) {
  for (int i = 0; i < tile_size; ++i) tile[i] -= other[i];
}

void clear_below(double* tile, int row) {
  for (int column = 0; column < tile_side; ++column)
    std::fill(tile + tile_side * column + row, tile + tile_side * (column + 1), 0.0);
}

// Factors a tile in its place, 0 above the diagonal. Returns the columns that have a pivot.
int factor_diagonal(double* tile) {
  for (int j = 0; j < tile_side; ++j) {
    double* column = tile + tile_side * j;
    if (!(column[j] > 0.0 && std::isfinite(column[j]))) return j;
    const double scale = 1.0 / std::sqrt(column[j]);
    std::fill_n(column, j, 0.0);
    for (int i = 0; i < tile_side; ++i) column[i] *= scale;
    for (int k = j + 1; k < tile_side; ++k) subtract(tile + tile_side * k, column[k], column);
  }
  return tile_side;
}

// Column by column: L x = e_j by forward substitution.
void invert_lower(const double* lower, double* inverse) {
  std::fill_n(inverse, tile_size, 0.0);
  for (int p = 0; p < tile_side; ++p) inverse[tile_side * p + p] = 1.0;
  for (int p = 0; p < tile_side; ++p) {
    const double* column = lower + tile_side * p;
    const double scale = 1.0 / column[p];
    for (int j = 0; j <= p; ++j) {
      double* x = inverse + tile_side * j;
      const double solved = scale * x[p];
      subtract(x, solved, column);
      x[p] = solved;
    }
  }
}

}  // namespace

TiledCholesky::TiledCholesky(int most_rows)
    : most_tiles_(tiles_over(most_rows)),
      factor_(most_rows),
      diagonal_inverses_(most_tiles_ * tile_size),
      inverse_(Eigen::Index{most_tiles_} * (most_tiles_ + 1) / 2 * tile_size) {}

void TiledCholesky::take(const LowerTiles& a, double ridge, int i, int j, double* tile) const {
  std::copy_n(a.tile(i, j), tile_size, tile);
  const int inside = std::min(rows_ - tile_side * i, tile_side);
  if (inside < tile_side) clear_below(tile, inside);
  if (i != j) return;
  for (int k = 0; k < tile_side; ++k) {
    double& entry = tile[tile_side * k + k];
    entry = k < inside ? entry + ridge : 1.0;
  }
}

int TiledCholesky::factor(const LowerTiles& a, double ridge, int n, int unchanged) {
  rows_ = n;
  tiles_ = tiles_over(n);
  const int fresh = std::min(factored_, std::min(unchanged, n) / tile_side);
  factored_ = fresh;
  inverted_ = std::min(inverted_, fresh);
  for (int first = 0; first < tiles_; first += together) {
    const int end = std::min(first + together, tiles_);
    for (int i = std::max(first, fresh); i < tiles_; ++i)
      for (int j = first; j < end && j <= i; ++j) {
        double product[tile_size];
        multiply_tiles(factor_.tile(i, 0), factor_.tile(j, 0), tile_side * first, product);
        take(a, ridge, i, j, factor_.tile(i, j));
        subtract_tile(factor_.tile(i, j), product);
      }
    for (int j = first; j < end; ++j) {
      const int done = factor_column(j, first, fresh);
      if (done < tile_side) return std::min(tile_side * j + done, n);
    }
  }
  factored_ = n / tile_side;
  return n;
}

// The tiles of a column from strip `fresh` on, from which the products of all columns before
// `first` are subtracted.
int TiledCholesky::factor_column(int j, int first, int fresh) {
  for (int i = std::max(j, fresh); i < tiles_; ++i) {
    double* tile = factor_.tile(i, j);
    double product[tile_size];
    if (j > first) {
      multiply_tiles(factor_.tile(i, first), factor_.tile(j, first), tile_side * (j - first),
                     product);
      subtract_tile(tile, product);
    }
    if (i == j) {
      const int done = factor_diagonal(tile);
      if (done < tile_side) return done;
      invert_lower(tile, diagonal_inverse(j));
    } else {
      multiply_tiles(tile, diagonal_inverse(j), tile_side, product);
      std::copy_n(product, tile_size, tile);
    }
  }
  return tile_side;
}

void TiledCholesky::solve_lower(double* x, int rows, int solved_tiles) const {
  for (int i = solved_tiles; i < tiles_over(rows); ++i) {
    double* part = x + tile_side * i;
    for (int column = 0; column < tile_side * i; ++column)
      subtract(part, x[column], factor_.tile(i, 0) + tile_side * column);
    for (int p = 0; p < tile_side && tile_side * i + p < rows; ++p) {
      const double* column = factor_.tile(i, i) + tile_side * p;
      const double solved = part[p] / column[p];
      subtract(part, solved, column);
      part[p] = solved;
    }
  }
}

void TiledCholesky::invert() {
  for (int first = 0; first < tiles_; first += together) {
    const int end = std::min(first + together, tiles_);
    for (int i = std::max(first, inverted_); i < tiles_; ++i)
      for (int j = first; j < end && j <= i; ++j) invert_below(i, j);
  }
  inverted_ = rows_ / tile_side;
}

// L^-1(I, J) = -L(I, I)^-1 sum over J <= P < I of L(I, P) L^-1(P, J).
void TiledCholesky::invert_below(int i, int j) {
  double* tile = inverse_strip(i, j);
  if (i == j) {
    const double* source = diagonal_inverse(j);
    for (int p = 0; p < tile_side; ++p)
      for (int q = 0; q < tile_side; ++q) tile[tile_side * p + q] = source[tile_side * q + p];
    return;
  }
  double sum[tile_size];
  multiply_tiles(inverse_strip(j, j), factor_.tile(i, j), tile_side * (i - j), sum);
  multiply_tiles(sum, diagonal_inverse(i), tile_side, tile);
  for (int k = 0; k < tile_size; ++k) tile[k] = -tile[k];
}

void TiledCholesky::multiply_inverse_transposed(const double* x, double* y) const {
  for (int j = 0; j < tiles_; ++j) {
    double* sum = y + tile_side * j;
    std::fill_n(sum, tile_side, 0.0);
    const double* row = inverse_strip(j, j);
    for (int p = tile_side * j; p < tile_side * tiles_; ++p, row += tile_side)
      subtract(sum, -x[p], row);
  }
}

void TiledCholesky::inverse_tile(int i, int j, double* tile) const {
  multiply_tiles(inverse_strip(i, i), inverse_strip(i, j), tile_side * (tiles_ - i), tile);
}

}  // namespace photinus
