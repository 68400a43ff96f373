#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "photinus/bound/expand_bound.hpp"
#include "photinus/bound/expected_gap.hpp"
#include "photinus/bound/row_spread.hpp"
#include "photinus/bound/second_order.hpp"
#include "photinus/bound/statistics.hpp"
#include "photinus/firefly/brightness.hpp"
#include "photinus/firefly/skip_axis.hpp"
#include "photinus/firefly/width_axis.hpp"
#include "photinus/shard/block_partial.hpp"
#include "photinus/shard/feature_records.hpp"
#include "photinus/shard/predictor_covariance.hpp"
#include "photinus/shard/replica_rows.hpp"
#include "photinus/shard/row_tile.hpp"
#include "photinus/shard/scale_partial.hpp"
#include "photinus/shard/shard.hpp"

namespace photinus {

/// The shard of one family and one way to keep rows in memory.
template <RowFamily Family, class Storage>
class ShardOf final : public Shard {
 public:
  ShardOf(Family family, Share share, Heartbeat heartbeat)
      : family_(std::move(family)), share_(share), heartbeat_(std::move(heartbeat)) {}

  Load::Reply answer(const Load& command) override;
  Prepare::Reply answer(const Prepare& command) override;
  BuildStatistics::Reply answer(const BuildStatistics& command) override;
  CollapseBounds::Reply answer(const CollapseBounds& command) override;
  ChooseProposals::Reply answer(const ChooseProposals& command) override;
  PlaceAxis::Reply answer(const PlaceAxis& command) override;
  Evaluate::Reply answer(const Evaluate& command) override;
  DrawBrightness::Reply answer(const DrawBrightness& command) override;
  UpdateBrightness::Reply answer(const UpdateBrightness& command) override;
  ProposeBrightness::Reply answer(const ProposeBrightness& command) override;
  SampleRemainders::Reply answer(const SampleRemainders& command) override;
  SettleBrightness::Reply answer(const SettleBrightness& command) override;
  FetchRows::Reply answer(const FetchRows& command) override;
  Save::Reply answer(const Save& command) override;
  Restore::Reply answer(const Restore& command) override;
  Account::Reply answer(const Account& command) override;

 private:
  using Rows = typename Storage::Block;
  using Row = typename Storage::Row;

  struct Place {
    std::size_t block;
    std::int64_t offset;
  };
  Place place(std::int64_t row) const {
    const std::int64_t block = data_.layout.block_of(row);
    return {static_cast<std::size_t>(block - share_.first), row - data_.layout.first_row(block)};
  }
  bool owns(std::int64_t row) const { return row >= data_.first_row() && row < data_.last_row(); }
  std::size_t local(std::int64_t row) const {
    return static_cast<std::size_t>(row - data_.first_row());
  }
  Row features(std::int64_t row) const { return Storage::row(data_, local(row)); }
  double response(std::int64_t row) const { return data_.response[local(row)]; }
  double weight(std::int64_t row) const {
    return data_.weight.size() == 0 ? 1.0 : data_.weight[local(row)];
  }
  double predict(std::int64_t row, const Vector& theta, int k) const {
    const double eta = predictor(features(row), data_.header.columns, shape_.inputs,
                                 theta.data() + k * shape_.inputs);
    const auto offset =
        local(row) * static_cast<std::size_t>(shape_.predictors) + static_cast<std::size_t>(k);
    return data_.offset.size() == 0 ? eta : eta + data_.offset[offset];
  }
  RandomKey key(Purpose purpose, int replica, std::int64_t iteration, std::int64_t index) const {
    return {seed_, purpose, static_cast<std::uint32_t>(replica),
            static_cast<std::uint64_t>(iteration), static_cast<std::uint64_t>(index)};
  }

