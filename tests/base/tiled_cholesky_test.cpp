// Truth: the matrix that the factor is multiplied back to, and Gauss-Jordan elimination in long
// double for the inverse.
#include "photinus/base/tiled_cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "photinus/base/random.hpp"

namespace photinus {
namespace {

// exp(-|i - j| / 5) and a little noise of its own for each pair: well conditioned, no structure.
double entry(int i, int j) {
  Stream stream({.seed = 5,
                 .purpose = Purpose::test,
                 .iteration = static_cast<std::uint64_t>(std::max(i, j)),
                 .index = static_cast<std::uint64_t>(std::min(i, j))});
  return std::exp(-0.2 * std::abs(i - j)) + 1e-3 * stream.normal();
}

// What no factor may look at is not a number.
LowerTiles some_matrix(int rows) {
  LowerTiles tiles(rows);
  for (int i = 0; i < tiles_over(rows); ++i)
    for (int k = 0; k < (i + 1) * tile_size; ++k)
      tiles.tile(i, 0)[k] = std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j) tiles(i, j) = entry(i, j);
  return tiles;
}

constexpr double ridge = 0.25;
constexpr int sizes[] = {1, 2, 11, 12, 13, 49, 95, 96, 97, 131};

double shifted(int i, int j) { return entry(i, j) + (i == j ? ridge : 0.0); }

using Wide = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

Wide inverse_by_elimination(int n) {
  Wide work(n, 2 * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      work(i, j) = shifted(i, j);
      work(i, n + j) = i == j ? 1.0L : 0.0L;
    }
  for (int p = 0; p < n; ++p) {
    work.row(p) /= static_cast<long double>(work(p, p));
    for (int i = 0; i < n; ++i)
      if (i != p) work.row(i) -= static_cast<long double>(work(i, p)) * work.row(p);
  }
  return work.rightCols(n);
}

// Within 1e-14 of entries near 1. Catches: a tile or a product left out, at the edges above all.
TEST(TiledCholesky, FactorMultipliesBack) {
  for (const int n : sizes) {
    TiledCholesky cholesky(n);
    ASSERT_EQ(cholesky.factor(some_matrix(n), ridge, n), n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        long double sum = 0.0L;
        for (int p = 0; p <= j; ++p)
          sum += static_cast<long double>(cholesky(i, p)) * cholesky(j, p);
        ASSERT_NEAR(static_cast<double>(sum), shifted(i, j), 1e-14) << n << ' ' << i << ' ' << j;
      }
  }
}

// Exact: bits of an entry depend on the rows before it alone. Catches: operations that differ at a
// matrix's edge, traces of an earlier and larger matrix in the same room.
TEST(TiledCholesky, LeadingRowsAreTheSameBits) {
  const LowerTiles matrix = some_matrix(131);
  TiledCholesky whole(131), part(131);
  whole.factor(matrix, ridge, 131);
  part.factor(matrix, 7.0, 131);
  for (const int n : sizes) {
    ASSERT_EQ(part.factor(matrix, ridge, n), n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) ASSERT_EQ(part(i, j), whole(i, j)) << n << ' ' << i << ' ' << j;
  }
}

// Exact: rows added to a factor, or left out, give the bits of one made at once, and so does the
// inverse. Catches: strips with rows of zeros that are taken for good.
TEST(TiledCholesky, FactorsGoOnWhereTheyWere) {
  const LowerTiles matrix = some_matrix(131);
  TiledCholesky kept(131);
  int before = 0;
  for (const int n : {13, 96, 131, 97, 48, 131, 12, 120, 120, 11, 131}) {
    TiledCholesky fresh(131);
    ASSERT_EQ(fresh.factor(matrix, ridge, n), n);
    ASSERT_EQ(kept.factor(matrix, ridge, n, std::min(before, n)), n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) ASSERT_EQ(kept(i, j), fresh(i, j)) << n << ' ' << i << ' ' << j;
    before = n;
    if (n == 96) continue;  // what was not inverted is not missed later
    kept.invert();
    fresh.invert();
    for (int i = 0; i < tiles_over(n); ++i)
      for (int j = 0; j <= i; ++j) {
        double tile[tile_size], expected[tile_size];
        kept.inverse_tile(i, j, tile);
        fresh.inverse_tile(i, j, expected);
        for (int k = 0; k < tile_size; ++k) ASSERT_EQ(tile[k], expected[k]) << n << ' ' << i;
      }
  }
  // Another matrix from row 30 on.
  LowerTiles other = some_matrix(131);
  for (int i = 30; i < 131; ++i) other(i, i) += 0.5;
  TiledCholesky fresh(131);
  fresh.factor(other, ridge, 131);
  kept.factor(other, ridge, 131, 30);
  for (int i = 0; i < 131; ++i)
    for (int j = 0; j <= i; ++j) ASSERT_EQ(kept(i, j), fresh(i, j)) << i << ' ' << j;
}

// Relative to the largest entry, about 4: 1e-13.
TEST(TiledCholesky, InverseIsThatOfElimination) {
  TiledCholesky cholesky(131);
  for (const int n : sizes) {
    ASSERT_EQ(cholesky.factor(some_matrix(131), ridge, n), n);
    cholesky.invert();
    const Wide expected = inverse_by_elimination(n);
    for (int i = 0; i < tiles_over(n); ++i)
      for (int j = 0; j <= i; ++j) {
        double tile[tile_size];
        cholesky.inverse_tile(i, j, tile);
        for (int k = 0; k < tile_size; ++k) {
          const int row = tile_side * i + k % tile_side, column = tile_side * j + k / tile_side;
          const bool inside = row < n && column < n;
          const double truth =
              inside ? static_cast<double>(expected(row, column)) : (row == column ? 1.0 : 0.0);
          ASSERT_NEAR(tile[k], truth, 1e-13) << n << ' ' << row << ' ' << column;
        }
      }
  }
}

// L L^-1 b = b, and L' (L^-T b) = b within 1e-13.
TEST(TiledCholesky, SolvesWithBothFactors) {
  TiledCholesky cholesky(131);
  for (const int n : sizes) {
    cholesky.factor(some_matrix(131), ridge, n);
    cholesky.invert();
    Vector b = Vector::Zero(tile_side * tiles_over(n));
    for (int i = 0; i < n; ++i) b[i] = std::cos(i);
    Vector forward = b, backward(b.size());
    cholesky.solve_lower(forward.data(), n);
    cholesky.multiply_inverse_transposed(b.data(), backward.data());
    for (int i = 0; i < n; ++i) {
      double down = 0.0, up = 0.0;
      for (int j = 0; j <= i; ++j) down += cholesky(i, j) * forward[j];
      for (int j = i; j < n; ++j) up += cholesky(j, i) * backward[j];
      ASSERT_NEAR(down, b[i], 1e-13) << n << ' ' << i;
      ASSERT_NEAR(up, b[i], 1e-13) << n << ' ' << i;
    }
    for (Eigen::Index i = n; i < b.size(); ++i) {
      ASSERT_EQ(forward[i], 0.0);
      ASSERT_EQ(backward[i], 0.0);
    }
  }
}

// Exact: the rows before the bad pivot keep their factor, and no others are claimed.
TEST(TiledCholesky, RowsBeforeABadPivotAreGood) {
  TiledCholesky whole(131), broken(131);
  whole.factor(some_matrix(131), ridge, 131);
  const double bad[] = {-1.0, -ridge, std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity()};
  for (const int row : {0, 5, 12, 47, 95, 96, 100, 130})
    for (const double value : bad) {
      LowerTiles matrix = some_matrix(131);
      matrix(row, row) = value;
      ASSERT_EQ(broken.factor(matrix, ridge, 131), row) << value;
      for (int i = 0; i < row; ++i)
        for (int j = 0; j <= i; ++j) ASSERT_EQ(broken(i, j), whole(i, j)) << row;
      if (row > 0) {
        EXPECT_EQ(broken.factor(matrix, ridge, row), row);
      }
    }
}

}  // namespace
}  // namespace photinus
