#pragma once

// ShardOf: loading, statistics and sums over all rows.

namespace photinus {

template <LinearPredictorFamily Family, class Scalar>
Load::Reply ShardOf<Family, Scalar>::answer(const Load& command) {
  Load::Reply reply;
  const auto code = [&](const Rows& block) {
    for (std::size_t i = 0; i < block.response.size(); ++i) {
      const std::int64_t row = block.first_row + static_cast<std::int64_t>(i);
      double& y = block.response[i];
      if (!family_.accepts(y))
        throw Failure(ExitCode::bad_data,
                      command.header.path + ": row " + std::to_string(row) +
                          " (rows count from 0), column y: value " + shown(y) +
                          " is outside the range of family " + Family::name,
                      row);
      reply.responses.see(y, row);
      y = family_.code(y);
    }
  };
  data_ = read_rows<Scalar>(command.header, command.layout, share_, heartbeat_, code);
  reply.range = data_.range;
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
Prepare::Reply ShardOf<Family, Scalar>::answer(const Prepare& command) {
  seed_ = command.seed;
  replicas_.assign(static_cast<std::size_t>(command.replicas), {});
  for (auto& replica : replicas_)
    for (const auto& block : data_.blocks)
      replica.blocks.emplace_back(static_cast<int>(block.rows));
  return {};
}

template <LinearPredictorFamily Family, class Scalar>
BuildStatistics::Reply ShardOf<Family, Scalar>::answer(const BuildStatistics& command) {
  const int p = static_cast<int>(command.reference.size());
  const int columns = data_.header.columns;
  BuildStatistics::Reply reply{ExactSum(statistics_size(p))};
  BlockPartial partial(columns, p, Derivatives::hessian);
  Tile tile;
  bounds_ = HugeArray<RowBound>(data_.response.size());
  for (const auto& block : data_.blocks) {
    partial.clear();
    RowBound* bounds = bounds_.data() + (block.first_row - data_.first_row());
    for (std::int64_t first = 0; first < block.rows; first += Tile::capacity) {
      const int count =
          static_cast<int>(std::min<std::int64_t>(Tile::capacity, block.rows - first));
      for (int i = 0; i < count; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const auto row = static_cast<std::size_t>(first + i);
        const double eta = predictor(block.row(first + i), columns, command.reference);
        bounds[row] = anchored_bound(family_, command.anchor, block.response[row], eta);
        const Likelihood tangent = family_.tangent(block.response[row], bounds[row].centre);
        const Likelihood here = expand_bound(bounds[row], tangent, eta);
        tile.value[k] = here.value;
        tile.slope[k] = here.slope;
        tile.curvature[k] = here.curvature;
      }
      add_tile(block, first, count, tile, Derivatives::hessian, partial);
    }
    reply.sums.add(partial.data());
    heartbeat_("statistics", block.first_row / data_.layout.block_size);
  }
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
Evaluate::Reply ShardOf<Family, Scalar>::answer(const Evaluate& command) {
  return command.bright_of == Evaluate::all_rows ? evaluate_all(command) : evaluate_bright(command);
}

template <LinearPredictorFamily Family, class Scalar>
Evaluate::Reply ShardOf<Family, Scalar>::evaluate_all(const Evaluate& command) {
  const int p = static_cast<int>(command.theta.size());
  Evaluate::Reply reply{ExactSum(BlockPartial::size(p, command.derivatives)), 0};
  BlockPartial partial(data_.header.columns, p, command.derivatives);
  Tile tile;
  for (const auto& block : data_.blocks) {
    partial.clear();
    for (std::int64_t first = 0; first < block.rows; first += Tile::capacity) {
      const int count =
          static_cast<int>(std::min<std::int64_t>(Tile::capacity, block.rows - first));
      evaluate_tile(family_, block, first, count, command.theta, tile);
      add_tile(block, first, count, tile, command.derivatives, partial);
    }
    reply.sums.add(partial.data());
    reply.evaluations += block.rows;
    heartbeat_("evaluate", block.first_row / data_.layout.block_size);
  }
  evaluations_ += reply.evaluations;
  return reply;
}

template <LinearPredictorFamily Family, class Scalar>
Account::Reply ShardOf<Family, Scalar>::answer(const Account&) {
  RankShare share;
  share.first_row = data_.first_row();
  share.rows = data_.last_row() - data_.first_row();
  share.evaluations = evaluations_;
  return {{share}};
}

}  // namespace photinus
