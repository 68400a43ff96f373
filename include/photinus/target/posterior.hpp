#pragma once

#include <cstdint>

#include "photinus/kernel/log_density.hpp"
#include "photinus/replica/home_rows.hpp"
#include "photinus/target/bound_surface.hpp"
#include "photinus/target/path_base.hpp"

namespace photinus {

/// The posterior from all rows, its likelihood to the power beta: log p(theta) + beta sum_n log
/// L_n(theta), with p as PathBase has it. One pass per evaluation.
class FullTarget final : public LogDensity {
 public:
  FullTarget(Team& team, const PathBase& base, double beta = 1.0)
      : team_(team), base_(base), beta_(beta) {}
  FullTarget(Team& team, const Prior& prior) : FullTarget(team, PathBase(prior)) {}

  int dimension() const override { return base_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;
  std::int64_t evaluations() const { return evaluations_; }

 private:
  Team& team_;
  PathBase base_;
  double beta_ = 1.0;
  std::int64_t evaluations_ = 0;
};

/// The joint density of theta and one replica's brightness, as a function of theta:
///   log p(theta) + sum_n log B_n(theta) + sum_{n bright} log(L_n/B_n - 1)
/// (Maclaurin & Adams 2014, eq. 2), with the bounds that hold at theta. The bright rows are asked
/// for at the replica's home if it is told so, at the shards otherwise.
///
/// On a rung of a ladder L_n and B_n stand to the power beta: since L^beta >= B^beta this is FlyMC
/// again, with the gaps beta log(L_n/B_n). Theta spreads as PathBase::stretch says, and so do the
/// ellipsoids.
class FireflyTarget final : public LogDensity {
 public:
  FireflyTarget(const PathBase& base, BoundSurface& surface, Team& team, HomeRows& home,
                int replica)
      : base_(base), surface_(surface), team_(team), home_(home), replica_(replica) {}
  FireflyTarget(const Prior& prior, BoundSurface& surface, Team& team, HomeRows& home, int replica)
      : FireflyTarget(PathBase(prior), surface, team, home, replica) {}

  void at_home(bool yes) { at_home_ = yes; }
  void stand_on(double beta);
  double beta() const { return beta_; }
  /// The density at theta if the replica stood on another rung.
  double value_on(double beta, const Vector& theta);
  /// The trust ellipsoids of this rung.
  int shell_at(double distance) const { return surface_.region().shell_at(distance / stretch_); }
  double reach(int shell) const { return stretch_ * surface_.region().reach(shell); }
  /// Whether the density is that of the posterior within the innermost ellipsoid, 0 beyond: no pass
  /// over the rows is then made for outer shells that are tried and not kept.
  void innermost_only(bool yes) { innermost_only_ = yes; }
  int dimension() const override { return base_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;
  /// Evaluations made at the shards and at home.
  std::int64_t evaluations() const { return evaluations_ + home_.evaluations(); }

 private:
  bool is_shut_out(int shell) const { return innermost_only_ && shell > 0; }
  int shell(const Vector& theta) const;
  double tempered_bound(const BoundStatistics& statistics, const Vector& theta,
                        Vector& gradient) const;
  double bright_sum(const Vector& theta, double reach, Vector* gradient);

  PathBase base_;
  BoundSurface& surface_;
  Team& team_;
  HomeRows& home_;
  int replica_ = 0;
  bool at_home_ = true;
  bool innermost_only_ = false;
  double beta_ = 1.0;
  double stretch_ = 1.0;
  std::int64_t evaluations_ = 0;
};

/// An unbiased estimate of the posterior density up to a constant, from brightness that is proposed
/// anew at every call: log p(theta) + sum_n log B_n(theta) + log weight (Maclaurin & Adams 2014,
/// section 5, with probabilities of their own in the place of 1/2). With random-walk Metropolis,
/// which keeps theta, brightness and estimate as one, the posterior is exact.
class PseudoMarginalTarget final : public LogDensity {
 public:
  PseudoMarginalTarget(const Prior& prior, BoundSurface& surface, Team& team, int replica,
                       std::int64_t iteration)
      : prior_(prior), surface_(surface), team_(team), replica_(replica), iteration_(iteration) {}

  int dimension() const override { return prior_.dimension(); }
  double value(const Vector& theta) override;
  /// Throws Failure internal: the estimate has no gradient.
  double value(const Vector& theta, Vector& gradient) override;
  /// Makes the brightness of the last call the replica's own; returns the number of bright rows.
  std::int64_t settle();
  std::int64_t evaluations() const { return evaluations_; }

 private:
  const Prior& prior_;
  BoundSurface& surface_;
  Team& team_;
  int replica_ = 0;
  std::int64_t iteration_ = 0;
  std::int64_t bright_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
