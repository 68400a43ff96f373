// Truth: sums of plain loops in long double over the same terms. A sum of n terms, each rounded
// once or twice, is off by at most (n + 2) 2^-53 times the sum of the terms' magnitudes.
#include "photinus/shard/row_tile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/model/logistic.hpp"
#include "photinus/shard/block_partial.hpp"

namespace photinus {
namespace {

constexpr int most_rows = 300;
constexpr int most_columns = 70;

/// Rows without gaps, and nothing that is a number after the last: a read past the end would show.
template <class Scalar>
struct Rows {
  Rows(int columns, int coefficients) : theta(static_cast<std::size_t>(coefficients)) {
    Stream stream({.seed = 1, .purpose = Purpose::test, .index = 100U + columns});
    for (int k = 0; k < most_rows * columns; ++k)
      features.push_back(static_cast<Scalar>(stream.normal()));
    features.resize(features.size() + 64, std::numeric_limits<Scalar>::quiet_NaN());
    for (int i = 0; i < most_rows; ++i) y.push_back(stream.uniform() < 0.5 ? -1.0 : 1.0);
    for (double& t : theta) t = 0.3 * stream.normal();
    theta.push_back(std::numeric_limits<double>::quiet_NaN());  // no coefficient
    block = {0, most_rows, columns, features.data(), y};
  }
  BlockRows<Scalar> first(int rows) const {
    BlockRows<Scalar> some = block;
    some.rows = rows;
    return some;
  }

  std::vector<Scalar> features;
  std::vector<double> y;
  std::vector<double> theta;
  BlockRows<Scalar> block;
};

/// Sums over the first rows, in the order of Evaluate::Reply, with the sums of magnitudes.
class Reference {
 public:
  Reference(int columns, int coefficients)
      : columns_(columns),
        x_(static_cast<std::size_t>(coefficients), 1.0),
        sums_(
            static_cast<std::size_t>(BlockPartial::size({1, coefficients}, Derivatives::hessian))),
        magnitudes_(sums_.size()) {}

  template <class Scalar>
  void add(const Likelihood& at, const Scalar* row) {
    ++rows_;
    for (int j = 0; j < columns_; ++j)
      x_[static_cast<std::size_t>(j)] = static_cast<double>(row[j]);
    std::size_t k = 0;
    add(k++, at.value);
    for (const long double x : x_) add(k++, at.slope * x);
    for (std::size_t i = 0; i < x_.size(); ++i)
      for (std::size_t j = i; j < x_.size(); ++j) add(k++, at.curvature * x_[i] * x_[j]);
  }

  /// The largest distance from the truth in units of what rounding may do.
  double distance(const double* sums) const {
    double worst = 0.0;
    for (std::size_t k = 0; k < sums_.size(); ++k) {
      const auto off = static_cast<double>(std::abs(sums[k] - sums_[k]));
      const double allowed = (rows_ + 2) * 0x1p-53 * static_cast<double>(magnitudes_[k]);
      // Written so that NaN is the largest distance of all.
      if (!(off <= worst * allowed)) worst = off <= 1e9 * allowed ? off / allowed : 1e9;
    }
    return worst;
  }

 private:
  void add(std::size_t k, long double term) {
    sums_[k] += term;
    magnitudes_[k] += std::abs(term);
  }

