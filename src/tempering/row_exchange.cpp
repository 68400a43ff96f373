#include "photinus/tempering/row_exchange.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace photinus {

namespace {

bool changes_any(const RowExchange& exchange, const RowOrder& order) {
  for (int k = 0; k < static_cast<int>(order.sizes.size()); ++k)
    if (exchange.changes(order, k)) return true;
  return false;
}

}  // namespace

std::vector<RowExchange> propose_exchanges(Stream& stream, const RowOrder& order, int count) {
  std::vector<RowExchange> exchanges;
  if (order.sizes.size() < 2) return exchanges;
  const auto proper = static_cast<std::uint64_t>(order.sizes[order.sizes.size() - 2]);
  std::set<std::int64_t> taken;
  for (int i = 0; i < count; ++i) {
    const auto a = static_cast<std::int64_t>(stream.below(proper));
    const auto b = static_cast<std::int64_t>(stream.below(order.rows.size()));
    const RowExchange exchange{std::min(a, b), std::max(a, b)};
    if (taken.count(a) > 0 || taken.count(b) > 0 || !changes_any(exchange, order)) continue;
    taken.insert({a, b});
    exchanges.push_back(exchange);
  }
  return exchanges;
}

void exchange_rows(RowOrder& order, const RowExchange& exchange) {
  std::swap(order.rows[static_cast<std::size_t>(exchange.inside)],
            order.rows[static_cast<std::size_t>(exchange.outside)]);
}

}  // namespace photinus
