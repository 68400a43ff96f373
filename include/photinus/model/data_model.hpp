#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// Nested subsets of the rows of a table: subset k is rows[0], ..., rows[sizes[k] - 1].
struct RowOrder {
  std::vector<std::int32_t> rows;
  std::vector<std::int64_t> sizes;  ///< ascending
};

/// What is known of log p(subset k | theta), k = 0, 1, ..., at one theta.
struct SubsetSums {
  std::vector<double> value;     ///< of the subsets 0, ..., value.size() - 1
  std::vector<Vector> gradient;  ///< of the same; P numbers, or none where it is not known

  bool knows(int k, bool with_gradient) const {
    const auto i = static_cast<std::size_t>(k);
    return i < value.size() && (!with_gradient || gradient[i].size() > 0);
  }

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& value& gradient;
  }
};

/// A model of all rows of a table, as the home of a replica holds it: likelihood and prior in
/// unconstrained coordinates theta in R^P, which kernels move in, and the user's, which files show.
class DataModel {
 public:
  virtual ~DataModel() = default;

  virtual std::int64_t rows() const = 0;
  /// P.
  virtual int dimension() const = 0;
  /// Of the user's parameters: P or more of them.
  virtual const std::vector<std::string>& names() const = 0;
  /// The user's parameters at theta.
  virtual Vector to_user(const Vector& theta) const = 0;

  /// log p(theta), the Jacobian of the coordinates and all constants with it. Its gradient is
  /// written where it is asked for.
  virtual double log_prior(const Vector& theta, Vector* gradient) const = 0;
  virtual Vector draw_prior(Stream& stream) const = 0;
  /// The unconstrained coordinates of the user's parameters' expectations under the prior, each
  /// multiplied by `factor` where that makes sense (weights that sum to 1 are left alone).
  virtual Vector prior_mean(double factor) const = 0;

  /// Makes log p(subset k of order | theta) known, all constants with it, and its gradient where it
  /// is asked for. What is known already is not done again. Returns the likelihood evaluations that
  /// this took: see evaluations(). Where the likelihood is not finite the value is -infinity.
  virtual std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_gradient,
                              SubsetSums& sums) = 0;
  /// Whether rows are independent given theta.
  virtual bool independent_rows() const { return false; }
  /// What one likelihood of so many rows counts: that number, or its cube where the likelihood
  /// takes the factors of a matrix of rows x rows.
  virtual std::int64_t evaluations(std::int64_t of_rows) const = 0;
};

/// A model whose rows are independent given theta: the likelihood of a subset is a sum, and that of
/// a larger one costs the rows that it has more.
class RowWiseModel : public DataModel {
 public:
  /// Sum over these rows of log p(row | theta). Its gradient is added where it is asked for.
  virtual double log_likelihood(const Vector& theta, std::span<const std::int32_t> of_rows,
                                Vector* gradient) = 0;

  std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_gradient,
                      SubsetSums& sums) final;
  std::int64_t evaluations(std::int64_t of_rows) const final { return of_rows; }
  bool independent_rows() const final { return true; }
};

}  // namespace photinus
