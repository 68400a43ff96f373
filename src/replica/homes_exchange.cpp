#include <algorithm>

#include "photinus/base/errors.hpp"
#include "photinus/replica/homes.hpp"

// Homes: rows that a chain's nested subsets exchange.

namespace photinus {

std::vector<RowExchange> Homes::exchanges_of(int chain, std::int64_t iteration, int count) const {
  const auto& orders = orders_[static_cast<std::size_t>(chain)];
  if (orders.empty()) return {};
  Stream stream(key(Purpose::exchange_rows, chain, iteration));
  return propose_exchanges(stream, orders.front(), count);
}

WeighExchanges::Weight Homes::weigh(const Resident& resident, const Score::Job& job,
                                    const std::vector<RowExchange>& exchanges) {
  auto* model = dynamic_cast<RowWiseModel*>(model_.get());
  if (model == nullptr)
    throw Failure(ExitCode::internal, "subsets exchange rows of row-wise models only");
  const RowOrder& order = orders_of(resident.id).front();
  const int subset = standing_[static_cast<std::size_t>(job.rung)].subset;
  WeighExchanges::Weight weight{resident.id, {}, {}, 0};
  for (std::size_t e = 0; e < exchanges.size(); ++e) {
    if (!exchanges[e].changes(order, subset)) continue;
    const auto log_likelihood = [&](std::int64_t place) {
      return model->log_likelihood(resident.point.theta,
                                   {&order.rows[static_cast<std::size_t>(place)], 1}, nullptr);
    };
    weight.exchange.push_back(static_cast<int>(e));
    weight.log_ratio.push_back(log_likelihood(exchanges[e].outside) -
                               log_likelihood(exchanges[e].inside));
    weight.evaluations += 2;
  }
  evaluations_ += weight.evaluations;
  return weight;
}

WeighExchanges::Reply Homes::answer(const WeighExchanges& command) {
  std::vector<std::vector<RowExchange>> exchanges;
  WeighExchanges::Reply reply;
  for (int chain = 0; chain < ladder_.chains; ++chain) {
    exchanges.push_back(exchanges_of(chain, command.iteration, command.count));
    reply.proposed.push_back(static_cast<int>(exchanges.back().size()));
  }
  for (const auto& job : command.jobs) {
    const Resident* resident = find(job.replica);
    if (resident == nullptr) continue;
    reply.weights.push_back(
        weigh(*resident, job, exchanges[static_cast<std::size_t>(chain_of(job.replica))]));
  }
  std::sort(reply.weights.begin(), reply.weights.end(),
            [](const auto& a, const auto& b) { return a.replica < b.replica; });
  return reply;
}

ExchangeRows::Reply Homes::answer(const ExchangeRows& command) {
  for (int chain = 0; chain < ladder_.chains; ++chain) {
    const auto& accepted = command.accepted[static_cast<std::size_t>(chain)];
    const auto exchanges = exchanges_of(chain, command.iteration, command.count);
    if (accepted.empty() || exchanges.empty()) continue;
    RowOrder& order = orders_[static_cast<std::size_t>(chain)].front();
    for (const int e : accepted) exchange_rows(order, exchanges[static_cast<std::size_t>(e)]);
  }
  // What was known belongs to other subsets.
  for (auto& resident : residents_)
    if (!command.accepted[static_cast<std::size_t>(chain_of(resident.id))].empty())
      resident.point.sums.front() = {};
  return {};
}

}  // namespace photinus
