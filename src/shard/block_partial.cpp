#include "photinus/shard/block_partial.hpp"

#include <algorithm>

namespace photinus {

namespace {

constexpr int most_quads = 8;  // running sums that fit into the registers beside what is loaded

// gradient[j] += slope x[j], row by row, for `columns` columns from j on, which fill `Quads` quads
// or all but the last of them. On the way asks for the rows of a tile to come: memory then works
// while likelihoods and sums are computed.
template <int Quads, class Storage>
[[gnu::flatten]] void add_slopes_of(const RowTile<Storage>& tile, const double* slopes, int j,
                                    int columns, double* gradient) {
  const int last = columns - 4 * (Quads - 1);
  Quad sums[Quads];
#pragma GCC unroll 8
  for (int q = 0; q < Quads; ++q) sums[q] = load(gradient + j + 4 * q);
  for (int i = 0; i < tile.count(); ++i) {
    const Quad slope = quad(slopes[i]);
    const auto x = tile.row(i) + j;
    prefetch(x + tile.ahead(), 4 * Quads);
#pragma GCC unroll 8
    for (int q = 0; q + 1 < Quads; ++q) sums[q] = fma(slope, load(x + 4 * q), sums[q]);
    sums[Quads - 1] = fma(slope, load_first(x + 4 * (Quads - 1), last), sums[Quads - 1]);
  }
#pragma GCC unroll 8
  for (int q = 0; q < Quads; ++q) store(gradient + j + 4 * q, sums[q]);
}

}  // namespace

BlockPartial::BlockPartial(int columns, const PredictorShape& shape, Derivatives derivatives,
                           int matrices)
    : columns_(columns),
      shape_(shape),
      derivatives_(derivatives),
      intercepts_(static_cast<std::size_t>(shape.predictors)),
      gradient_(static_cast<std::size_t>(shape.predictors * padded())),
      matrix_(columns, shape.inputs, matrices),
      sums_(static_cast<std::size_t>(size(shape, derivatives))) {}

void BlockPartial::clear() {
  value_ = {};
  std::fill(intercepts_.begin(), intercepts_.end(), LaneSum{});
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  matrix_.clear();
}

template <>
void BlockPartial::add_slopes(const RowTile<SparseStorage>& tile) {
  for (int k = 0; k < shape_.predictors; ++k) {
    const double* slope = tile.slope(k);
    for (int i = 0; i < tile.count(); ++i)
      add_scaled(gradient_of(k), slope[i], tile.row(i), columns_);
    if (shape_.inputs > columns_) intercepts_[static_cast<std::size_t>(k)].add(slope, tile.count());
  }
}

template <class Storage>
void BlockPartial::add_slopes(const RowTile<Storage>& tile) {
  using Add = void (*)(const RowTile<Storage>&, const double*, int, int, double*);
  static constexpr Add add[most_quads] = {add_slopes_of<1, Storage>, add_slopes_of<2, Storage>,
                                          add_slopes_of<3, Storage>, add_slopes_of<4, Storage>,
                                          add_slopes_of<5, Storage>, add_slopes_of<6, Storage>,
                                          add_slopes_of<7, Storage>, add_slopes_of<8, Storage>};
  for (int k = 0; k < shape_.predictors; ++k) {
    for (int j = 0; j < columns_; j += 4 * most_quads) {
      const int columns = std::min(4 * most_quads, columns_ - j);
      add[(columns + 3) / 4 - 1](tile, tile.slope(k), j, columns, gradient_of(k));
    }
    if (shape_.inputs > columns_)
      intercepts_[static_cast<std::size_t>(k)].add(tile.slope(k), tile.count());
  }
}

const double* BlockPartial::data() {
  sums_[0] = value_.total();
  if (derivatives_ == Derivatives::none) return sums_.data();
  double* gradient = sums_.data() + 1;
  for (int k = 0; k < shape_.predictors; ++k, gradient += shape_.inputs) {
    std::copy_n(gradient_of(k), columns_, gradient);
    if (shape_.inputs > columns_)
      gradient[columns_] = intercepts_[static_cast<std::size_t>(k)].total();
  }
  if (derivatives_ == Derivatives::hessian) matrix_.pack(gradient);
  return sums_.data();
}

template void BlockPartial::add_slopes(const RowTile<DenseStorage<float>>&);
template void BlockPartial::add_slopes(const RowTile<DenseStorage<double>>&);

}  // namespace photinus
