#pragma once

// ShardOf: the bright rows of the replicas.

namespace photinus {

/// Likelihoods of scattered rows: fills rows.points for rows.rows at rows.theta.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::evaluate(EvaluatedRows& rows) {
  const std::size_t size = rows.rows.size();
  const int predictors = shape_.predictors;
  rows.points.resize(size, predictors);
  responses_.resize(size);
  weights_.resize(size);
  double* eta = rows.points.eta.data();
  for (std::size_t i = 0; i < size; ++i) {
    for (int k = 0; k < predictors; ++k) *eta++ = predict(rows.rows[i], rows.theta, k);
    responses_[i] = response(rows.rows[i]);
    weights_[i] = weight(rows.rows[i]);
  }
  evaluate_rows(at(rows.theta), responses_.data(), weights_.data(), rows.points);
  evaluations_ += static_cast<std::int64_t>(size);
}

/// beta times the gaps of rows that have been evaluated; valid until the next call.
template <RowFamily Family, class Storage>
const GapRows& ShardOf<Family, Storage>::gaps_of(const EvaluatedRows& rows, double reach,
                                                 double beta) {
  gather_bounds(rows, reach, bounds_);
  gap_rows(bounds_, rows.points, gaps_);
  const std::int64_t broken = first_unsound(gaps_, rows.rows.size());
  if (broken >= 0) report_broken_bound(rows.rows[static_cast<std::size_t>(broken)], rows.theta);
  gaps_.temper(beta);
  return gaps_;
}

template <RowFamily Family, class Storage>
std::vector<std::int64_t> ShardOf<Family, Storage>::bright_rows(const ReplicaRows& replica) const {
  std::vector<std::int64_t> rows;
  for (std::size_t b = 0; b < replica.blocks.size(); ++b)
    for (const int row : replica.blocks[b].bright_rows())
      rows.push_back(data_.blocks[b].first_row + row);
  return rows;
}

/// The replica's bright rows at theta, evaluated now unless theta is one of the last two.
template <RowFamily Family, class Storage>
const EvaluatedRows& ShardOf<Family, Storage>::evaluated_at(ReplicaRows& replica,
                                                            const Vector& theta) {
  if (replica.current.holds(theta)) return replica.current;
  if (replica.latest.holds(theta)) return replica.latest;
  // Where nothing is kept, the replica's own theta is asked for first and must outlive proposals.
  EvaluatedRows& slot = replica.current.theta.size() == 0 ? replica.current : replica.latest;
  slot = {theta, bright_rows(replica), {}};
  evaluate(slot);
  return slot;
}

template <RowFamily Family, class Storage>
Evaluate::Reply ShardOf<Family, Storage>::evaluate_bright(const Evaluate& command) {
  const std::int64_t before = evaluations_;
  if (command.derivatives >= Derivatives::hessian)
    throw Failure(ExitCode::internal, "bright rows have no Hessian to offer");
  auto& replica = replicas_[static_cast<std::size_t>(command.bright_of)];
  const EvaluatedRows& evaluated = evaluated_at(replica, command.theta);
  const bool with_scale = sampled_scale_ && command.derivatives == Derivatives::gradient;
  gaps_of(evaluated, command.reach, command.beta);
  bright_terms(gaps_, evaluated.rows.size());
  const int size = BlockPartial::size(shape_, command.derivatives) + (with_scale ? 1 : 0);
  const auto predictors = static_cast<std::size_t>(shape_.predictors);
  Evaluate::Reply reply{ExactSum(size), 0};
  BlockPartial partial(data_.header.columns, shape_, command.derivatives);
  std::vector<double> share(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < evaluated.rows.size();) {
    const std::size_t block = place(evaluated.rows[i]).block;
    partial.clear();
    double scale_slope = 0.0;
    for (; i < evaluated.rows.size() && place(evaluated.rows[i]).block == block; ++i) {
      partial.add_value(gaps_.value[i]);
      if (command.derivatives != Derivatives::none)
        partial.add_slope(&gaps_.slope[i * predictors], features(evaluated.rows[i]));
      // The gap is a function of (y - eta) / sigma alone.
      if (with_scale) scale_slope += gaps_.slope[i] * (bounds_.y[i] - evaluated.points.eta[i]);
    }
    std::copy_n(partial.data(), size - (with_scale ? 1 : 0), share.begin());
    if (with_scale) share.back() = scale_slope;
    reply.sums.add(share.data());
    heartbeat_("evaluate bright rows", share_.first + static_cast<std::int64_t>(block));
  }
  reply.evaluations = evaluations_ - before;
  return reply;
}

