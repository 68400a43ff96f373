#pragma once

#include <cstddef>
#include <vector>

#include "photinus/shard/row_tile.hpp"

namespace photinus {

/// Sum over rows of curvature x x', upper triangle: X'AX, tile by tile.
///
/// A tile's rows are first laid out as doubles in panels of four coefficients, the added
/// intercept's 1 included and zeros beyond the last: panel g holds coefficients 4 g to 4 g + 3 of
/// all rows. The matrix is kept in bricks of 4 x 4. Every entry is summed row by row.
class OuterProducts {
 public:
  /// `coefficients` may be 0: nothing is summed then.
  OuterProducts(int columns, int coefficients);

  void clear();
  template <class Scalar>
  void add(const RowTile<Scalar>& tile);
  /// Writes the P (P + 1) / 2 entries on and above the diagonal, row by row.
  void pack(double* out) const;

 private:
  struct alignas(32) Piece {
    double at[4];
  };

  static constexpr int capacity = RowTile<float>::most_rows;
  // Two pieces more than rows: panels 2 kB apart would share a few sets of the cache.
  static constexpr std::ptrdiff_t stride = capacity + 2;

  const Piece* panel(int g) const { return pieces_.data() + g * stride; }
  // First of the four pieces of brick (g, h), g <= h.
  std::ptrdiff_t brick(int g, int h) const {
    return 4 * (static_cast<std::ptrdiff_t>(g) * panels_ - g * (g - 1) / 2 + h - g);
  }

  template <class Scalar>
  void lay_out(const RowTile<Scalar>& tile);
  void weigh(int g, const double* curvature, int rows);
  template <int Panels>
  void add_bricks(int g, int h, int rows);

  int columns_;
  int coefficients_;
  int panels_;
  std::vector<Piece> pieces_;    // panels of the tile
  std::vector<Piece> weighted_;  // one panel, its rows times their curvatures
  std::vector<Piece> bricks_;
};

}  // namespace photinus
