#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// Rows [first, last) of a table.
struct RowRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  std::int64_t size() const { return last - first; }
};

/// A model as estimators of evidence see it: its prior, and the likelihood of any of its rows,
/// which may live on many ranks. Theta is in unconstrained coordinates (P numbers), the Jacobian
/// being part of the prior. Nothing that is returned depends on how rows are shared out.
class EvidenceModel {
 public:
  virtual ~EvidenceModel() = default;

  virtual std::int64_t rows() const = 0;
  /// P.
  virtual int dimension() const = 0;

  /// log p(theta), normalised. Its gradient (P) is written where it is asked for.
  virtual double log_prior(const Vector& theta, Vector* gradient) const = 0;
  virtual Vector draw_prior(Stream& stream) const = 0;

  /// log p(rows of the range | theta) at each of some thetas; -infinity where it is not finite.
  virtual std::vector<double> log_likelihoods(const std::vector<Vector>& thetas,
                                              RowRange range) = 0;
  /// The same at one theta, its gradient (P) written to `gradient`.
  virtual double log_likelihood(const Vector& theta, RowRange range, Vector& gradient) = 0;
  /// Of these rows, each as often as it is listed.
  virtual double log_likelihood(const Vector& theta, std::span<const std::int64_t> list,
                                Vector& gradient) = 0;

  double log_likelihood(const Vector& theta, RowRange range) {
    return log_likelihoods({theta}, range).front();
  }
  RowRange all_rows() const { return {0, rows()}; }

  /// Likelihoods of one row at one theta that were evaluated so far. A gradient comes with its
  /// likelihood.
  std::int64_t evaluations() const { return evaluations_; }

 protected:
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
