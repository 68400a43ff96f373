#include "photinus/shard/block_partial.hpp"

#include <algorithm>

namespace photinus {

namespace {

constexpr int most_quads = 8;  // running sums that fit into the registers beside what is loaded

// gradient[j] += slope x[j], row by row, for `columns` columns from j on, which fill `Quads` quads
// or all but the last of them. On the way asks for the rows of a tile to come: memory then works
// while likelihoods and sums are computed.
template <int Quads, class Scalar>
[[gnu::flatten]] void add_slopes_of(const RowTile<Scalar>& tile, int j, int columns,
                                    double* gradient) {
  const int last = columns - 4 * (Quads - 1);
  Quad sums[Quads];
#pragma GCC unroll 8
  for (int q = 0; q < Quads; ++q) sums[q] = load(gradient + j + 4 * q);
  for (int i = 0; i < tile.count(); ++i) {
    const Quad slope = quad(tile.slope[static_cast<std::size_t>(i)]);
    const Scalar* x = tile.row(i) + j;
    prefetch(x + tile.ahead(), 4 * Quads);
#pragma GCC unroll 8
    for (int q = 0; q + 1 < Quads; ++q) sums[q] = fma(slope, load(x + 4 * q), sums[q]);
    sums[Quads - 1] = fma(slope, load_first(x + 4 * (Quads - 1), last), sums[Quads - 1]);
  }
#pragma GCC unroll 8
  for (int q = 0; q < Quads; ++q) store(gradient + j + 4 * q, sums[q]);
}

}  // namespace

BlockPartial::BlockPartial(int columns, int coefficients, Derivatives derivatives)
    : columns_(columns),
      coefficients_(coefficients),
      derivatives_(derivatives),
      gradient_(static_cast<std::size_t>((columns + 3) / 4 * 4)),
      matrix_(columns, derivatives == Derivatives::hessian ? coefficients : 0),
      sums_(static_cast<std::size_t>(size(coefficients, derivatives))) {}

void BlockPartial::clear() {
  value_ = intercept_ = {};
  std::fill(gradient_.begin(), gradient_.end(), 0.0);
  matrix_.clear();
}

template <class Scalar>
void BlockPartial::add_slopes(const RowTile<Scalar>& tile) {
  using Add = void (*)(const RowTile<Scalar>&, int, int, double*);
  static constexpr Add add[most_quads] = {add_slopes_of<1, Scalar>, add_slopes_of<2, Scalar>,
                                          add_slopes_of<3, Scalar>, add_slopes_of<4, Scalar>,
                                          add_slopes_of<5, Scalar>, add_slopes_of<6, Scalar>,
                                          add_slopes_of<7, Scalar>, add_slopes_of<8, Scalar>};
  for (int j = 0; j < columns_; j += 4 * most_quads) {
    const int columns = std::min(4 * most_quads, columns_ - j);
    add[(columns + 3) / 4 - 1](tile, j, columns, gradient_.data());
  }
  if (coefficients_ > columns_) intercept_.add(tile.slope.data(), tile.count());
}

const double* BlockPartial::data() {
  sums_[0] = value_.total();
  if (derivatives_ == Derivatives::none) return sums_.data();
  double* gradient = sums_.data() + 1;
  std::copy_n(gradient_.begin(), columns_, gradient);
  if (coefficients_ > columns_) gradient[columns_] = intercept_.total();
  if (derivatives_ == Derivatives::hessian) matrix_.pack(gradient + coefficients_);
  return sums_.data();
}

template void BlockPartial::add_slopes(const RowTile<float>&);
template void BlockPartial::add_slopes(const RowTile<double>&);

}  // namespace photinus
