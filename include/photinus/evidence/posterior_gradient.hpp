#pragma once

#include <utility>
#include <vector>

#include "photinus/evidence/gradient_anchor.hpp"
#include "photinus/kernel/log_density.hpp"
#include "photinus/kernel/stochastic_gradient.hpp"

namespace photinus {

/// Of p(theta | rows [0, chunk.last)), as Cameron, Eggers & Kroon (2019) have it in section 3:
///   -(n/|B|) sum_B grad l - grad log p(chunk | theta) - grad log p(theta),
/// B a batch of the n = chunk.first rows before the chunk.
class BatchGradient final : public StochasticGradient {
 public:
  BatchGradient(EvidenceModel& model, RowRange chunk, int batch)
      : model_(model), chunk_(chunk), batch_(batch) {}

  int dimension() const override { return model_.dimension(); }
  void draw(Stream& stream, const Vector& theta, Vector& gradient) override;

 private:
  EvidenceModel& model_;
  RowRange chunk_;
  int batch_;
};

/// Of p(theta | rows [0, n)), by control variates to second order (of first order: Baker et al.
/// 2019) about an anchor a. With d = theta - a, g and H gradient and Hessian of log p(all n rows |
/// a),
///   -g - H d - (n/|B|) sum_B r(theta) - grad log p(theta),
///   r(theta) = grad l(theta) - grad l(a) - (grad l(a + s d) - grad l(a)) / s,  s = 1/1000,
/// B a batch of all n rows. Where d is of the size of posterior standard deviations the variance of
/// the noise, in units of the posterior's precision, falls as 1/n; without H it would be about
/// 2 P/|B| however many rows there are, and many times that in mixtures. Where the rows are no more
/// than two batches, all of them at theta, and no noise: that costs no more.
class AnchoredGradient final : public StochasticGradient {
 public:
  /// `anchor` must cover the rows where they are more than two batches. With a root R of about the
  /// posterior's covariance, what a batch adds is shortened to |R' it| <= |R^-1 d|: in tails of
  /// noise that grows with d^2, walkers would be thrown out for good.
  AnchoredGradient(EvidenceModel& model, const GradientAnchor& anchor, std::int64_t rows, int batch,
                   Matrix root = {})
      : model_(model), anchor_(anchor), rows_(rows), batch_(batch), root_(std::move(root)) {}

  static bool has_noise(std::int64_t rows, int batch) { return rows > 2 * batch; }

  int dimension() const override { return model_.dimension(); }
  void draw(Stream& stream, const Vector& theta, Vector& gradient) override;

 private:
  Vector of_rows(Stream& stream, const Vector& theta);
  Vector shortened(const Vector& part, const Vector& way) const;

  EvidenceModel& model_;
  const GradientAnchor& anchor_;
  std::int64_t rows_;
  int batch_;
  Matrix root_;
};

/// p(theta | rows [0, rows)), every row of it: what exact kernels move on while rows are few.
class RowsDensity final : public LogDensity {
 public:
  RowsDensity(EvidenceModel& model, std::int64_t rows) : model_(model), rows_{0, rows} {}

  int dimension() const override { return model_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;

 private:
  EvidenceModel& model_;
  RowRange rows_;
};

}  // namespace photinus
