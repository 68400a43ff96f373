#pragma once

#include "photinus/base/tiled_cholesky.hpp"
#include "photinus/model/data_model.hpp"
#include "photinus/model/squared_exponential.hpp"

namespace photinus {

/// Regression by a Gaussian process (Rasmussen & Williams 2006, sections 2.2 and 5.4.1):
///   y ~ N(0, A),  A = K + s_n^2 I,  K(n, m) = s_f^2 exp(-sum_d (x_nd - x_md)^2 / (2 l_d^2)),
///   l_d ~ lognormal(0.5, 1),  s_f ~ Gamma(4, rate 1),  s_n ~ Gamma(2, rate 2).
///
/// theta are the logarithms of l_1, ..., l_D, s_f, s_n. A subset's log-likelihood is
///   -y'A^-1 y / 2 - log det A / 2 - n log(2 pi) / 2,
/// and as A = L L' has the factors of all smaller subsets in its leading rows, one Cholesky
/// factorisation makes all their values known, to the bits that each would have by itself. The
/// gradient is tr(W dA) / 2 with W = a a' - A^-1, a = A^-1 y.
class GaussianProcess final : public DataModel {
 public:
  /// Throws Failure bad_data where the table has no responses, has weights or offsets, or more than
  /// most_rows rows.
  explicit GaussianProcess(const DataTable& table);

  static constexpr std::int64_t most_rows = 20'000;  ///< three matrices of half their square

  std::int64_t rows() const override { return y_.size(); }
  int dimension() const override { return covariance_.dimensions() + 2; }
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override;

  double log_prior(const Vector& theta, Vector* gradient) const override;
  Vector draw_prior(Stream& stream) const override;
  /// exp(1) for every length, 4 for s_f, 1 for s_n.
  Vector prior_mean(double factor) const override;

  /// Where the matrix of a subset has no factor, in floating point, the subset's value is -infinity
  /// and its gradient 0. Gradients of subsets before k stay as they are.
  std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_gradient,
                      SubsetSums& sums) override;
  std::int64_t evaluations(std::int64_t of_rows) const override {
    return of_rows * of_rows * of_rows;
  }

 private:
  int factor(const Vector& theta, const RowOrder& order, int n);
  void store_values(const RowOrder& order, int k, int factored, SubsetSums& sums) const;
  Vector gradient(const Vector& theta, int n);
  void tile_of_weight(int i, int j, int n, double* weight) const;

  Vector y_;
  std::vector<std::string> names_;
  SquaredExponential covariance_;
  TiledCholesky cholesky_;
  Vector whitened_;  // L^-1 y
  Vector solved_;    // A^-1 y
};

}  // namespace photinus
