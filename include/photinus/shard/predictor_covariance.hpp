#pragma once

#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/shard/row_tile.hpp"

namespace photinus {

/// Covariances of the predictors of a tile's rows where theta has the covariance W W'. With a
/// sampled scale theta ends with log sigma, whose "feature" is given by itself.
template <class Storage>
class PredictorCovariance;

/// Dense rows: products of the whitened features, a tile at a time.
template <class Storage>
requires(Storage::dense) class PredictorCovariance<Storage> {
 public:
  PredictorCovariance(const Matrix& whitening, const PredictorShape& shape)
      : whitening_(whitening),
        shape_(shape),
        features_(RowTile<Storage>::most_rows, depth()),
        whitened_(static_cast<std::size_t>(shape.predictors),
                  Rows(RowTile<Storage>::most_rows, whitening.cols())) {}

  /// `scale_features`: one per row, nullptr where the scale is given.
  void load(const RowTile<Storage>& tile, const double* scale_features);
  /// Of theta with the row's first predictor: W W'x.
  Vector with_theta(int row) const;
  /// Of predictors k and l of a row.
  double operator()(int row, int k, int l) const;

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Eigen::Index depth() const {
    return shape_.inputs + (whitening_.rows() > shape_.coefficients() ? 1 : 0);
  }
  void widen(const RowTile<Storage>& tile);

  const Matrix& whitening_;
  PredictorShape shape_;
  Rows features_;
  std::vector<Rows> whitened_;
};

extern template class PredictorCovariance<DenseStorage<float>>;
extern template class PredictorCovariance<DenseStorage<double>>;

/// Sparse rows: quadratic forms in what is filled, row by row.
template <>
class PredictorCovariance<SparseStorage> {
 public:
  PredictorCovariance(const Matrix& whitening, const PredictorShape& shape)
      : covariance_(whitening * whitening.transpose()), shape_(shape) {}

  void load(const RowTile<SparseStorage>& tile, const double* scale_features) {
    tile_ = &tile;
    scale_features_ = scale_features;
  }
  Vector with_theta(int row);
  double operator()(int row, int k, int l);

 private:
  void gather(int row);

  Matrix covariance_;
  PredictorShape shape_;
  const RowTile<SparseStorage>* tile_ = nullptr;
  const double* scale_features_ = nullptr;
  std::vector<int> places_;
  std::vector<double> values_;
};

}  // namespace photinus
