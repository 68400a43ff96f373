#pragma once

// ShardOf: loading, statistics and sums over all rows.

namespace photinus {

template <RowFamily Family, class Storage>
Load::Reply ShardOf<Family, Storage>::answer(const Load& command) {
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
  data_ = Storage::read(command.header, command.layout, share_, heartbeat_, code);
  reply.range = data_.range;
  return reply;
}

template <RowFamily Family, class Storage>
Prepare::Reply ShardOf<Family, Storage>::answer(const Prepare& command) {
  seed_ = command.seed;
  if constexpr (MultiPredictorFamily<Family>) family_.set_classes(command.numbers.classes);
  shape_ = {predictors_of(family_), command.inputs};
  sampled_scale_ = command.sampled_scale;
  replicas_.assign(static_cast<std::size_t>(command.replicas), {});
  for (auto& replica : replicas_)
    for (const auto& block : data_.blocks)
      replica.blocks.emplace_back(static_cast<int>(block.rows));
  return {};
}

template <RowFamily Family, class Storage>
Evaluate::Reply ShardOf<Family, Storage>::answer(const Evaluate& command) {
  return command.bright_of == Evaluate::all_rows ? evaluate_all(command) : evaluate_bright(command);
}

template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::majorize_tile(const Family& family, const double* y,
                                             RowTile<Storage>& tile) const {
  // Families of several predictors are concave: their curvature is good everywhere.
  if constexpr (LinearPredictorFamily<Family>)
    for (int i = 0; i < tile.count(); ++i)
      tile.curvature()[i] = majorizing_curvature(family, y[i], tile.eta()[i], tile.curvature()[i]);
}

template <RowFamily Family, class Storage>
Evaluate::Reply ShardOf<Family, Storage>::evaluate_all(const Evaluate& command) {
  const bool majorizer = command.derivatives == Derivatives::majorizer;
  const Derivatives derivatives = majorizer ? Derivatives::hessian : command.derivatives;
  const Family family = at(command.theta);
  BlockPartial partial(data_.header.columns, shape_, derivatives);
  ScalePartial scale(data_.header.columns, shape_.inputs, command.derivatives);
  RowTile<Storage> tile(data_.header.columns, shape_, derivatives);
  const PredictorShape summed{shape_.predictors, shape_.inputs + (sampled_scale_ ? 1 : 0)};
  Evaluate::Reply reply{ExactSum(BlockPartial::size(summed, derivatives)), 0};
  for (const auto& block : data_.blocks) {
    partial.clear();
    scale.clear();
    Rows part = block;
    part.rows =
        static_cast<std::int64_t>(std::ceil(command.share * static_cast<double>(block.rows)));
    for (std::int64_t first = 0; first < part.rows; first += tile.count()) {
      const double* y = block.response.data() + first;
      tile.load(part, first, command.theta.data());
      evaluate_tile(family, y, derivatives, tile);
      if (sampled_scale_) add_scale(y, tile, scale);
      if (majorizer) majorize_tile(family, y, tile);
      tile.weigh(derivatives);
      partial.add(tile);
    }
    reply.sums.add(sampled_scale_ ? scale.joined(partial.data()).data() : partial.data());
    reply.evaluations += part.rows;
    heartbeat_("evaluate", block.first_row / data_.layout.block_size);
  }
  evaluations_ += reply.evaluations;
  return reply;
}

template <RowFamily Family, class Storage>
void ShardOf<Family, Storage>::add_scale(const double* y, const RowTile<Storage>& tile,
                                         ScalePartial& scale) const {
  for (int i = 0; i < tile.count(); ++i)
    scale.add(y[i], tile.eta()[i], tile.slope()[i], tile.curvature()[i], tile.weight(i),
              tile.row(i));
}

template <RowFamily Family, class Storage>
Account::Reply ShardOf<Family, Storage>::answer(const Account&) {
  RankShare share;
  share.first_row = data_.first_row();
  share.rows = data_.last_row() - data_.first_row();
  share.evaluations = evaluations_;
  return {{share}};
}

}  // namespace photinus
