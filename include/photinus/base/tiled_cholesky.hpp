#pragma once

#include "photinus/base/tiles.hpp"

namespace photinus {

/// The Cholesky factor L of a symmetric positive definite matrix A = L L', and A's inverse.
///
/// The factor of the first n rows of a matrix is, to the last bit, that of the first n rows of
/// every larger one; and what is asked of it does not depend on the processor. Left-looking on
/// tiles (Golub & Van Loan 2013, section 4.2.7), diagonal tiles inverted so that all work is
/// products.
class TiledCholesky {
 public:
  /// With room for so many rows: nothing is allocated later.
  explicit TiledCholesky(int most_rows);

  /// Factors the first n rows of A + ridge I. Returns how many rows have a factor: n where the
  /// matrix is positive definite, else the first row whose pivot is not above 0 or not finite. What
  /// A's tiles hold above the diagonal and from row n on has no influence. Where the first
  /// `unchanged` rows, and the ridge, are those of the last call, their factor is not made again.
  int factor(const LowerTiles& a, double ridge, int n, int unchanged = 0);

  /// L(i, j), j <= i.
  double operator()(int i, int j) const { return factor_(i, j); }
  /// x := L^-1 x. Of the numbers of x, as many as whole tiles have, those from `rows` on must be 0;
  /// those of the first `solved_tiles` are L^-1 x already.
  void solve_lower(double* x, int rows, int solved_tiles = 0) const;

  /// L^-1, for what follows, of rows whose factor was made since it was last asked for. All n rows
  /// must have a factor.
  void invert();
  /// y = L^-T x; both have as many numbers as whole tiles have, 0 from n on.
  void multiply_inverse_transposed(const double* x, double* y) const;
  /// Tile (I, J) of A^-1, J <= I; the unit matrix from row n on.
  void inverse_tile(int i, int j, double* tile) const;

 private:
  double* diagonal_inverse(int i) { return diagonal_inverses_.data() + i * tile_size; }
  const double* diagonal_inverse(int i) const { return diagonal_inverses_.data() + i * tile_size; }
  // Column strip J of L^-1, from its tile on the diagonal down; entry (p, j) of a tile at 12 p + j.
  double* inverse_strip(int i, int j) { return inverse_.data() + inverse_place(i, j); }
  const double* inverse_strip(int i, int j) const { return inverse_.data() + inverse_place(i, j); }
  Eigen::Index inverse_place(Eigen::Index i, Eigen::Index j) const {
    return (j * most_tiles_ - j * (j - 1) / 2 + (i - j)) * tile_size;
  }

  // A's tile, with the unit matrix from row n on.
  void take(const LowerTiles& a, double ridge, int i, int j, double* tile) const;
  int factor_column(int j, int first, int fresh);
  void invert_below(int i, int j);

  int most_tiles_;
  int rows_ = 0;
  int tiles_ = 0;
  int factored_ = 0;  // leading strips of L without rows of zeros, and of L^-1
  int inverted_ = 0;
  LowerTiles factor_;
  Vector diagonal_inverses_;
  Vector inverse_;
};

}  // namespace photinus
