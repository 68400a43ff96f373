#include "photinus/shard/outer_products.hpp"

#include <algorithm>

namespace photinus {

namespace {

std::size_t index(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace

OuterProducts::OuterProducts(int columns, int coefficients)
    : columns_(columns),
      coefficients_(coefficients),
      panels_((coefficients + 3) / 4),
      pieces_(index(panels_ * stride)),
      weighted_(index(capacity)),
      bricks_(index(brick(panels_, panels_))) {}

void OuterProducts::clear() { std::fill(bricks_.begin(), bricks_.end(), Piece{}); }

template <class Scalar>
void OuterProducts::lay_out(const RowTile<Scalar>& tile) {
  const int rows = tile.count(), columns = columns_, last = columns % 4;
  Piece* panel = pieces_.data();
  for (int j = 0; j + 4 <= columns; j += 4, panel += stride)
    for (int i = 0; i < rows; ++i) store(panel[i].at, load(tile.row(i) + j));
  if (last != 0)
    for (int i = 0; i < rows; ++i)
      store(panel[i].at, load_first(tile.row(i) + columns - last, last));
  if (coefficients_ > columns)
    for (int i = 0; i < rows; ++i) panel[i].at[last] = 1.0;
}

void OuterProducts::weigh(int g, const double* curvature, int rows) {
  Piece* weighted = weighted_.data();
  const Piece* x = panel(g);
  for (int i = 0; i < rows; ++i) store(weighted[i].at, quad(curvature[i]) * load(x[i].at));
}

// Bricks (g, h) to (g, h + Panels - 1): with three panels the twelve running sums fill the
// registers, and each number loaded serves three or four of them.
template <int Panels>
void OuterProducts::add_bricks(int g, int h, int rows) {
  Piece* bricks = bricks_.data() + brick(g, h);
  const Piece *weighted = weighted_.data(), *x = panel(h);
  Quad sums[Panels][4];
#pragma GCC unroll 3
  for (int v = 0; v < Panels; ++v)
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) sums[v][k] = load(bricks[4 * v + k].at);
  for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) {
      const Quad weight = quad(weighted[i].at[k]);
#pragma GCC unroll 3
      for (int v = 0; v < Panels; ++v)
        sums[v][k] = fma(weight, load(x[i + v * stride].at), sums[v][k]);
    }
  }
#pragma GCC unroll 3
  for (int v = 0; v < Panels; ++v)
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) store(bricks[4 * v + k].at, sums[v][k]);
}

template <class Scalar>
void OuterProducts::add(const RowTile<Scalar>& tile) {
  lay_out(tile);
  for (int g = 0; g < panels_; ++g) {
    weigh(g, tile.curvature.data(), tile.count());
    int h = g;
    for (; panels_ - h == 3 || panels_ - h > 4; h += 3) add_bricks<3>(g, h, tile.count());
    for (; panels_ - h >= 2; h += 2) add_bricks<2>(g, h, tile.count());
    if (h < panels_) add_bricks<1>(g, h, tile.count());
  }
}

void OuterProducts::pack(double* out) const {
  for (int i = 0; i < coefficients_; ++i)
    for (int j = i; j < coefficients_; ++j)
      *out++ = bricks_[index(brick(i / 4, j / 4) + i % 4)].at[j % 4];
}

template void OuterProducts::add(const RowTile<float>&);
template void OuterProducts::add(const RowTile<double>&);

}  // namespace photinus
