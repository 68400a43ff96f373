#pragma once

// ShardOf: the bounds of the rows, and how often each row is proposed.

namespace photinus {

/// A few rows whose bounds are chosen and collapsed together.
template <LinearPredictorFamily Family, class Scalar>
struct ShardOf<Family, Scalar>::BoundTile {
  static constexpr int capacity = RowTile<Scalar>::most_rows;
  using Features = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit BoundTile(int parameters)
      : features(capacity, parameters), whitened(capacity, parameters) {}

  Features features;
  Features whitened;
  EvaluatedRows evaluated;
  BoundRows bounds;
  PointRows points;
  GapRows gaps;
  std::array<double, capacity> scale, gap;

  /// The rows, widened, and 1 in the column of an intercept that was added; places without a row
  /// are 0.
  void widen(const RowTile<Scalar>& rows) {
    features.setZero();
    for (int i = 0; i < rows.count(); ++i) {
      for (int j = 0; j < rows.columns(); ++j) features(i, j) = static_cast<double>(rows.row(i)[j]);
      if (features.cols() > rows.columns()) features(i, rows.columns()) = 1.0;
    }
  }
};

template <LinearPredictorFamily Family, class Scalar>
RowBound ShardOf<Family, Scalar>::bound(const RowFacts& facts, double y, double reach) const {
  const double curvature = reach == reach_ ? static_cast<double>(facts.curvature)
                                           : curvature_for(family_, facts, y, reach);
  return {static_cast<double>(facts.centre), curvature, slack_ * static_cast<double>(facts.gap)};
}

/// Centres, scales and innermost curvatures of a tile's rows; where the scale of the residuals is
/// sampled, facts.curvature is the weight of the residual.
template <LinearPredictorFamily Family, class Scalar>
void ShardOf<Family, Scalar>::choose_bounds(const BuildStatistics& command, const Rows& block,
                                            std::int64_t first, const RowTile<Scalar>& rows,
                                            BoundTile& tile) {
  const Family family = at(command.reference);
  const double* y = block.response.data() + first;
  RowFacts* facts = facts_.data() + (block.first_row - data_.first_row() + first);
  tile.widen(rows);
  for (int i = 0; i < rows.count() && sampled_scale_; ++i)
    tile.features(i, coefficients_) = y[i] - rows.eta[static_cast<std::size_t>(i)];
  tile.whitened.noalias() = tile.features * command.whitening;
  for (int i = 0; i < rows.count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    tile.scale[k] = std::sqrt(tile.whitened.row(i).squaredNorm());
    const double centre =
        command.anchor == Anchor::untuned ? family.untuned_centre(y[i]) : rows.eta[k];
    facts[i] = {static_cast<float>(centre), round_up(tile.scale[k]), 0.0F, 0.0F};
    if constexpr (ScaleFamily<Family>)
      if (sampled_scale_)
        facts[i].curvature = static_cast<float>(family.residual_weight(y[i], centre));
    if (!sampled_scale_)
      facts[i].curvature = round_up(curvature_for(family, facts[i], y[i], command.reach));
  }
}

/// Expected gaps of a tile's rows, before slack.
template <LinearPredictorFamily Family, class Scalar>
void ShardOf<Family, Scalar>::expect_gaps(const BuildStatistics& command, const Rows& block,
                                          std::int64_t first, const RowTile<Scalar>& rows,
                                          BoundTile& tile) {
  tile.evaluated.clear();
  for (int i = 0; i < rows.count(); ++i) tile.evaluated.rows.push_back(block.first_row + first + i);
  tile.evaluated.theta = command.reference;
  gather_bounds(tile.evaluated, command.reach, tile.bounds);
  std::fill(tile.bounds.slack.begin(), tile.bounds.slack.end(), 0.0);
  expected_gaps(at(command.reference), tile.bounds, rows.eta.data(), tile.scale.data(),
                command.spread, tile.points, tile.gaps, tile.gap.data());
  RowFacts* facts = facts_.data() + (block.first_row - data_.first_row() + first);
  for (int i = 0; i < rows.count(); ++i)
    facts[i].gap = round_up(std::max(tile.gap[static_cast<std::size_t>(i)], least_expected_gap));
}

/// The bounds of a tile's rows as quadratics about their predictors, in the tile's numbers; returns
/// the sum of what is no part of the quadratics: see BoundStatistics.
template <LinearPredictorFamily Family, class Scalar>
double ShardOf<Family, Scalar>::expand_bounds(const Rows& block, std::int64_t first, double reach,
                                              RowTile<Scalar>& tile) const {
  double offset = 0.0;
  for (int i = 0; i < tile.count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::int64_t row = block.first_row + first + i;
    const double y = response(row);
    Likelihood expanded;
    if constexpr (ScaleFamily<Family>)
      if (sampled_scale_) {
        const auto weight = static_cast<double>(facts(row).curvature);
        const double e = y - tile.eta[k];
        expanded = {-0.5 * weight * e * e, weight * e, weight};
        offset += family_.residual_peak(weight) - slack_ * static_cast<double>(facts(row).gap);
      }
    if (!sampled_scale_) {
      const RowBound here = bound(facts(row), y, reach);
      expanded = expand_bound(here, family_.tangent(y, here.centre), tile.eta[k]);
    }
    tile.value[k] = expanded.value;
    tile.slope[k] = expanded.slope;
    tile.curvature[k] = expanded.curvature;
  }
  return offset;
}

template <LinearPredictorFamily Family, class Scalar>
BuildStatistics::Reply ShardOf<Family, Scalar>::answer(const BuildStatistics& command) {
  BuildStatistics::Reply reply{{}, ExactSum(1), 0};
  facts_ = HugeArray<RowFacts>(data_.response.size());
  reach_ = command.reach;
  slack_ = command.slack;
  BoundTile tile(static_cast<int>(command.reference.size()));
  reply.sums = collapse(command.reference, command.reach, "statistics",
                        [&](const Rows& block, std::int64_t first, const RowTile<Scalar>& rows) {
                          choose_bounds(command, block, first, rows, tile);
                          expect_gaps(command, block, first, rows, tile);
                        });
  for (const auto& block : data_.blocks) {
    double gaps = 0.0;
    for (std::int64_t i = 0; i < block.rows; ++i)
      gaps += static_cast<double>(facts(block.first_row + i).gap);
    reply.expected_gap.add(0, gaps);
    reply.evaluations += expected_gap_evaluations * block.rows;
  }
  evaluations_ += reply.evaluations;
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
CollapseBounds::Reply ShardOf<Family, Scalar>::answer(const CollapseBounds& command) {
  return {collapse(command.reference, command.reach, "statistics of an outer shell",
                   [](const Rows&, std::int64_t, const RowTile<Scalar>&) {})};
}

/// The sums of the bounds that hold within `reach`; `prepare` sees every tile before.
template <LinearPredictorFamily Family, class Scalar>
template <class Prepare>
ExactSum ShardOf<Family, Scalar>::collapse(const Vector& reference, double reach, const char* phase,
                                           Prepare prepare) {
  const int size = statistics_size(coefficients_);
  ExactSum sums(size);
  BlockPartial partial(data_.header.columns, coefficients_, Derivatives::hessian);
  RowTile<Scalar> tile(data_.header.columns, coefficients_, Derivatives::hessian);
  std::vector<double> share(static_cast<std::size_t>(size));
  for (const auto& block : data_.blocks) {
    partial.clear();
    double offset = 0.0;
    for (std::int64_t first = 0; first < block.rows; first += tile.count()) {
      tile.load(block, first, reference.data());
      prepare(block, first, tile);
      offset += expand_bounds(block, first, reach, tile);
      partial.add(tile);
    }
    std::copy_n(partial.data(), size - 1, share.begin());
    share.back() = offset;
    sums.add(share.data());
    heartbeat_(phase, block.first_row / data_.layout.block_size);
  }
  return sums;
}

template <LinearPredictorFamily Family, class Scalar>
ChooseProposals::Reply ShardOf<Family, Scalar>::answer(const ChooseProposals& command) {
  by_row_ = command.by_row;
  q_ = command.q;
  rule_ = {command.multiple, command.least_gap};
  ChooseProposals::Reply reply;
  if (!by_row_) return reply;
  axis_ = WidthAxis(facts_.data(), static_cast<std::int64_t>(facts_.size()), rule_);
  for (const auto& block : data_.blocks) {
    std::uint64_t length = 0;
    for (std::int64_t i = 0; i < block.rows; ++i) length += rule_.width(facts(block.first_row + i));
    reply.lengths.push_back(length);
  }
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
PlaceAxis::Reply ShardOf<Family, Scalar>::answer(const PlaceAxis& command) {
  if (!data_.blocks.empty()) axis_.place(command.starts[static_cast<std::size_t>(share_.first)]);
  return {};
}

/// The bounds that hold at the theta of `rows`, where their reach is `reach`.
template <LinearPredictorFamily Family, class Scalar>
void ShardOf<Family, Scalar>::gather_bounds(const EvaluatedRows& rows, double reach,
                                            BoundRows& bounds) const {
  const std::size_t size = rows.rows.size();
  bounds.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const RowFacts& known = facts(rows.rows[i]);
    bounds.y[i] = response(rows.rows[i]);
    if (sampled_scale_) {
      bounds.curvature[i] = static_cast<double>(known.curvature);
      bounds.slack[i] = slack_ * static_cast<double>(known.gap);
      continue;
    }
    const RowBound here = bound(known, bounds.y[i], reach);
    bounds.centre[i] = here.centre;
    bounds.curvature[i] = here.curvature;
    bounds.slack[i] = here.slack;
  }
  if constexpr (ScaleFamily<Family>)
    if (sampled_scale_)
      return scale_rows(family_, bounds.curvature, rows.theta[coefficients_], bounds);
  touch_rows(family_, bounds);
}

}  // namespace photinus
