#pragma once

#include <cstddef>
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

/// What is known of log p(subset k | theta), k = 0, 1, ..., at one theta: values of the first few
/// subsets, and of some of them slopes, which are gradients as DataModel::slope_size says.
class SubsetSums {
 public:
  bool knows(int k, bool with_slope) const {
    return k < known() &&
           (!with_slope || (place(k) < knows_slope_.size() && knows_slope_[place(k)] != 0));
  }
  /// Subsets whose value is known.
  int known() const { return static_cast<int>(values_.size()); }
  double value(int k) const { return values_[place(k)]; }
  const Vector& slope(int k) const { return slopes_[place(k)]; }

  /// Makes the value of subset k known, which is the next one or known already.
  void set_value(int k, double value) {
    if (k == known()) values_.push_back(value);
    values_[place(k)] = value;
  }
  /// Where to write the slope of subset k, which counts as known as soon as its value is.
  Vector& make_slope(int k) {
    if (knows_slope_.size() <= place(k)) knows_slope_.resize(place(k) + 1, 0);
    if (slopes_.size() <= place(k)) slopes_.resize(place(k) + 1);
    knows_slope_[place(k)] = 1;
    return slopes_[place(k)];
  }
  /// Nothing is known any more. Memory is kept.
  void forget() {
    values_.clear();
    knows_slope_.clear();
  }

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& values_& knows_slope_;
    if (slopes_.size() < knows_slope_.size()) slopes_.resize(knows_slope_.size());
    for (std::size_t k = 0; k < knows_slope_.size(); ++k)
      if (knows_slope_[k] != 0) archive& slopes_[k];
  }

 private:
  static std::size_t place(int k) { return static_cast<std::size_t>(k); }

  std::vector<double> values_;
  std::vector<Vector> slopes_;     // may be more than are known
  std::vector<char> knows_slope_;  // of the first few
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

  /// Makes log p(subset k of order | theta) known, all constants with it, and its slope where it is
  /// asked for. What is known already is not done again. Returns the likelihood evaluations that
  /// this took: see evaluations(). Where the likelihood is not finite the value is -infinity.
  virtual std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_slope,
                              SubsetSums& sums) = 0;
  /// Numbers in a slope: a gradient in the coordinates, maybe the model's own, that it is best
  /// summed up in.
  virtual int slope_size() const { return dimension(); }
  /// gradient += factor * d log p(subset) / d theta, from the subset's slope.
  virtual void add_gradient(const Vector& slope, double factor, Vector& gradient) {
    gradient += factor * slope;
  }
  /// A replica that stood at `from` stands at `to`: what has been computed there may be of use.
  virtual void moved(const Vector& /*from*/, const Vector& /*to*/) {}
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
  /// What the rows that are added from now on have in common.
  virtual void stand_at(const Vector& theta) = 0;
  /// Sum over the rows [first, last) of a list of log p(row | theta). Their slope is added where it
  /// is asked for. The rest of the list will be asked for next.
  virtual double add_rows(std::span<const std::int32_t> list, std::size_t first, std::size_t last,
                          Vector* slope) = 0;

  /// Of all rows of the list.
  double log_likelihood(const Vector& theta, std::span<const std::int32_t> list, Vector* slope) {
    stand_at(theta);
    return add_rows(list, 0, list.size(), slope);
  }
  std::int64_t extend(const Vector& theta, const RowOrder& order, int k, bool with_slope,
                      SubsetSums& sums) final;
  std::int64_t evaluations(std::int64_t of_rows) const final { return of_rows; }
  bool independent_rows() const final { return true; }
};

}  // namespace photinus
