#pragma once

#include <cstddef>
#include <vector>

#include "photinus/shard/row_tile.hpp"

namespace photinus {

/// Sums over rows of curvature_j x x', upper triangles: X'A_j X for every pair j, tile by tile.
///
/// A tile's rows are first laid out as doubles in panels of four coefficients, the added
/// intercept's 1 included and zeros beyond the last: panel g holds coefficients 4 g to 4 g + 3 of
/// all rows. The matrix is kept in bricks of 4 x 4. Every entry is summed row by row.
class OuterProducts {
 public:
  /// `matrices` may be 0: nothing is summed then.
  OuterProducts(int columns, int inputs, int matrices);

  void clear();
  template <class Storage>
  void add(const RowTile<Storage>& tile);
  /// Writes the entries on and above the diagonal, row by row, matrix after matrix.
  void pack(double* out) const;

 private:
  struct alignas(32) Piece {
    double at[4];
  };

  static constexpr int capacity = RowTile<DenseStorage<float>>::most_rows;
  // Two pieces more than rows: panels 2 kB apart would share a few sets of the cache.
  static constexpr std::ptrdiff_t stride = capacity + 2;

  const Piece* panel(int g) const { return pieces_.data() + g * stride; }
  // First of the four pieces of brick (g, h), g <= h, of a matrix.
  std::ptrdiff_t brick(int g, int h) const {
    return 4 * (static_cast<std::ptrdiff_t>(g) * panels_ - g * (g - 1) / 2 + h - g);
  }

  template <class Storage>
  void lay_out(const RowTile<Storage>& tile);
  void weigh(int g, const double* curvature, int rows);
  void add_matrix(const double* curvature, int rows, Piece* bricks);
  void add_filled(double curvature, const SparseRow& x, Piece* bricks);
  double& entry(Piece* bricks, int i, int j) const {
    return bricks[brick(i / 4, j / 4) + i % 4].at[j % 4];
  }
  template <int Panels>
  void add_bricks(int g, int h, int rows, Piece* bricks);

  int columns_;
  int inputs_;
  int matrices_;
  int panels_;
  std::vector<Piece> pieces_;    // panels of the tile
  std::vector<Piece> weighted_;  // one panel, its rows times their curvatures
  std::vector<Piece> bricks_;
};

}  // namespace photinus
