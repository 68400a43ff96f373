#pragma once

#include <cstddef>

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// Tiles are matrices of 12 x 12 numbers, column by column. What factors large matrices works on
/// whole tiles only: entries beyond the last row are there and computed with. So every entry is the
/// result of the same operations whatever the size of the matrix, to the last bit.
inline constexpr int tile_side = 12;
inline constexpr int tile_size = tile_side * tile_side;

/// As many tiles as cover so many rows.
constexpr int tiles_over(int rows) { return (rows + tile_side - 1) / tile_side; }

/// c(i, j) = sum over p < depth of a(i, p) b(j, p), the terms added in the order of p. `a` and `b`
/// hold 12 numbers for every p, as consecutive tiles do; c is a tile that overlaps neither.
void multiply_tiles(const double* a, const double* b, int depth, double* c);

/// The lower triangle of a square matrix in tiles. A strip's tiles, of the same 12 rows, stand one
/// after the other: tile (I, J) with J <= I holds the entry (12 I + i, 12 J + j) at 12 j + i.
class LowerTiles {
 public:
  LowerTiles() = default;
  explicit LowerTiles(int rows) : values_(Vector::Zero(place(tiles_over(rows), 0))) {}

  double* tile(int i, int j) { return values_.data() + place(i, j); }
  const double* tile(int i, int j) const { return values_.data() + place(i, j); }

  double& operator()(int i, int j) { return values_[entry(i, j)]; }
  double operator()(int i, int j) const { return values_[entry(i, j)]; }

 private:
  static Eigen::Index place(Eigen::Index i, Eigen::Index j) {
    return (i * (i + 1) / 2 + j) * tile_size;
  }
  static Eigen::Index entry(int i, int j) {
    return place(i / tile_side, j / tile_side) + tile_side * (j % tile_side) + i % tile_side;
  }

  Vector values_;  // aligned for Quads
};

}  // namespace photinus
