#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "photinus/bound/statistics.hpp"
#include "photinus/firefly/brightness.hpp"
#include "photinus/firefly/skip_axis.hpp"
#include "photinus/shard/replica_rows.hpp"
#include "photinus/shard/row_tile.hpp"
#include "photinus/shard/shard.hpp"

namespace photinus {

/// The shard of one family and one type of features.
template <LinearPredictorFamily Family, class Scalar>
class ShardOf final : public Shard {
 public:
  ShardOf(Family family, Share share, Heartbeat heartbeat)
      : family_(std::move(family)), share_(share), heartbeat_(std::move(heartbeat)) {}

  Load::Reply answer(const Load& command) override;
  Prepare::Reply answer(const Prepare& command) override;
  BuildStatistics::Reply answer(const BuildStatistics& command) override;
  Evaluate::Reply answer(const Evaluate& command) override;
  DrawBrightness::Reply answer(const DrawBrightness& command) override;
  UpdateBrightness::Reply answer(const UpdateBrightness& command) override;
  FetchRows::Reply answer(const FetchRows& command) override;
  Save::Reply answer(const Save& command) override;
  Restore::Reply answer(const Restore& command) override;
  Account::Reply answer(const Account& command) override;

 private:
  using Rows = BlockRows<Scalar>;

  struct Place {
    std::size_t block;
    std::int64_t offset;
  };
  Place place(std::int64_t row) const {
    const std::int64_t block = data_.layout.block_of(row);
    return {static_cast<std::size_t>(block - share_.first), row - data_.layout.first_row(block)};
  }
  bool owns(std::int64_t row) const { return row >= data_.first_row() && row < data_.last_row(); }
  double response(const Place& at) const {
    return data_.blocks[at.block].response[static_cast<std::size_t>(at.offset)];
  }
  const RowBound& bound(const Place& at) const {
    return bounds_[static_cast<std::size_t>(data_.blocks[at.block].first_row - data_.first_row() +
                                            at.offset)];
  }
  RandomKey key(Purpose purpose, int replica, std::int64_t iteration, std::int64_t index) const {
    return {seed_, purpose, static_cast<std::uint32_t>(replica),
            static_cast<std::uint64_t>(iteration), static_cast<std::uint64_t>(index)};
  }

  void touch(const Place& at) const;
  EvaluatedRow evaluate_row(std::int64_t row, const Vector& theta);
  Gap gap_of(const EvaluatedRow& row, const Vector& theta) const;
  Evaluate::Reply evaluate_all(const Evaluate& command);
  Evaluate::Reply evaluate_bright(const Evaluate& command);
  std::vector<std::int64_t> bright_rows(const ReplicaRows& replica) const;
  const EvaluatedRows& evaluated_at(ReplicaRows& replica, const Vector& theta);
  template <class Visit>
  void visit_selected(const UpdateBrightness& command, int replica, Visit visit) const;
  Flips implicit_flips(const UpdateBrightness& command, const ReplicaUpdate& update);
  Flips explicit_flips(const UpdateBrightness& command, const ReplicaUpdate& update);
  void apply(ReplicaRows& replica, const Flips& flips);
  BrightRecords records_of(const std::vector<EvaluatedRow>& rows) const;

  Family family_;
  Share share_;
  Heartbeat heartbeat_;
  Dataset<Scalar> data_;
  HugeArray<RowBound> bounds_;
  std::vector<ReplicaRows> replicas_;
  std::vector<std::int64_t> chosen_;  // scratch of implicit_flips
  std::uint64_t seed_ = 0;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus

#include "photinus/shard/shard_brightness.ipp"
#include "photinus/shard/shard_rows.ipp"
