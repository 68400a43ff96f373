#pragma once

#include <cstdint>

#include "photinus/bound/statistics.hpp"
#include "photinus/kernel/log_density.hpp"
#include "photinus/model/prior.hpp"
#include "photinus/replica/home_rows.hpp"
#include "photinus/team/team.hpp"

namespace photinus {

/// The posterior from all rows: log p(theta) + sum_n log L_n(theta). One pass per evaluation.
class FullTarget final : public LogDensity {
 public:
  FullTarget(Team& team, const NormalPrior& prior) : team_(team), prior_(prior) {}

  int dimension() const override { return prior_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;
  std::int64_t evaluations() const { return evaluations_; }

 private:
  Team& team_;
  const NormalPrior& prior_;
  std::int64_t evaluations_ = 0;
};

/// The joint density of theta and one replica's brightness, as a function of theta:
///   log p(theta) + sum_n log B_n(theta) + sum_{n bright} log(L_n/B_n - 1)
/// (Maclaurin & Adams 2014, eq. 2). The bright rows are asked for at the replica's home if it has
/// one, at the shards otherwise.
class FireflyTarget final : public LogDensity {
 public:
  FireflyTarget(const NormalPrior& prior, const BoundStatistics& statistics, HomeRows& home)
      : prior_(prior), statistics_(statistics), home_(&home) {}
  FireflyTarget(const NormalPrior& prior, const BoundStatistics& statistics, Team& team,
                int replica)
      : prior_(prior), statistics_(statistics), team_(&team), replica_(replica) {}

  int dimension() const override { return prior_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;
  /// Evaluations made at the shards; a home counts its own.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  double bright_sum(const Vector& theta, Vector* gradient);

  const NormalPrior& prior_;
  const BoundStatistics& statistics_;
  HomeRows* home_ = nullptr;
  Team* team_ = nullptr;
  int replica_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
