#pragma once

// ShardOf: the bright rows of the replicas.

namespace photinus {

template <LinearPredictorFamily Family, class Scalar>
EvaluatedRow ShardOf<Family, Scalar>::evaluate_row(std::int64_t row, const Vector& theta) {
  const Place at = place(row);
  const Rows& block = data_.blocks[at.block];
  const double eta = predictor(block.row(at.offset), block.columns, theta);
  ++evaluations_;
  return {row, eta, family_.evaluate(response(at), eta)};
}

template <LinearPredictorFamily Family, class Scalar>
Gap ShardOf<Family, Scalar>::gap_of(const EvaluatedRow& row, const Vector& theta) const {
  const Place at = place(row.row);
  const Likelihood tangent = family_.tangent(response(at), bound(at).centre);
  return checked_gap(row.row, row.at, tangent, bound(at), row.eta, theta);
}

template <LinearPredictorFamily Family, class Scalar>
std::vector<std::int64_t> ShardOf<Family, Scalar>::bright_rows(const ReplicaRows& replica) const {
  std::vector<std::int64_t> rows;
  for (std::size_t b = 0; b < replica.blocks.size(); ++b)
    for (const int row : replica.blocks[b].sorted_bright_rows())
      rows.push_back(data_.blocks[b].first_row + row);
  return rows;
}

/// The replica's bright rows at theta, evaluated now unless theta is one of the last two.
template <LinearPredictorFamily Family, class Scalar>
const EvaluatedRows& ShardOf<Family, Scalar>::evaluated_at(ReplicaRows& replica,
                                                           const Vector& theta) {
  if (replica.current.holds(theta)) return replica.current;
  if (replica.latest.holds(theta)) return replica.latest;
  // Where nothing is kept, the replica's own theta is asked for first and must outlive proposals.
  EvaluatedRows& slot = replica.current.theta.size() == 0 ? replica.current : replica.latest;
  slot = {theta, {}};
  for (const std::int64_t row : bright_rows(replica)) slot.rows.push_back(evaluate_row(row, theta));
  return slot;
}

template <LinearPredictorFamily Family, class Scalar>
Evaluate::Reply ShardOf<Family, Scalar>::evaluate_bright(const Evaluate& command) {
  const int p = static_cast<int>(command.theta.size());
  const std::int64_t before = evaluations_;
  if (command.derivatives == Derivatives::hessian)
    throw Failure(ExitCode::internal, "bright rows have no Hessian to offer");
  auto& replica = replicas_[static_cast<std::size_t>(command.bright_of)];
  const EvaluatedRows& evaluated = evaluated_at(replica, command.theta);
  Evaluate::Reply reply{ExactSum(BlockPartial::size(p, command.derivatives)), 0};
  BlockPartial partial(data_.header.columns, p, command.derivatives);
  for (auto row = evaluated.rows.begin(); row != evaluated.rows.end();) {
    const std::size_t block = place(row->row).block;
    partial.clear();
    for (; row != evaluated.rows.end() && place(row->row).block == block; ++row) {
      const BrightTerm term = bright_term(gap_of(*row, command.theta));
      partial.add_value(term.value);
      if (command.derivatives != Derivatives::none)
        partial.add_slope(term.slope, data_.blocks[block].row(place(row->row).offset));
    }
    reply.sums.add(partial.data());
    heartbeat_("evaluate bright rows", share_.first + static_cast<std::int64_t>(block));
  }
  reply.evaluations = evaluations_ - before;
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
DrawBrightness::Reply ShardOf<Family, Scalar>::answer(const DrawBrightness& command) {
  DrawBrightness::Reply reply;
  const std::int64_t before = evaluations_;
  for (std::size_t r = 0; r < replicas_.size(); ++r) {
    replicas_[r].forget();
    replicas_[r].current.theta = command.thetas[r];
    for (auto& block : replicas_[r].blocks) block.darken_all();
  }
  for (std::size_t b = 0; b < data_.blocks.size(); ++b) {
    for (std::int64_t i = 0; i < data_.blocks[b].rows; ++i)
      for (std::size_t r = 0; r < replicas_.size(); ++r) {
        const std::int64_t row = data_.blocks[b].first_row + i;
        const EvaluatedRow evaluated = evaluate_row(row, command.thetas[r]);
        const double u = uniform(key(Purpose::first_brightness, static_cast<int>(r), 0, row));
        if (!drawn_bright(gap_of(evaluated, command.thetas[r]), u)) continue;
        replicas_[r].blocks[b].brighten(static_cast<int>(i));
        replicas_[r].current.rows.push_back(evaluated);
      }
    heartbeat_("first brightness", share_.first + static_cast<std::int64_t>(b));
  }
  for (const auto& replica : replicas_) reply.bright.push_back(replica.bright_count());
  reply.evaluations = evaluations_ - before;
  return reply;
}

/// Implicit update. Each row's half is decided by its state at the start: the rows proposed are
/// those that were dark before any row is darkened, and a row darkened now is not proposed now.
template <LinearPredictorFamily Family, class Scalar>
Flips ShardOf<Family, Scalar>::implicit_flips(const UpdateBrightness& command,
                                              const ReplicaUpdate& update) {
  auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
  Flips flips;
  if (update.at_home) {
    for (const std::int64_t row : update.darkened)
      if (owns(row)) flips.darkened.push_back(row);
  } else {
    for (const EvaluatedRow& row : evaluated_at(replica, update.theta).rows) {
      const double u = uniform(key(Purpose::darken, update.replica, command.iteration, row.row));
      if (goes_dark(gap_of(row, update.theta), command.q, u)) flips.darkened.push_back(row.row);
    }
  }
  const RandomKey cells = key(Purpose::propose_cell, update.replica, command.iteration, 0);
  chosen_.clear();
  SkipAxis(command.q).visit_chosen(cells, data_.first_row(), data_.last_row(), [&](auto row) {
    const Place at = place(row);
    if (replica.blocks[at.block].is_bright(static_cast<int>(at.offset))) return;
    chosen_.push_back(row);
  });
  for (const std::int64_t row : chosen_) touch(place(row));
  for (const std::int64_t row : chosen_) {
    const EvaluatedRow evaluated = evaluate_row(row, update.theta);
    const double u = uniform(key(Purpose::brighten, update.replica, command.iteration, row));
    if (goes_bright(gap_of(evaluated, update.theta), command.q, u))
      flips.brightened.push_back(evaluated);
  }
  return flips;
}

/// Reads something of every cache line that an update needs of one row.
///
/// The rows that propose lie scattered over the shard, and each costs several cache and page-table
/// misses. Reads that stand close together are under way at the same time, where the update itself
/// would wait for them one by one; prefetches would be dropped wherever a page is not in the
/// processor's table.
template <LinearPredictorFamily Family, class Scalar>
void ShardOf<Family, Scalar>::touch(const Place& at) const {
  constexpr std::ptrdiff_t line = 64;
  const auto read = [](const void* place) {
    static_cast<void>(*static_cast<const volatile char*>(place));
  };
  const Rows& block = data_.blocks[at.block];
  read(&block.response[static_cast<std::size_t>(at.offset)]);
  read(&bound(at));
  const auto* first = reinterpret_cast<const char*>(block.row(at.offset));
  const auto* last = reinterpret_cast<const char*>(block.row(at.offset) + block.columns) - 1;
  for (const char* byte = first; byte < last; byte += line) read(byte);
  read(last);
}

/// The rows that an explicit update draws anew, ascending.
template <LinearPredictorFamily Family, class Scalar>
template <class Visit>
void ShardOf<Family, Scalar>::visit_selected(const UpdateBrightness& command, int replica,
                                             Visit visit) const {
  const std::int64_t first = data_.first_row(), last = data_.last_row();
  if (command.update == BrightnessUpdate::sweep) {
    for (const RowRun& run : sweep_runs(command.iteration, command.fraction, data_.layout.rows))
      for (std::int64_t row = std::max(run.first, first); row < std::min(run.last, last); ++row)
        visit(row);
  } else if (command.update == BrightnessUpdate::explicit_with_replacement) {
    // Picks per row are Poisson with mean `fraction`: the limit of picking fraction x N rows with
    // replacement, in which every rank can find its own. A second pick of a row changes nothing.
    const SkipAxis axis(-expm1(-command.fraction));
    axis.visit_chosen(key(Purpose::select, replica, command.iteration, 0), first, last, visit);
  } else {
    for (const auto& block : data_.blocks) {
      Stream stream(key(Purpose::select, replica, command.iteration,
                        block.first_row / data_.layout.block_size));
      const double wanted = command.fraction * static_cast<double>(block.rows);
      const auto whole = static_cast<int>(wanted);
      const int count = whole + (stream.uniform() < wanted - whole ? 1 : 0);
      for (const int row : choose_distinct(stream, count, static_cast<int>(block.rows)))
        visit(block.first_row + row);
    }
  }
}

template <LinearPredictorFamily Family, class Scalar>
Flips ShardOf<Family, Scalar>::explicit_flips(const UpdateBrightness& command,
                                              const ReplicaUpdate& update) {
  auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
  Flips flips;
  visit_selected(command, update.replica, [&](std::int64_t row) {
    const EvaluatedRow evaluated = evaluate_row(row, update.theta);
    const double u = uniform(key(Purpose::resample, update.replica, command.iteration, row));
    const bool now = drawn_bright(gap_of(evaluated, update.theta), u);
    const Place at = place(row);
    if (now == replica.blocks[at.block].is_bright(static_cast<int>(at.offset))) return;
    if (now)
      flips.brightened.push_back(evaluated);
    else
      flips.darkened.push_back(row);
  });
  return flips;
}

template <LinearPredictorFamily Family, class Scalar>
void ShardOf<Family, Scalar>::apply(ReplicaRows& replica, const Flips& flips) {
  for (const std::int64_t row : flips.darkened) {
    const Place at = place(row);
    replica.blocks[at.block].darken(static_cast<int>(at.offset));
  }
  for (const EvaluatedRow& row : flips.brightened) {
    const Place at = place(row.row);
    replica.blocks[at.block].brighten(static_cast<int>(at.offset));
  }
}

template <LinearPredictorFamily Family, class Scalar>
UpdateBrightness::Reply ShardOf<Family, Scalar>::answer(const UpdateBrightness& command) {
  UpdateBrightness::Reply reply;
  for (const ReplicaUpdate& update : command.replicas) {
    auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
    auto& change = reply.changes.emplace_back();
    const std::int64_t before = evaluations_;
    EvaluatedRows kept;
    if (!update.at_home) kept = evaluated_at(replica, update.theta);
    const Flips flips = command.update == BrightnessUpdate::implicit
                            ? implicit_flips(command, update)
                            : explicit_flips(command, update);
    apply(replica, flips);
    replica.forget();
    if (update.at_home) {
      if (command.update != BrightnessUpdate::implicit) change.darkened = flips.darkened;
      change.brightened = records_of(flips.brightened);
    } else {
      replica.current = {update.theta, apply_flips(kept.rows, flips)};
    }
    change.bright = replica.bright_count();
    change.evaluations = evaluations_ - before;
    heartbeat_("brightness", share_.first);
  }
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
BrightRecords ShardOf<Family, Scalar>::records_of(const std::vector<EvaluatedRow>& rows) const {
  BrightRecords records;
  for (const EvaluatedRow& row : rows) {
    const Place at = place(row.row);
    const Scalar* x = data_.blocks[at.block].row(at.offset);
    records.rows.push_back(row.row);
    records.features.insert(records.features.end(), x, x + data_.header.columns);
    records.y.push_back(response(at));
    records.centre.push_back(bound(at).centre);
    records.curvature.push_back(bound(at).curvature);
    records.eta.push_back(row.eta);
    records.value.push_back(row.at.value);
    records.slope.push_back(row.at.slope);
  }
  return records;
}

/// The rows leave for their home: their likelihoods are not kept here.
template <LinearPredictorFamily Family, class Scalar>
FetchRows::Reply ShardOf<Family, Scalar>::answer(const FetchRows& command) {
  const std::int64_t before = evaluations_;
  auto& replica = replicas_[static_cast<std::size_t>(command.replica)];
  FetchRows::Reply reply{records_of(evaluated_at(replica, command.theta).rows), 0};
  replica.forget();
  reply.evaluations = evaluations_ - before;
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
Save::Reply ShardOf<Family, Scalar>::answer(const Save&) {
  Save::Reply reply;
  for (const auto& replica : replicas_) reply.bright.push_back(bright_rows(replica));
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
Restore::Reply ShardOf<Family, Scalar>::answer(const Restore& command) {
  const std::int64_t made = evaluations_;
  for (std::size_t r = 0; r < replicas_.size(); ++r) {
    for (auto& block : replicas_[r].blocks) block.darken_all();
    replicas_[r].forget();
    Flips flips;
    for (const std::int64_t row : command.bright[r])
      if (owns(row)) flips.brightened.push_back(evaluate_row(row, command.thetas[r]));
    apply(replicas_[r], flips);
    replicas_[r].current = {command.thetas[r], std::move(flips.brightened)};
  }
  evaluations_ = made;  // values that the saved run had in memory are no new evaluations
  return {};
}

}  // namespace photinus
