#pragma once

// ShardOf: the bounds of the rows, and how often each row is proposed.

namespace photinus {

/// A few rows whose bounds are chosen and collapsed together. Fields of doubles hold all of a row's
/// numbers together.
template <RowFamily Family, class Storage>
struct ShardOf<Family, Storage>::BoundTile {
  BoundTile(const Matrix& whitening, const PredictorShape& shape) : covariance(whitening, shape) {
    constexpr std::size_t capacity = RowTile<Storage>::most_rows;
    const auto K = static_cast<std::size_t>(shape.predictors);
    eta.resize(capacity * K);
    spread.resize(capacity * K * K);
    gap.resize(capacity);
    scale_features.resize(capacity);
  }

  PredictorCovariance<Storage> covariance;
  EvaluatedRows evaluated;
  BoundRows bounds;
  PointRows points;
  GapRows gaps;
  std::vector<double> eta;     // predictors at the reference
  std::vector<double> spread;  // standard deviation of the predictor; K > 1: root of the covariance
  std::vector<double> gap;
  std::vector<double> scale_features;  // y - eta
};

/// The curvatures of the row's bound that holds within `reach`, before its weight.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::curvatures(std::int64_t row, double reach, double* out) const {
  const std::size_t i = local(row);
  if (reach == reach_)
    for (int j = 0; j < facts_.pairs(); ++j) out[j] = static_cast<double>(facts_.curvature(i)[j]);
  else
    curvatures_for(family_, facts_.centre(i), facts_.scale(i), response(row), reach, bound_,
                   nullptr, out);
}

/// Centres, scales and innermost curvatures of a tile's rows; where the scale of the residuals is
/// sampled, the curvature is the weight of the residual.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::choose_bounds(const BuildStatistics& command, const Rows& block,
                                             std::int64_t first, const RowTile<Storage>& rows,
                                             BoundTile& tile) {
  const Family family = at(command.reference);
  const double* y = block.response.data() + first;
  for (int i = 0; i < rows.count(); ++i)
    tile.scale_features[static_cast<std::size_t>(i)] = y[i] - rows.eta()[i];
  tile.covariance.load(rows, sampled_scale_ ? tile.scale_features.data() : nullptr);
  for (int i = 0; i < rows.count(); ++i)
    choose_bound(command, family, y[i], local(block.first_row + first + i), rows, i, tile);
}

template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::choose_bound(const BuildStatistics& command, const Family& family,
                                            double y, std::size_t row, const RowTile<Storage>& rows,
                                            int i, BoundTile& tile) {
  float *centre = facts_.centre(row), *scale = facts_.scale(row);
  float* curvature = facts_.curvature(row);
  const auto K = static_cast<std::size_t>(shape_.predictors), n = static_cast<std::size_t>(i);
  for (std::size_t k = 0; k < K; ++k) tile.eta[n * K + k] = rows.eta(static_cast<int>(k))[i];
  if constexpr (MultiPredictorFamily<Family>) {
    const bool untuned = command.anchor == Anchor::untuned;
    for (std::size_t k = 0; k < K; ++k)
      centre[k] = untuned ? 0.0F : static_cast<float>(tile.eta[n * K + k]);
    const RowSpread spread(family, centre, [&](int k, int l) { return tile.covariance(i, k, l); });
    std::copy(spread.root.begin(), spread.root.end(),
              tile.spread.begin() + i * shape_.predictors * shape_.predictors);
    std::vector<double> chosen(spread.pairs.size());
    for (std::size_t j = 0; j < spread.pairs.size(); ++j) scale[j] = round_up(spread.scales[j]);
    curvatures_for(family, centre, scale, y, command.reach, command.bound, spread.pairs.data(),
                   chosen.data());
    for (std::size_t j = 0; j < chosen.size(); ++j) curvature[j] = round_up(chosen[j]);
  } else {
    tile.spread[n] = std::sqrt(tile.covariance(i, 0, 0));
    const double wanted = centre_for(family, command.anchor, y, tile.eta[n]);
    *centre = static_cast<float>(wanted);
    *scale = round_up(tile.spread[n]);
    if constexpr (ScaleFamily<Family>)
      if (sampled_scale_) *curvature = static_cast<float>(family.residual_weight(y, wanted));
    if (!sampled_scale_)
      *curvature =
          round_up(curvature_for(family, RowFacts{*centre, *scale, 0.0F, 0.0F}, y, command.reach));
  }
}

