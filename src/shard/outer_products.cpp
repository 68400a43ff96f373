#include "photinus/shard/outer_products.hpp"

#include <algorithm>

namespace photinus {

namespace {

std::size_t index(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

}  // namespace

OuterProducts::OuterProducts(int columns, int inputs, int matrices)
    : columns_(columns),
      inputs_(inputs),
      matrices_(matrices),
      panels_(matrices == 0 ? 0 : (inputs + 3) / 4),
      pieces_(index(panels_ * stride)),
      weighted_(index(capacity)),
      bricks_(index(brick(panels_, panels_) * matrices)) {}

void OuterProducts::clear() { std::fill(bricks_.begin(), bricks_.end(), Piece{}); }

template <class Storage>
void OuterProducts::lay_out(const RowTile<Storage>& tile) {
  const int rows = tile.count(), columns = columns_, last = columns % 4;
  Piece* panel = pieces_.data();
  for (int j = 0; j + 4 <= columns; j += 4, panel += stride)
    for (int i = 0; i < rows; ++i) store(panel[i].at, load(tile.row(i) + j));
  if (last != 0)
    for (int i = 0; i < rows; ++i)
      store(panel[i].at, load_first(tile.row(i) + columns - last, last));
  if (inputs_ > columns)
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
void OuterProducts::add_bricks(int g, int h, int rows, Piece* matrix) {
  Piece* bricks = matrix + brick(g, h);
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

void OuterProducts::add_matrix(const double* curvature, int rows, Piece* bricks) {
  for (int g = 0; g < panels_; ++g) {
    weigh(g, curvature, rows);
    int h = g;
    for (; panels_ - h == 3 || panels_ - h > 4; h += 3) add_bricks<3>(g, h, rows, bricks);
    for (; panels_ - h >= 2; h += 2) add_bricks<2>(g, h, rows, bricks);
    if (h < panels_) add_bricks<1>(g, h, rows, bricks);
  }
}

// Columns ascend, and the intercept comes after them.
void OuterProducts::add_filled(double curvature, const SparseRow& x, Piece* bricks) {
  const bool intercept = inputs_ > columns_;
  for (int a = 0; a < x.filled; ++a) {
    const double weight = curvature * static_cast<double>(x.values[a]);
    for (int b = a; b < x.filled; ++b)
      entry(bricks, x.columns[a], x.columns[b]) += weight * static_cast<double>(x.values[b]);
    if (intercept) entry(bricks, x.columns[a], columns_) += weight;
  }
  if (intercept) entry(bricks, columns_, columns_) += curvature;
}

template <>
void OuterProducts::add(const RowTile<SparseStorage>& tile) {
  for (int m = 0; m < matrices_; ++m)
    for (int i = 0; i < tile.count(); ++i)
      add_filled(tile.curvature(m)[i], tile.row(i), bricks_.data() + m * brick(panels_, panels_));
}

template <class Storage>
void OuterProducts::add(const RowTile<Storage>& tile) {
  lay_out(tile);
  for (int m = 0; m < matrices_; ++m)
    add_matrix(tile.curvature(m), tile.count(), bricks_.data() + m * brick(panels_, panels_));
}

void OuterProducts::pack(double* out) const {
  for (int m = 0; m < matrices_; ++m) {
    const Piece* matrix = bricks_.data() + m * brick(panels_, panels_);
    for (int i = 0; i < inputs_; ++i)
      for (int j = i; j < inputs_; ++j) *out++ = matrix[brick(i / 4, j / 4) + i % 4].at[j % 4];
  }
}

template void OuterProducts::add(const RowTile<DenseStorage<float>>&);
template void OuterProducts::add(const RowTile<DenseStorage<double>>&);

}  // namespace photinus
