#pragma once

#include "photinus/base/linear_algebra.hpp"

namespace photinus {

/// How a row's predictors follow from the coefficients: predictor k of a row x is
///   eta_k = x'theta_k,  theta = (theta_0, ..., theta_{K-1}), each of `inputs` numbers.
///
/// A likelihood's curvature in the predictors is written by weights of pairs: with one predictor it
/// is a number; with K of them
///   C = sum_{k<l} w_kl (e_k - e_l)(e_k - e_l)',
/// which every C with C 1 = 0 is (likelihoods that do not change when all predictors do by the same
/// amount). Pairs stand in the order (0,1), (0,2), ..., (1,2), ...
struct PredictorShape {
  int predictors = 1;
  int inputs = 0;  ///< columns of the file, and one more for an intercept that was added

  int coefficients() const { return predictors * inputs; }
  int pairs() const { return pairs_of(predictors); }
  static int pairs_of(int predictors) {
    return predictors == 1 ? 1 : predictors * (predictors - 1) / 2;
  }
  /// Numbers that a sum over rows of curvatures takes: a packed matrix for every pair.
  int curvature_size() const { return pairs() * packed_size(inputs); }
};

/// Calls visit(j, k, l) for every pair.
template <class Visit>
void for_each_pair(int predictors, Visit visit) {
  int j = 0;
  for (int k = 0; k + 1 < predictors; ++k)
    for (int l = k + 1; l < predictors; ++l) visit(j++, k, l);
}

/// sum_n C_n (x) x_n x_n', coefficients x coefficients, from the packed matrices
/// M_j = sum_n w_nj x_n x_n' of its pairs.
Matrix unpack_curvature(const double* packed, const PredictorShape& shape);

}  // namespace photinus
