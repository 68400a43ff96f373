#pragma once

#include "photinus/model/prior.hpp"
#include "photinus/target/normal_density.hpp"

namespace photinus {

/// What a target has beside the likelihood to the power beta: the prior p, whatever beta is; or,
/// with a reference density q, that of the path which leads from q to the posterior,
///   p^beta q^(1 - beta).
class PathBase {
 public:
  /// Both must outlive this.
  explicit PathBase(const Prior& prior, const NormalDensity* reference = nullptr)
      : prior_(&prior), reference_(reference) {}

  int dimension() const { return prior_->dimension(); }
  bool has_reference() const { return reference_ != nullptr; }
  double log_density(const Vector& theta, double beta) const;
  void gradient(const Vector& theta, double beta, Vector& result) const;
  /// How much wider theta spreads at beta than at 1.
  double stretch(double beta) const;

 private:
  const Prior* prior_;
  const NormalDensity* reference_;
};

}  // namespace photinus
