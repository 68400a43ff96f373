#pragma once

// ShardOf: what rows' likelihoods lie above their expansion about a reference.

namespace photinus {

/// r_n of the i-th of some evaluated rows.
template <RowFamily Family, class Storage>
double ShardOf<Family, Storage>::remainder(const EvaluatedRows& rows, std::size_t i,
                                           const Vector& reference) {
  const std::int64_t row = rows.rows[i];
  const auto predictors = static_cast<std::size_t>(shape_.predictors);
  const double *eta = &rows.points.eta[i * predictors], y = response(row);
  expansion_.resize(predictors);
  for (int k = 0; k < shape_.predictors; ++k)
    expansion_[static_cast<std::size_t>(k)] = predict(row, reference, k);
  double expanded = 0.0;
  if constexpr (ScaleFamily<Family>)
    if (sampled_scale_) {
      const double centre = expansion_.front(), log_sigma = reference[shape_.coefficients()];
      const double log_ratio = rows.theta[shape_.coefficients()] - log_sigma;
      const auto residual_weight = static_cast<double>(*facts_.curvature(local(row)));
      expanded =
          second_order_of_residual(at(reference).tangent(y, centre), y, centre, *eta, log_ratio) +
          remainder_of_residual_bound(residual_weight, y, centre, *eta, log_sigma, log_ratio);
    }
  if (!sampled_scale_) expanded = second_order(at(reference), y, expansion_.data(), eta);
  return rows.points.value[i] - weight(row) * expanded;
}

template <RowFamily Family, class Storage>
SampleRemainders::Reply ShardOf<Family, Storage>::answer(const SampleRemainders& command) {
  SampleRemainders::Reply reply{ExactSum(static_cast<int>(command.thetas.size())), 0};
  for (std::size_t i = 0; i < command.thetas.size(); ++i) {
    chosen_.clear();
    chosen_.theta = command.thetas[i];
    for (int round = 0; round < command.rounds; ++round)
      visit_proposed(key(Purpose::remainder_cell, command.replicas[i],
                         command.rounds * command.iteration + round, 0),
                     [&](std::int64_t row) { chosen_.rows.push_back(row); });
    for (const std::int64_t row : chosen_.rows) touch(row);
    evaluate(chosen_);
    for (std::size_t k = 0; k < chosen_.rows.size(); ++k)
      reply.sums.add(static_cast<int>(i), remainder(chosen_, k, command.reference) /
                                              (q(chosen_.rows[k]) * command.rounds));
    reply.evaluations += static_cast<std::int64_t>(chosen_.rows.size());
  }
  heartbeat_("sample remainders", share_.first);
  return reply;
}

}  // namespace photinus