/// Draws the brightness of the rows in chosen_, each looked at with the probability
/// looked_at(row), for replica i of the command.
template <RowFamily Family, class Storage>
template <class Probability>
void ShardOf<Family, Storage>::draw_chosen(const DrawBrightness& command, std::size_t i,
                                           Probability looked_at) {
  auto& replica = replicas_[static_cast<std::size_t>(command.replicas[i])];
  evaluate(chosen_);
  const GapRows& gaps = gaps_of(chosen_, command.reaches[i], command.betas[i]);
  for (std::size_t k = 0; k < chosen_.rows.size(); ++k) {
    const std::int64_t row = chosen_.rows[k];
    const double u = uniform(key(command.purpose, command.replicas[i], command.iteration, row));
    if (!drawn_bright(gaps.value[k], u * looked_at(row))) continue;
    const Place at = place(row);
    replica.blocks[at.block].brighten(static_cast<int>(at.offset));
    replica.current.append(chosen_, k);
  }
}

/// All rows of a block.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::draw_brightness(const DrawBrightness& command, std::size_t i,
                                               const Rows& block) {
  constexpr std::int64_t tile = 256;
  chosen_.theta = command.thetas[i];
  for (std::int64_t first = 0; first < block.rows; first += tile) {
    chosen_.clear();
    for (std::int64_t k = first; k < std::min(first + tile, block.rows); ++k)
      chosen_.rows.push_back(block.first_row + k);
    draw_chosen(command, i, [](std::int64_t) { return 1.0; });
  }
}

/// Rows that propose in one of several rounds.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::draw_thinned(const DrawBrightness& command, std::size_t i) {
  constexpr int rounds = DrawBrightness::thinning;
  chosen_.theta = command.thetas[i];
  chosen_.clear();
  auto& rows = chosen_.rows;
  for (int round = 0; round < rounds; ++round)
    visit_proposed(
        key(Purpose::thin_cell, command.replicas[i], rounds * command.iteration + round, 0),
        [&](std::int64_t row) { rows.push_back(row); });
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  draw_chosen(command, i, [&](std::int64_t row) { return -expm1(rounds * log1p(-q(row))); });
}

template <RowFamily Family, class Storage>
DrawBrightness::Reply ShardOf<Family, Storage>::answer(const DrawBrightness& command) {
  DrawBrightness::Reply reply;
  const std::int64_t before = evaluations_;
  for (std::size_t i = 0; i < command.replicas.size(); ++i) {
    auto& replica = replicas_[static_cast<std::size_t>(command.replicas[i])];
    replica.forget();
    replica.current.theta = command.thetas[i];
    for (auto& block : replica.blocks) block.darken_all();
    if (command.thinned) draw_thinned(command, i);
  }
  for (std::size_t b = 0; b < data_.blocks.size() && !command.thinned; ++b) {
    for (std::size_t i = 0; i < command.replicas.size(); ++i)
      draw_brightness(command, i, data_.blocks[b]);
    heartbeat_("draw brightness", share_.first + static_cast<std::int64_t>(b));
  }
  for (const int replica : command.replicas)
    reply.bright.push_back(replicas_[static_cast<std::size_t>(replica)].bright_count());
  reply.evaluations = evaluations_ - before;
  return reply;
}

/// Calls visit(row) for the shard's rows, each with its own proposal probability, ascending.
template <RowFamily Family, class Storage>
template <class Visit>
void ShardOf<Family, Storage>::visit_proposed(const RandomKey& cells, Visit visit) const {
  if (by_row_)
    axis_.visit_chosen(cells, [&](std::int64_t i) { visit(data_.first_row() + i); });
  else
    SkipAxis(q_).visit_chosen(cells, data_.first_row(), data_.last_row(), visit);
}

/// The dark rows that propose to turn bright, into chosen_.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::choose_proposals(const UpdateBrightness& command,
                                                const ReplicaUpdate& update) {
  const auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
  chosen_.theta = update.theta;
  chosen_.clear();
  visit_proposed(key(Purpose::propose_cell, update.replica, command.iteration, 0),
                 [&](std::int64_t row) {
                   const Place at = place(row);
                   if (!replica.blocks[at.block].is_bright(static_cast<int>(at.offset)))
                     chosen_.rows.push_back(row);
                 });
  for (const std::int64_t row : chosen_.rows) touch(row);
}

