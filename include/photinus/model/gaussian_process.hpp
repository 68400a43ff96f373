#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "photinus/model/data_model.hpp"
#include "photinus/model/factored_covariance.hpp"

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
///
/// Where replicas stand, factors are kept while 256 MiB hold them: when a replica changes its
/// subset, what is known of the one is not made again for the other. Evaluations are counted as if
/// it were, so that they do not depend on who else lives here.
class GaussianProcess final : public DataModel {
 public:
  /// Throws Failure bad_data where the table has no responses, has weights or offsets, or more than
  /// most_rows rows.
  explicit GaussianProcess(const DataTable& table);
  GaussianProcess(const GaussianProcess&) = delete;
  GaussianProcess& operator=(const GaussianProcess&) = delete;

  static constexpr std::int64_t most_rows = 20'000;  ///< see FactoredCovariance::bytes

  std::int64_t rows() const override { return y_.size(); }
  int dimension() const override { return static_cast<int>(x_->cols()) + 2; }
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override;

  double log_prior(const Vector& theta, Vector* gradient) const override;
  Vector draw_prior(Stream& stream) const override;
  /// exp(1) for every length, 4 for s_f, 1 for s_n.
  Vector prior_mean(double factor) const override;

  /// Where the matrix of a subset has no factor, in floating point, the subset's value is -infinity
  /// and its gradient 0. Gradients of subsets before k stay as they are.
  std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_slope,
                      SubsetSums& sums) override;
  std::int64_t evaluations(std::int64_t of_rows) const override {
    return of_rows * of_rows * of_rows;
  }
  void moved(const Vector& from, const Vector& to) override;

 private:
  struct Place {
    explicit Place(FactoredCovariance covariance) : factors(std::move(covariance)) {}

    FactoredCovariance factors;
    int replicas = 0;  // that stand there
    std::int64_t used = 0;
  };

  Place* find(const Vector& theta);
  Place& place_for(const Vector& theta);
  static void store_values(const FactoredCovariance& factors, const RowOrder& order, int k,
                           int factored, SubsetSums& sums);

  Vector y_;
  std::vector<std::string> names_;
  std::shared_ptr<const DataTable::Features> x_;
  std::size_t most_places_;
  std::vector<Place> places_;
  std::int64_t uses_ = 0;
};

}  // namespace photinus