  int columns_;
  int rows_ = 0;
  std::vector<long double> x_;
  std::vector<long double> sums_, magnitudes_;
};

template <class Scalar>
std::vector<double> sums_of(const BlockRows<Scalar>& block, const std::vector<double>& theta,
                            int coefficients, Derivatives derivatives) {
  RowTile<DenseStorage<Scalar>> tile(block.columns, {1, coefficients}, derivatives);
  BlockPartial partial(block.columns, {1, coefficients}, derivatives);
  for (std::int64_t first = 0; first < block.rows; first += tile.count()) {
    tile.load(block, first, theta.data());
    evaluate_tile(Logistic{}, block.response.data() + first, derivatives, tile);
    partial.add(tile);
  }
  const double* sums = partial.data();
  return {sums, sums + BlockPartial::size({1, coefficients}, derivatives)};
}

template <class Scalar>
class Tiles : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Tiles, Scalars);

// Catches: a row or a column at the edge of a tile, a panel or a batch left out or taken twice, an
// intercept forgotten, a read past the last row.
TYPED_TEST(Tiles, SumsAreThoseOfPlainLoops) {
  for (int columns = 1; columns <= most_columns; ++columns)
    for (const int coefficients : {columns, columns + 1}) {
      const Rows<TypeParam> rows(columns, coefficients);
      Reference reference(columns, coefficients);
      for (int count = 1; count <= most_rows; ++count) {
        const TypeParam* last = rows.block.row(count - 1);
        const double eta = predictor(last, columns, coefficients, rows.theta.data());
        reference.add(Logistic{}.evaluate(rows.y[static_cast<std::size_t>(count - 1)], eta), last);
        const auto sums =
            sums_of(rows.first(count), rows.theta, coefficients, Derivatives::hessian);
        ASSERT_LE(reference.distance(sums.data()), 1.0)
            << count << " rows, " << columns << " columns, " << coefficients << " coefficients";
      }
    }
}

// The planted fault: one row of 300 too many is 10^9 times what rounding may do.
TYPED_TEST(Tiles, OneRowTooManyIsSeen) {
  const Rows<TypeParam> rows(51, 52);
  Reference reference(51, 52);
  for (int i = 0; i + 1 < most_rows; ++i) {
    const double eta = predictor(rows.block.row(i), 51, 52, rows.theta.data());
    reference.add(Logistic{}.evaluate(rows.y[static_cast<std::size_t>(i)], eta), rows.block.row(i));
  }
  const auto sums = sums_of(rows.block, rows.theta, 52, Derivatives::hessian);
  EXPECT_GT(reference.distance(sums.data()), 1e6);
}

// What is not asked for changes no bit of the rest, though the tiles are of other sizes.
TYPED_TEST(Tiles, SumsDoNotDependOnWhatElseIsAskedFor) {
  for (int columns = 1; columns <= most_columns; ++columns)
    for (const int coefficients : {columns, columns + 1}) {
      const Rows<TypeParam> rows(columns, coefficients);
      for (const int count : {1, 7, 8, 63, 65, 127, 300}) {
        const auto sums_for = [&](Derivatives derivatives) {
          return sums_of(rows.first(count), rows.theta, coefficients, derivatives);
        };
        const auto all = sums_for(Derivatives::hessian);
        const auto gradient = sums_for(Derivatives::gradient);
        for (std::size_t k = 0; k < gradient.size(); ++k) ASSERT_EQ(gradient[k], all[k]) << k;
        ASSERT_EQ(sums_for(Derivatives::none)[0], all[0]);
      }
    }
}

// Rows alone and rows in a tile, wherever they stand in it: the same bits of predictor, value,
// slope and curvature, and the predictor is x'theta.
TYPED_TEST(Tiles, RowHasTheSameBitsAlone) {
  for (int columns = 1; columns <= most_columns; ++columns)
    for (const int coefficients : {columns, columns + 1}) {
      const Rows<TypeParam> rows(columns, coefficients);
      RowTile<DenseStorage<TypeParam>> tile(columns, {1, coefficients}, Derivatives::hessian);
      for (int first = 0; first < most_rows; first += first < 70 ? 1 : 57) {
        tile.load(rows.block, first, rows.theta.data());
        evaluate_tile(Logistic{}, rows.y.data() + first, Derivatives::hessian, tile);
        for (int i = 0; i < tile.count(); ++i) {
          const auto k = static_cast<std::size_t>(i);
          const double eta =
              predictor(rows.block.row(first + i), columns, coefficients, rows.theta.data());
          ASSERT_EQ(tile.eta()[k], eta) << columns << " columns, row " << first << " + " << i;
          const Likelihood at =
              Logistic{}.evaluate(rows.y[static_cast<std::size_t>(first) + k], eta);
          ASSERT_EQ(tile.value()[k], at.value);
          ASSERT_EQ(tile.slope()[k], at.slope);
          ASSERT_EQ(tile.curvature()[k], at.curvature);
        }
      }
    }
}

TYPED_TEST(Tiles, PredictorIsTheProduct) {
  for (int columns = 1; columns <= most_columns; ++columns)
    for (const int coefficients : {columns, columns + 1}) {
      const Rows<TypeParam> rows(columns, coefficients);
      for (int i = 0; i < most_rows; ++i) {
        long double truth = 0.0L, magnitude = 0.0L;
        for (int j = 0; j < coefficients; ++j) {
          const long double x = j < columns ? rows.block.row(i)[j] : TypeParam{1};
          const long double term = x * rows.theta[static_cast<std::size_t>(j)];
          truth += term;
          magnitude += std::abs(term);
        }
        const double eta = predictor(rows.block.row(i), columns, coefficients, rows.theta.data());
        ASSERT_LE(std::abs(static_cast<double>(eta - truth)),
                  (columns + 2) * 0x1p-53 * static_cast<double>(magnitude));
      }
    }
}

// Bright rows come one by one: their gradient is that of a tile.
TYPED_TEST(Tiles, RowsOneByOneHaveTheSameGradient) {
  for (int columns = 1; columns <= most_columns; ++columns) {
    const Rows<TypeParam> rows(columns, columns);
    BlockPartial partial(columns, {1, columns}, Derivatives::gradient);
    for (int i = 0; i < most_rows; ++i) {
      const double eta = predictor(rows.block.row(i), columns, columns, rows.theta.data());
      const Likelihood at = Logistic{}.evaluate(rows.y[static_cast<std::size_t>(i)], eta);
      partial.add_slope(&at.slope, rows.block.row(i));
    }
    const auto sums = sums_of(rows.block, rows.theta, columns, Derivatives::gradient);
    for (std::size_t k = 1; k < sums.size(); ++k) ASSERT_EQ(partial.data()[k], sums[k]) << k;
  }
}

}  // namespace
}  // namespace photinus