/// Implicit update. Each row's half is decided by its state at the start: the rows proposed are
/// those that were dark before any row is darkened, and a row darkened now is not proposed now.
template <RowFamily Family, class Storage>
Flips ShardOf<Family, Storage>::implicit_flips(const UpdateBrightness& command,
                                               const ReplicaUpdate& update) {
  auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
  Flips flips;
  if (update.at_home) {
    for (const std::int64_t row : update.darkened)
      if (owns(row)) flips.darkened.push_back(row);
  } else {
    const EvaluatedRows& bright = evaluated_at(replica, update.theta);
    const GapRows& gaps = gaps_of(bright, update.reach, update.beta);
    for (std::size_t i = 0; i < bright.rows.size(); ++i) {
      const std::int64_t row = bright.rows[i];
      const double u = uniform(key(Purpose::darken, update.replica, command.iteration, row));
      if (goes_dark(gaps.value[i], q(row), command.q_dark, u)) flips.darkened.push_back(row);
    }
  }
  choose_proposals(command, update);
  evaluate(chosen_);
  const GapRows& gaps = gaps_of(chosen_, update.reach, update.beta);
  for (std::size_t i = 0; i < chosen_.rows.size(); ++i) {
    const std::int64_t row = chosen_.rows[i];
    const double u = uniform(key(Purpose::brighten, update.replica, command.iteration, row));
    if (goes_bright(gaps.value[i], q(row), command.q_dark, u)) flips.brightened.append(chosen_, i);
  }
  return flips;
}

/// Reads something of every cache line that an update needs of one row.
///
/// The rows that propose lie scattered over the shard, and each costs several cache and page-table
/// misses. Reads that stand close together are under way at the same time, where the update itself
/// would wait for them one by one; prefetches would be dropped wherever a page is not in the
/// processor's table.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::touch(std::int64_t row) const {
  constexpr std::ptrdiff_t line = 64;
  const auto read = [](const void* place) {
    static_cast<void>(*static_cast<const volatile char*>(place));
  };
  read(&data_.response[local(row)]);
  read(facts_.centre(local(row)));
  for_each_range(features(row), data_.header.columns, [&](const char* first, const char* last) {
    for (const char* byte = first; byte < last; byte += line) read(byte);
    read(last);
  });
}

/// The rows that an explicit update draws anew, ascending.
template <RowFamily Family, class Storage>
template <class Visit>
void ShardOf<Family, Storage>::visit_selected(const UpdateBrightness& command, int replica,
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

template <RowFamily Family, class Storage>
Flips ShardOf<Family, Storage>::explicit_flips(const UpdateBrightness& command,
                                               const ReplicaUpdate& update) {
  auto& replica = replicas_[static_cast<std::size_t>(update.replica)];
  Flips flips;
  chosen_.theta = update.theta;
  chosen_.clear();
  visit_selected(command, update.replica, [&](std::int64_t row) { chosen_.rows.push_back(row); });
  evaluate(chosen_);
  const GapRows& gaps = gaps_of(chosen_, update.reach, update.beta);
  for (std::size_t i = 0; i < chosen_.rows.size(); ++i) {
    const std::int64_t row = chosen_.rows[i];
    const double u = uniform(key(Purpose::resample, update.replica, command.iteration, row));
    const bool now = drawn_bright(gaps.value[i], u);
    const Place at = place(row);
    if (now == replica.blocks[at.block].is_bright(static_cast<int>(at.offset))) continue;
    if (now)
      flips.brightened.append(chosen_, i);
    else
      flips.darkened.push_back(row);
  }
  return flips;
}

template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::apply(ReplicaRows& replica, const Flips& flips) {
  for (const std::int64_t row : flips.darkened) {
    const Place at = place(row);
    replica.blocks[at.block].darken(static_cast<int>(at.offset));
  }
  for (const std::int64_t row : flips.brightened.rows) {
    const Place at = place(row);
    replica.blocks[at.block].brighten(static_cast<int>(at.offset));
  }
}

template <RowFamily Family, class Storage>
UpdateBrightness::Reply ShardOf<Family, Storage>::answer(const UpdateBrightness& command) {
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
      replica.current = apply_flips(kept, flips);
    }
    change.bright = replica.bright_count();
    change.evaluations = evaluations_ - before;
    heartbeat_("brightness", share_.first);
  }
  return reply;
}

