#pragma once

#include "photinus/data/table.hpp"
#include "photinus/model/data_model.hpp"
#include "photinus/model/family.hpp"
#include "photinus/model/stick_breaking.hpp"

namespace photinus {

/// A mixture of K normals with diagonal covariances in D dimensions, components summed out:
///   p(x | theta) = sum_k w_k prod_d N(x_d | m_kd, v_kd),
///   w ~ Dirichlet(1, ..., 1),  v_kd ~ inverse-gamma(1, 1),  m_kd | v_kd ~ N(0, 4 v_kd).
///
/// theta are the weights' K - 1 coordinates (see StickBreaking), the K D means, component by
/// component, and as many logarithms of variances. Components have no order: the posterior is the
/// same under their K! permutations.
class GaussianMixture final : public RowWiseModel {
 public:
  /// K is numbers.components. Throws Failure usage where it is not at least 1; bad_data where rows
  /// have weights or offsets.
  GaussianMixture(const DataTable& table, const ModelNumbers& numbers);

  std::int64_t rows() const override { return x_.rows(); }
  int dimension() const override { return sticks_.coordinates() + 2 * numbers_per_kind(); }
  /// K weights, K D means, K D variances: weight1, ..., mean1_1, ..., variance1_1, ...
  const std::vector<std::string>& names() const override { return names_; }
  Vector to_user(const Vector& theta) const override;

  double log_prior(const Vector& theta, Vector* gradient) const override;
  Vector draw_prior(Stream& stream) const override;
  /// Equal weights, means 0, variances `factor`: their prior has no expectation, 1 is its scale.
  Vector prior_mean(double factor) const override;

  void stand_at(const Vector& theta) override;
  double add_rows(std::span<const std::int32_t> list, std::size_t first, std::size_t last,
                  Vector* slope) override;

 private:
  static constexpr int most_together = 64;  // rows that are worked on side by side

  int components() const { return sticks_.weights(); }
  int columns() const { return static_cast<int>(x_.cols()); }
  int numbers_per_kind() const { return components() * columns(); }
  int first_mean() const { return sticks_.coordinates(); }
  int first_variance() const { return first_mean() + numbers_per_kind(); }

  void gather(std::span<const std::int32_t> some);
  void evaluate_component(int k, int count);
  double sum_components(int count);
  void add_slopes(int count);
  void add_to(Vector& gradient) const;

  DataTable::Features x_;
  std::vector<std::string> names_;
  StickBreaking sticks_;

  // At the theta of the moment, by component and column.
  Vector theta_, log_weights_, constants_, means_, precisions_;
  // Of the rows of the moment: columns of x, and of the components' log densities, then shares.
  Vector side_by_side_, shares_;
  // In log weights, means and log variances.
  Vector slopes_;
};

}  // namespace photinus