/// Expected gaps of a tile's rows, before slack; infinite where a likelihood is 0 at its tangent.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::expect_gaps(const BuildStatistics& command, const Rows& block,
                                           std::int64_t first, const RowTile<Storage>& rows,
                                           BoundTile& tile) {
  tile.evaluated.clear();
  for (int i = 0; i < rows.count(); ++i) tile.evaluated.rows.push_back(block.first_row + first + i);
  tile.evaluated.theta = command.reference;
  gather_bounds(tile.evaluated, command.reach, tile.bounds);
  std::fill(tile.bounds.slack.begin(), tile.bounds.slack.end(), 0.0);
  if (command.gaps == ExpectedGap::excess)
    excess_gaps(at(command.reference), tile.bounds, tile.eta.data(), tile.spread.data(),
                command.spread, tile.gap.data());
  else
    gaps_at_nodes(command, block, first, tile);
  for (int i = 0; i < rows.count(); ++i) {
    const auto n = static_cast<std::size_t>(i);
    const bool possible = std::isfinite(tile.bounds.tangent_value[n]);
    facts_.gap(local(block.first_row + first + i)) =
        round_up(possible ? std::max(tile.gap[n], least_expected_gap) : everywhere);
  }
}

template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::gaps_at_nodes(const BuildStatistics& command, const Rows& block,
                                             std::int64_t first, BoundTile& tile) {
  const UnsoundRow unsound =
      expected_gaps(at(command.reference), tile.bounds, tile.eta.data(), tile.spread.data(),
                    command.spread, tile.points, tile.gaps, tile.gap.data(), command.reach);
  if (unsound.row >= 0 && !sampled_scale_) {
    const double step = unsound.distance / tile.spread[static_cast<std::size_t>(unsound.row)];
    report_broken_bound(
        block.first_row + first + unsound.row,
        command.reference + step * tile.covariance.with_theta(static_cast<int>(unsound.row)));
  }
}

/// The bounds of a tile's rows as quadratics about their predictors, in the tile's numbers; returns
/// the sum of what is no part of the quadratics: see BoundStatistics.
template <RowFamily Family, class Storage>
double ShardOf<Family, Storage>::expand_bounds(const Rows& block, std::int64_t first, double reach,
                                               RowTile<Storage>& tile) const {
  const std::int64_t first_row = block.first_row + first;
  if (sampled_scale_) return expand_scale_bounds(first_row, tile);
  const int predictors = shape_.predictors, pairs = shape_.pairs();
  Scratch eta(predictors), centre(predictors), curvature(pairs), slope(predictors);
  for (int i = 0; i < tile.count(); ++i) {
    const std::int64_t row = first_row + i;
    for (int k = 0; k < predictors; ++k) {
      eta.data()[k] = tile.eta(k)[i];
      centre.data()[k] = static_cast<double>(facts_.centre(local(row))[k]);
    }
    curvatures(row, reach, curvature.data());
    const double value = expand_bound(family_, response(row), weight(row), centre.data(),
                                      curvature.data(), eta.data(), slope.data());
    tile.value()[i] = value - slack(row);
    for (int k = 0; k < predictors; ++k) tile.slope(k)[i] = slope.data()[k];
    for (int j = 0; j < pairs; ++j) tile.curvature(j)[i] = weight(row) * curvature.data()[j];
  }
  return 0.0;
}

template <RowFamily Family, class Storage>
double ShardOf<Family, Storage>::expand_scale_bounds(std::int64_t first_row,
                                                     RowTile<Storage>& tile) const {
  double offset = 0.0;
  if constexpr (ScaleFamily<Family>)
    for (int i = 0; i < tile.count(); ++i) {
      const std::int64_t row = first_row + i;
      const auto residual_weight = static_cast<double>(*facts_.curvature(local(row)));
      const double counted = weight(row) * residual_weight, e = response(row) - tile.eta()[i];
      tile.value()[i] = -0.5 * counted * e * e;
      tile.slope()[i] = counted * e;
      tile.curvature()[i] = counted;
      offset += weight(row) * family_.residual_peak(residual_weight) - slack(row);
    }
  return offset;
}

