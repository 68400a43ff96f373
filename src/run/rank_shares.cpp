#include "commands.hpp"

namespace photinus {

std::vector<RunSummary::RankShare> rank_shares(Team& team, const Traffic& traffic) {
  std::vector<RunSummary::RankShare> shares;
  for (auto& share : team.ask(Account{}).shares)
    shares.push_back({share.rank, share.host, share.first_row, share.rows, share.evaluations,
                      share.peak_memory_bytes});
  const auto used = team.ask(Measure{}).ranks;
  for (std::size_t rank = 0; rank < shares.size(); ++rank) {
    shares[rank].memory_bytes = used[rank].memory;
    if (traffic.iterations() <= 0) continue;
    const Traffic::PerIteration sent = traffic.of(rank);
    shares[rank].messages_per_iteration = sent.messages;
    shares[rank].message_bytes_per_iteration = sent.bytes;
  }
  return shares;
}

}  // namespace photinus
