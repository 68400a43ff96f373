#pragma once

#include <cstdint>
#include <vector>

#include "photinus/kernel/log_density.hpp"
#include "photinus/model/data_model.hpp"
#include "photinus/tempering/ladder.hpp"

namespace photinus {

/// A theta with all that has been computed at it.
struct KnownPoint {
  Vector theta;
  std::vector<SubsetSums> sums;  ///< one for each row order
  double log_prior = 0.0;
  Vector prior_gradient;
  bool knows_prior = false;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& theta& sums& log_prior& prior_gradient& knows_prior;
  }
};

/// The density of a rung, which can be changed, from a model of all rows at the replica's home.
///
/// What is known of two points is kept: of the one that the replica stands at, and of the last one
/// tried, so that neither the theta that a kernel settles on nor that of a swap is evaluated again.
class RungTarget final : public LogDensity {
 public:
  /// `memory` is what an earlier target left.
  RungTarget(DataModel& model, const std::vector<RowOrder>& orders, KnownPoint memory = {});

  void stand_on(const Rung& rung) { rung_ = rung; }

  int dimension() const override { return model_.dimension(); }
  double value(const Vector& theta) override;
  double value(const Vector& theta, Vector& gradient) override;

  /// log h of a rung, with the gradient made known where it is asked for.
  double log_density(const Rung& rung, const Vector& theta, bool with_gradient);
  /// The same where it costs no evaluation, else NaN.
  double known_log_density(const Rung& rung, const Vector& theta);
  /// log p(rows of the rung | theta) likewise.
  double known_log_likelihood(const Rung& rung, const Vector& theta);
  /// Makes theta the point that the replica stands at.
  void settle(const Vector& theta);

  const KnownPoint& settled() const& { return settled_; }
  KnownPoint settled() && { return std::move(settled_); }
  KnownPoint memory() && { return std::move(latest_); }
  void restore(KnownPoint point) { settled_ = std::move(point); }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  void forget(KnownPoint& point, const Vector& theta) const;
  KnownPoint& point_at(const Vector& theta);
  double log_density(const Rung& rung, KnownPoint& point, bool with_gradient);

  DataModel& model_;
  const std::vector<RowOrder>& orders_;
  Rung rung_;
  KnownPoint settled_;
  KnownPoint latest_;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
