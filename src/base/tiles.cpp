#include "photinus/base/tiles.hpp"

#include "photinus/base/quad.hpp"

namespace photinus {

namespace {

// Four columns of the product: twelve Quads of sums, which is what the registers hold.
inline void multiply_four(const double* a, const double* b, int depth, double* c) {
  Quad sums[4][3] = {};
  for (int p = 0; p < depth; ++p, a += tile_side, b += tile_side) {
    const Quad x0 = load(a), x1 = load(a + 4), x2 = load(a + 8);
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const Quad weight = quad(b[j]);
      sums[j][0] = fma(x0, weight, sums[j][0]);
      sums[j][1] = fma(x1, weight, sums[j][1]);
      sums[j][2] = fma(x2, weight, sums[j][2]);
    }
  }
#pragma GCC unroll 4
  for (int j = 0; j < 4; ++j)
    for (int r = 0; r < 3; ++r) store(c + tile_side * j + 4 * r, sums[j][r]);
}

}  // namespace

void multiply_tiles(const double* a, const double* b, int depth, double* c) {
  for (int j = 0; j < tile_side; j += 4) multiply_four(a, b + j, depth, c + tile_side * j);
}

}  // namespace photinus
