#pragma once

#include "photinus/base/blocked_matrix.hpp"
#include "photinus/data/table.hpp"
#include "photinus/model/data_model.hpp"
#include "photinus/model/family.hpp"
#include "photinus/model/prior.hpp"

namespace photinus {

/// The mean of a D-variate normal whose covariance is known: rows x_n ~ N(theta, S), theta with
/// independent priors.
///
/// With S = C C', w_n = C^-1 x_n and t = C^-1 theta a row's log-likelihood is
///   -|w_n - t|^2 / 2 - log det C - D log(2 pi) / 2.
/// Rows are whitened once, and every one is visited whenever its likelihood is asked for, as if the
/// sum did not collapse: a model to compare samplers on, with a posterior that is known.
class MvnMean final : public RowWiseModel {
 public:
  /// S is numbers.covariance: one variance for all columns, one for each, or the matrix row by row.
  /// Throws Failure usage where it is none of these, not symmetric or not positive definite, and
  /// where the prior is not one of D parameters; bad_data where rows have weights or offsets.
  MvnMean(const DataTable& table, const ModelNumbers& numbers, Prior prior);

  std::int64_t rows() const override { return rows_; }
  int dimension() const override { return whitener_.rows(); }
  /// The columns' names, or mu1, ..., muD.
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override { return theta; }

  double log_prior(const Vector& theta, Vector* gradient) const override;
  Vector draw_prior(Stream& stream) const override;
  /// 0 whatever the factor: the priors are symmetric.
  Vector prior_mean(double factor) const override;

  void stand_at(const Vector& theta) override;
  double add_rows(std::span<const std::int32_t> list, std::size_t first, std::size_t last,
                  Vector* slope) override;
  /// Slopes are the sums of w_n - t, the gradient C^-T times that.
  int slope_size() const override { return static_cast<int>(stride_); }
  void add_gradient(const Vector& slope, double factor, Vector& gradient) override;

  struct Posterior {
    Vector mean;
    Matrix covariance;
  };
  /// p(theta | these rows) where the priors are normal or flat:
  ///   covariance^-1 = n S^-1 + diag(1/s_d^2),  mean = covariance S^-1 sum of x_n.
  Posterior posterior(std::span<const std::int32_t> of_rows) const;

 private:
  const double* whitened(std::int32_t row) const {
    return whitened_.data() + static_cast<std::ptrdiff_t>(row) * stride_;
  }
  void prefetch(std::int32_t row) const;

  std::int64_t rows_;
  std::vector<std::string> names_;
  Prior prior_;
  Matrix inverse_root_;                  // C^-1
  BlockedMatrix whitener_, unwhitener_;  // C^-1 and its transpose
  double row_constant_ = 0.0;
  std::ptrdiff_t stride_;       // D, and zeros up to a multiple of 8
  Vector whitened_;             // row by row
  Vector centre_;               // t
  std::size_t read_ahead_ = 0;  // rows of the list
  Vector part_;                 // scratch
};

}  // namespace photinus
