#pragma once

#include <vector>

#include "photinus/evidence/evidence_model.hpp"

namespace photinus {

/// A batch of `size` of the rows [0, rows), drawn with replacement.
std::vector<std::int64_t> draw_batch(Stream& stream, std::int64_t rows, int size);

/// A theta near which gradients of the likelihood are known to first order, so that batches need
/// only estimate how they differ from those.
struct GradientAnchor {
  Vector theta;
  std::int64_t rows = 0;     ///< that were known when it was chosen
  std::int64_t covered = 0;  ///< rows that are in `gradient` and `precision`
  Vector gradient;           ///< of log p(rows [0, covered) | theta)
  Matrix precision;          ///< minus its Hessian
  Matrix row_precision;      ///< -Hessian of log p(row | theta), mean over rows
  Matrix prior_precision;    ///< -Hessian of log p(theta)

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& rows& covered& gradient& precision& row_precision& prior_precision;
  }
};

/// An anchor at theta with its curvatures, by differences of gradients (P + 1 of them) over
/// `curvature_rows` of the rows [0, rows), drawn with replacement, or all of them where there are
/// no more. It covers nothing yet.
GradientAnchor make_anchor(EvidenceModel& model, const Vector& theta, std::int64_t rows,
                           int curvature_rows, Stream& stream);

/// Adds to the anchor's gradient and precision what is missing of the rows [0, rows), by
/// differences as above: P + 1 evaluations of every row.
void cover(GradientAnchor& anchor, EvidenceModel& model, std::int64_t rows);

/// What a batch of the rows [0, rows) tells of their gradient at theta beyond first order about the
/// anchor: see AnchoredGradient.
Vector remainder(EvidenceModel& model, const GradientAnchor& anchor, const Vector& theta,
                 std::int64_t rows, const std::vector<std::int64_t>& batch);

/// |B| times the variance of the noise that batches B of the rows [0, rows) bring into gradients at
/// theta, the mean over coordinates of R' gradient; R R' is about the posterior's covariance. From
/// two batches of `size` rows: 6 size evaluations.
double row_noise(EvidenceModel& model, const GradientAnchor& anchor, const Vector& theta,
                 std::int64_t rows, int size, const Matrix& root, Stream& stream);

/// prior_precision + rows row_precision, made positive definite: where it is below a quarter of
/// that of `spread`, a covariance of walkers, as at saddles, that quarter stands in. Walkers never
/// take a direction for twice as wide as they see it.
Matrix precision_near(const GradientAnchor& anchor, std::int64_t rows, const Matrix& spread);

}  // namespace photinus
