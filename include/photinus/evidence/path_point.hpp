#pragma once

#include <vector>

#include "photinus/evidence/evidence_model.hpp"
#include "photinus/kernel/log_density.hpp"

namespace photinus {

/// A theta on the path of densities p(theta) L(theta)^beta, L the likelihood of all rows, with what
/// its density needs at every beta: to change beta costs no evaluation.
struct PathPoint {
  Vector theta;
  double log_prior = 0.0;
  double log_likelihood = 0.0;
  Vector prior_gradient, likelihood_gradient;  ///< empty where they were not asked for

  /// log p + beta log L; at beta = 0 log p, whatever L is.
  double log_density(double beta) const;
  Vector gradient(double beta) const;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& log_prior& log_likelihood& prior_gradient& likelihood_gradient;
  }
};

/// Evaluates the likelihood of all rows once, unless the prior is 0.
PathPoint evaluate(EvidenceModel& model, const Vector& theta, bool with_gradient);

/// p(theta) L(theta)^beta at one beta, for kernels. Remembers what it has evaluated.
class PowerDensity final : public LogDensity {
 public:
  /// `model` must outlive this.
  PowerDensity(EvidenceModel& model, double beta) : model_(model), beta_(beta) {}

  int dimension() const override { return model_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;

  /// Of the last evaluation at `theta`, which there must have been.
  const PathPoint& point_at(const Vector& theta) const;

 private:
  EvidenceModel& model_;
  double beta_;
  std::vector<PathPoint> visited_;
};

}  // namespace photinus
