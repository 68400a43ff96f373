#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/random.hpp"
#include "photinus/model/data_model.hpp"

namespace photinus {

/// Two places of a row order, inside < outside, whose rows might change places: the row at `inside`
/// leaves the subsets that end between the two, the row at `outside` enters them.
///
/// Nested subsets as part of the state: the target p(X) h_0(theta_0) prod_m p(X_m|theta_m)
/// p(theta_m), unnormalised in X = (X_1, ..., X_M), p(X) uniform. Exchanges keep the nesting and
/// are proposed as likely as their reversal; one is accepted with the product over the subsets X_m
/// that it changes of L_entering(theta_m) / L_leaving(theta_m). The posterior of theta_0 is left as
/// it is. (Subsets drawn at will would not leave it.) For rows that are independent given theta.
struct RowExchange {
  std::int64_t inside = 0;
  std::int64_t outside = 0;

  /// Whether it changes subset k of the order.
  bool changes(const RowOrder& order, int k) const {
    const std::int64_t size = order.sizes[static_cast<std::size_t>(k)];
    return inside < size && size <= outside;
  }
};

/// Up to `count` exchanges that share no place: each of a uniform place in the largest subset that
/// is not the whole, with any other place; those that meet one before them are left out, as are
/// those that would change no subset. They can be decided on one by one, for no subset's likelihood
/// has a factor in two of them.
std::vector<RowExchange> propose_exchanges(Stream& stream, const RowOrder& order, int count);

/// Makes it.
void exchange_rows(RowOrder& order, const RowExchange& exchange);

}  // namespace photinus
