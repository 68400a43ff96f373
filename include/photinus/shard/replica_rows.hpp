#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/bound/gap_rows.hpp"
#include "photinus/firefly/bright_set.hpp"

namespace photinus {

/// Rows, ascending, and their likelihoods at one theta. A value used again costs no evaluation.
struct EvaluatedRows {
  Vector theta;
  std::vector<std::int64_t> rows;
  PointRows points;

  bool holds(const Vector& wanted) const {
    return theta.size() == wanted.size() && theta == wanted;
  }
  /// Appends row i of another.
  void append(const EvaluatedRows& from, std::size_t i);
  void clear();
};

/// What one shard keeps of one replica: its bright rows, block by block, and their likelihoods at
/// the last two thetas asked for, of which one is the theta that the replica will keep.
struct ReplicaRows {
  std::vector<BrightSet> blocks;
  EvaluatedRows current;
  EvaluatedRows latest;
  EvaluatedRows proposed;  ///< by the pseudo-marginal update

  std::int64_t bright_count() const {
    std::int64_t count = 0;
    for (const auto& block : blocks) count += block.bright_count();
    return count;
  }
  void forget() { current = latest = {}; }
};

/// What a brightness update decided about a shard's rows; both ascending, and no row in both.
struct Flips {
  std::vector<std::int64_t> darkened;
  EvaluatedRows brightened;
};

/// `rows` without the rows darkened and with those brightened, still ascending.
EvaluatedRows apply_flips(const EvaluatedRows& rows, const Flips& flips);

}  // namespace photinus