template <RowFamily Family, class Storage>
BuildStatistics::Reply ShardOf<Family, Storage>::answer(const BuildStatistics& command) {
  BuildStatistics::Reply reply{{}, ExactSum(1), 0};
  facts_ = FactTable(data_.response.size(), shape_.predictors);
  reach_ = command.reach;
  bound_ = command.bound;
  slack_ = command.slack;
  BoundTile tile(command.whitening, shape_);
  reply.sums = collapse({command.reference, command.reach, command.bound}, "statistics",
                        [&](const Rows& block, std::int64_t first, const RowTile<Storage>& rows) {
                          choose_bounds(command, block, first, rows, tile);
                          expect_gaps(command, block, first, rows, tile);
                        });
  for (const auto& block : data_.blocks) {
    double gaps = 0.0;
    for (std::int64_t i = 0; i < block.rows; ++i)
      gaps += static_cast<double>(facts_.gap(local(block.first_row + i)));
    reply.expected_gap.add(0, gaps);
    if (command.gaps == ExpectedGap::nodes)
      reply.evaluations += expected_gap_evaluations(family_) * block.rows;
  }
  evaluations_ += reply.evaluations;
  return reply;
}

template <RowFamily Family, class Storage>
CollapseBounds::Reply ShardOf<Family, Storage>::answer(const CollapseBounds& command) {
  return {collapse(command, "statistics of an outer shell",
                   [](const Rows&, std::int64_t, const RowTile<Storage>&) {})};
}

/// The sums of the bounds that hold within the command's reach; `prepare` sees every tile before.
template <RowFamily Family, class Storage>
template <class Prepare>
ExactSum ShardOf<Family, Storage>::collapse(const CollapseBounds& command, const char* phase,
                                            Prepare prepare) {
  const StatisticsShape shape{shape_, has_uniform_curvature(family_, command.bound, command.reach)};
  ExactSum sums(shape.size());
  BlockPartial partial(data_.header.columns, shape_, Derivatives::hessian, shape.matrices());
  RowTile<Storage> tile(data_.header.columns, shape_, Derivatives::hessian);
  std::vector<double> share(static_cast<std::size_t>(shape.size()));
  for (const auto& block : data_.blocks) {
    partial.clear();
    double offset = 0.0, weights = 0.0;
    for (std::int64_t first = 0; first < block.rows; first += tile.count()) {
      tile.load(block, first, command.reference.data());
      prepare(block, first, tile);
      offset += expand_bounds(block, first, command.reach, tile);
      for (int i = 0; i < tile.count(); ++i) weights += tile.weight(i);
      partial.add(tile);
    }
    std::copy_n(partial.data(), share.size() - 2, share.begin());
    share[share.size() - 2] = offset;
    share.back() = weights;
    sums.add(share.data());
    heartbeat_(phase, block.first_row / data_.layout.block_size);
  }
  return sums;
}

template <RowFamily Family, class Storage>
ChooseProposals::Reply ShardOf<Family, Storage>::answer(const ChooseProposals& command) {
  by_row_ = command.by_row;
  q_ = command.q;
  rule_ = {command.multiple, command.least_gap};
  ChooseProposals::Reply reply;
  if (!by_row_) return reply;
  axis_ = WidthAxis(facts_, rule_);
  for (const auto& block : data_.blocks) {
    std::uint64_t length = 0;
    for (std::int64_t i = 0; i < block.rows; ++i)
      length += rule_.width(facts_.gap(local(block.first_row + i)));
    reply.lengths.push_back(length);
  }
  return reply;
}

template <RowFamily Family, class Storage>
PlaceAxis::Reply ShardOf<Family, Storage>::answer(const PlaceAxis& command) {
  if (!data_.blocks.empty()) axis_.place(command.starts[static_cast<std::size_t>(share_.first)]);
  return {};
}

/// The bounds that hold at the theta of `rows`, where their reach is `reach`.
template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::gather_bounds(const EvaluatedRows& rows, double reach,
                                             BoundRows& bounds) const {
  const std::size_t size = rows.rows.size();
  const auto predictors = static_cast<std::size_t>(shape_.predictors);
  const auto pairs = static_cast<std::size_t>(shape_.pairs());
  bounds.resize(size, shape_.predictors);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t row = rows.rows[i];
    bounds.y[i] = response(row);
    bounds.weight[i] = weight(row);
    bounds.slack[i] = slack(row);
    double* curvature = bounds.curvature.data() + i * pairs;
    if (sampled_scale_) {
      *curvature = static_cast<double>(*facts_.curvature(local(row)));
      continue;
    }
    for (std::size_t k = 0; k < predictors; ++k)
      bounds.centre[i * predictors + k] = static_cast<double>(facts_.centre(local(row))[k]);
    curvatures(row, reach, curvature);
    for (std::size_t j = 0; j < pairs; ++j) curvature[j] *= bounds.weight[i];
  }
  if constexpr (ScaleFamily<Family>)
    if (sampled_scale_)
      return scale_rows(family_, bounds.curvature, rows.theta[shape_.coefficients()], bounds);
  touch_rows(family_, bounds);
}

}  // namespace photinus
