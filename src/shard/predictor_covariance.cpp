#include "photinus/shard/predictor_covariance.hpp"

namespace photinus {

template <class Storage>
requires(Storage::dense) void PredictorCovariance<Storage>::load(const RowTile<Storage>& tile,
                                                                 const double* scale_features) {
  widen(tile);
  for (int i = 0; i < tile.count() && scale_features != nullptr; ++i)
    features_(i, shape_.inputs) = scale_features[i];
  for (int k = 0; k < shape_.predictors; ++k)
    whitened_[static_cast<std::size_t>(k)].noalias() =
        features_ * whitening_.middleRows(k * shape_.inputs, depth());
}

// Places without a row are 0, and there is 1 in the column of an intercept that was added.
template <class Storage>
requires(Storage::dense) void PredictorCovariance<Storage>::widen(const RowTile<Storage>& tile) {
  features_.setZero();
  for (int i = 0; i < tile.count(); ++i) {
    for (int j = 0; j < tile.columns(); ++j) features_(i, j) = static_cast<double>(tile.row(i)[j]);
    if (shape_.inputs > tile.columns()) features_(i, tile.columns()) = 1.0;
  }
}

template <class Storage>
requires(Storage::dense) Vector PredictorCovariance<Storage>::with_theta(int row)
const { return whitening_ * whitened_[0].row(row).transpose(); }

template <class Storage>
requires(Storage::dense) double PredictorCovariance<Storage>::operator()(int row, int k,
                                                                         int l) const {
  return whitened_[static_cast<std::size_t>(k)].row(row).dot(
      whitened_[static_cast<std::size_t>(l)].row(row));
}

template class PredictorCovariance<DenseStorage<float>>;
template class PredictorCovariance<DenseStorage<double>>;

// Places and values of the inputs that are not 0.
void PredictorCovariance<SparseStorage>::gather(int row) {
  const SparseRow x = tile_->row(row);
  places_.assign(x.columns, x.columns + x.filled);
  values_.assign(x.values, x.values + x.filled);
  const auto add = [&](int place, double value) {
    places_.push_back(place);
    values_.push_back(value);
  };
  if (shape_.inputs > tile_->columns()) add(tile_->columns(), 1.0);
  if (scale_features_ != nullptr) add(shape_.inputs, scale_features_[row]);
}

Vector PredictorCovariance<SparseStorage>::with_theta(int row) {
  gather(row);
  Vector sum = Vector::Zero(covariance_.rows());
  for (std::size_t a = 0; a < places_.size(); ++a) sum += values_[a] * covariance_.col(places_[a]);
  return sum;
}

double PredictorCovariance<SparseStorage>::operator()(int row, int k, int l) {
  gather(row);
  const Eigen::Index first = k * shape_.inputs, second = l * shape_.inputs;
  double sum = 0.0;
  for (std::size_t a = 0; a < places_.size(); ++a) {
    double product = 0.0;
    for (std::size_t b = 0; b < places_.size(); ++b)
      product += covariance_(second + places_[b], first + places_[a]) * values_[b];
    sum += values_[a] * product;
  }
  return sum;
}

}  // namespace photinus