  // The bounds of the rows.
  struct BoundTile;
  void curvatures(std::int64_t row, double reach, double* out) const;
  double slack(std::int64_t row) const {
    return slack_ * static_cast<double>(facts_.gap(local(row)));
  }
  Family at(const Vector& theta) const {
    return family_at(family_, sampled_scale_, theta.data(), shape_.coefficients());
  }
  double q(std::int64_t row) const { return by_row_ ? rule_.q(facts_.gap(local(row))) : q_; }
  void choose_bounds(const BuildStatistics& command, const Rows& block, std::int64_t first,
                     const RowTile<Storage>& rows, BoundTile& tile);
  void choose_bound(const BuildStatistics& command, const Family& family, double y, std::size_t row,
                    const RowTile<Storage>& rows, int i, BoundTile& tile);
  void gaps_at_nodes(const BuildStatistics& command, const Rows& block, std::int64_t first,
                     BoundTile& tile);
  void expect_gaps(const BuildStatistics& command, const Rows& block, std::int64_t first,
                   const RowTile<Storage>& rows, BoundTile& tile);
  double expand_bounds(const Rows& block, std::int64_t first, double reach,
                       RowTile<Storage>& tile) const;
  double expand_scale_bounds(std::int64_t first_row, RowTile<Storage>& tile) const;
  template <class Prepare>
  ExactSum collapse(const CollapseBounds& command, const char* phase, Prepare prepare);
  void gather_bounds(const EvaluatedRows& rows, double reach, BoundRows& bounds) const;

  // The likelihoods of scattered rows.
  void touch(std::int64_t row) const;
  void evaluate(EvaluatedRows& rows);
  const GapRows& gaps_of(const EvaluatedRows& rows, double reach, double beta = 1.0);
  void majorize_tile(const Family& family, const double* y, RowTile<Storage>& tile) const;
  void add_scale(const double* y, const RowTile<Storage>& tile, ScalePartial& scale) const;
  std::vector<std::int64_t> bright_rows(const ReplicaRows& replica) const;
  const EvaluatedRows& evaluated_at(ReplicaRows& replica, const Vector& theta);
  Evaluate::Reply evaluate_all(const Evaluate& command);
  Evaluate::Reply evaluate_bright(const Evaluate& command);

  // Brightness.
  void draw_brightness(const DrawBrightness& command, std::size_t i, const Rows& block);
  void draw_thinned(const DrawBrightness& command, std::size_t i);
  template <class Probability>
  void draw_chosen(const DrawBrightness& command, std::size_t i, Probability looked_at);
  template <class Visit>
  void visit_proposed(const RandomKey& cells, Visit visit) const;
  void choose_proposals(const UpdateBrightness& command, const ReplicaUpdate& update);
  template <class Visit>
  void visit_selected(const UpdateBrightness& command, int replica, Visit visit) const;
  Flips implicit_flips(const UpdateBrightness& command, const ReplicaUpdate& update);
  Flips explicit_flips(const UpdateBrightness& command, const ReplicaUpdate& update);
  void apply(ReplicaRows& replica, const Flips& flips);
  // What is left of likelihoods beyond the second order.
  double remainder(const EvaluatedRows& rows, std::size_t i, const Vector& reference);

  BrightRecords records_of(const EvaluatedRows& rows) const;

  Family family_;
  Share share_;
  Heartbeat heartbeat_;
  typename Storage::Data data_;
  PredictorShape shape_;
  bool sampled_scale_ = false;
  FactTable facts_;
  int bound_ = tightest_bound;
  double reach_ = everywhere;  // of the curvatures kept in facts_
  double slack_ = 0.0;         // in expected gaps
  bool by_row_ = false;        // rows are proposed by rule_, else all with probability q_
  double q_ = 0.1;
  ProposalRule rule_;
  WidthAxis axis_;
  std::vector<ReplicaRows> replicas_;
  std::vector<double> expansion_;            // scratch of remainder: predictors at the reference
  EvaluatedRows chosen_;                     // scratch: rows picked in an update
  std::vector<double> responses_, weights_;  // scratch of evaluate
  BoundRows bounds_;                         // scratch of gaps_of
  GapRows gaps_;                             // scratch of gaps_of
  std::uint64_t seed_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus

#include "photinus/shard/shard_bounds.ipp"
#include "photinus/shard/shard_brightness.ipp"
#include "photinus/shard/shard_remainders.ipp"
#include "photinus/shard/shard_rows.ipp"
