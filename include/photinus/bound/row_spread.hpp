#pragma once

#include <vector>

#include "photinus/model/family.hpp"

namespace photinus {

/// How a row's K predictors are expected to vary.
struct RowSpread {
  std::vector<double> covariance;  ///< V, row by row
  std::vector<double> root;        ///< lower triangular L with L L' = V, row by row
  std::vector<double> pairs;       ///< variance of eta_k - eta_l, for each pair
  std::vector<double> scales;      ///< the family's pair_scales at the bound's centre

  /// `entry(k, l)` is asked for the covariance of predictors k >= l.
  template <class Entry, MultiPredictorFamily Family>
  RowSpread(const Family& family, const float* centre, Entry entry) {
    const auto K = static_cast<std::size_t>(family.predictors());
    covariance.resize(K * K);
    for (std::size_t k = 0; k < K; ++k)
      for (std::size_t l = 0; l <= k; ++l)
        covariance[k * K + l] = covariance[l * K + k] =
            entry(static_cast<int>(k), static_cast<int>(l));
    take_root(K);
    take_pairs(static_cast<int>(K));
    std::vector<double> place(centre, centre + K);
    scales.resize(pairs.size());
    family.pair_scales(place.data(), covariance.data(), scales.data());
  }

 private:
  void take_root(std::size_t predictors);
  void take_pairs(int predictors);
};

}  // namespace photinus
