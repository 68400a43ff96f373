#pragma once

#include "photinus/evidence/evidence_model.hpp"

namespace photinus {

/// A theta near which gradients of the likelihood are known, so that batches need only estimate
/// how they differ from those.
struct GradientAnchor {
  Vector theta;
  std::int64_t rows = 0;     ///< that were known when it was chosen
  std::int64_t covered = 0;  ///< rows that are in `gradient`
  Vector gradient;           ///< of log p(rows [0, covered) | theta)
  Matrix row_precision;      ///< -Hessian of log p(row | theta), mean over rows
  Matrix prior_precision;    ///< -Hessian of log p(theta)

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& rows& covered& gradient& row_precision& prior_precision;
  }
};

/// An anchor at theta with its curvatures, by differences of gradients (P + 1 of them) over
/// `curvature_rows` of the rows [0, rows), drawn with replacement, or all of them where there are
/// no more. Its gradient covers nothing yet.
GradientAnchor make_anchor(EvidenceModel& model, const Vector& theta, std::int64_t rows,
                           int curvature_rows, Stream& stream);

/// Adds to the anchor's gradient what is missing of the rows [0, rows).
void cover(GradientAnchor& anchor, EvidenceModel& model, std::int64_t rows);

/// prior_precision + rows row_precision, made positive definite: where it is below a quarter of
/// that of `spread`, a covariance of walkers, as at saddles, that quarter stands in. Walkers never
/// take a direction for twice as wide as they see it.
Matrix precision_near(const GradientAnchor& anchor, std::int64_t rows, const Matrix& spread);

}  // namespace photinus
