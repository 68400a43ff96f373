#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "photinus/base/linear_algebra.hpp"
#include "photinus/bound/row_bound.hpp"
#include "photinus/firefly/bright_set.hpp"
#include "photinus/model/family.hpp"

namespace photinus {

/// One row's likelihood at one theta.
struct EvaluatedRow {
  std::int64_t row = 0;
  double eta = 0.0;
  Likelihood at;
};

/// Bright rows, ascending, evaluated at one theta. A value used again costs no evaluation.
struct EvaluatedRows {
  Vector theta;
  std::vector<EvaluatedRow> rows;

  bool holds(const Vector& wanted) const {
    return theta.size() == wanted.size() && theta == wanted;
  }
};

/// What one shard keeps of one replica: its bright rows, block by block, and their likelihoods at
/// the last two thetas asked for, of which one is the theta that the replica will keep.
struct ReplicaRows {
  std::vector<BrightSet> blocks;
  EvaluatedRows current;
  EvaluatedRows latest;

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
  std::vector<EvaluatedRow> brightened;
};

/// `rows` without `darkened` and with `brightened`, still ascending.
std::vector<EvaluatedRow> apply_flips(const std::vector<EvaluatedRow>& rows, const Flips& flips);

}  // namespace photinus