/// Every term goes into an exact sum by itself: they are few.
template <RowFamily Family, class Storage>
ProposeBrightness::Reply ShardOf<Family, Storage>::answer(const ProposeBrightness& command) {
  ProposeBrightness::Reply reply{ExactSum(1), 0, 0};
  EvaluatedRows& proposed = replicas_[static_cast<std::size_t>(command.replica)].proposed;
  proposed = {command.theta, {}, {}};
  visit_proposed(key(Purpose::propose_cell, command.replica, command.iteration, 0),
                 [&](std::int64_t row) { proposed.rows.push_back(row); });
  for (const std::int64_t row : proposed.rows) touch(row);
  evaluate(proposed);
  const GapRows& gaps = gaps_of(proposed, command.reach);
  for (std::size_t i = 0; i < proposed.rows.size(); ++i)
    reply.log_weight.add(0, pseudo_marginal_term(gaps.value[i], q(proposed.rows[i])));
  reply.bright = reply.evaluations = static_cast<std::int64_t>(proposed.rows.size());
  heartbeat_("propose brightness", share_.first);
  return reply;
}

template <RowFamily Family, class Storage>
SettleBrightness::Reply ShardOf<Family, Storage>::answer(const SettleBrightness& command) {
  auto& replica = replicas_[static_cast<std::size_t>(command.replica)];
  for (auto& block : replica.blocks) block.darken_all();
  Flips flips{{}, std::move(replica.proposed)};
  apply(replica, flips);
  replica.forget();
  replica.current = std::move(flips.brightened);
  return {};
}

template <RowFamily Family, class Storage>
BrightRecords ShardOf<Family, Storage>::records_of(const EvaluatedRows& rows) const {
  BrightRecords records;
  const auto widen = [](const float* from, int count, std::vector<double>& to) {
    for (int k = 0; k < count; ++k) to.push_back(static_cast<double>(from[k]));
  };
  const auto predictors = static_cast<std::size_t>(shape_.predictors);
  for (const std::int64_t row : rows.rows) {
    const std::size_t i = local(row);
    record_features(features(row), data_.header.columns, records.features);
    records.y.push_back(response(row));
    records.weight.push_back(weight(row));
    for (std::size_t k = 0; k < predictors && data_.offset.size() > 0; ++k)
      records.offset.push_back(data_.offset[i * predictors + k]);
    widen(facts_.centre(i), facts_.predictors(), records.centre);
    widen(facts_.scale(i), facts_.pairs(), records.scale);
    widen(facts_.curvature(i), facts_.pairs(), records.curvature);
    records.slack.push_back(slack(row));
    records.q.push_back(q(row));
  }
  records.rows = rows.rows;
  records.eta = rows.points.eta;
  records.value = rows.points.value;
  records.slope = rows.points.slope;
  return records;
}

/// The rows leave for their home: their likelihoods are not kept here.
template <RowFamily Family, class Storage>
FetchRows::Reply ShardOf<Family, Storage>::answer(const FetchRows& command) {
  const std::int64_t before = evaluations_;
  auto& replica = replicas_[static_cast<std::size_t>(command.replica)];
  FetchRows::Reply reply{records_of(evaluated_at(replica, command.theta)), 0};
  replica.forget();
  reply.evaluations = evaluations_ - before;
  return reply;
}

template <RowFamily Family, class Storage>
Save::Reply ShardOf<Family, Storage>::answer(const Save&) {
  Save::Reply reply;
  for (const auto& replica : replicas_) reply.bright.push_back(bright_rows(replica));
  return reply;
}

template <RowFamily Family, class Storage>
Restore::Reply ShardOf<Family, Storage>::answer(const Restore& command) {
  const std::int64_t made = evaluations_;
  for (std::size_t r = 0; r < replicas_.size(); ++r) {
    for (auto& block : replicas_[r].blocks) block.darken_all();
    replicas_[r].forget();
    Flips flips;
    flips.brightened.theta = command.thetas[r];
    for (const std::int64_t row : command.bright[r])
      if (owns(row)) flips.brightened.rows.push_back(row);
    evaluate(flips.brightened);
    apply(replicas_[r], flips);
    replicas_[r].current = std::move(flips.brightened);
  }
  evaluations_ = made;  // values that the saved run had in memory are no new evaluations
  return {};
}

}  // namespace photinus
