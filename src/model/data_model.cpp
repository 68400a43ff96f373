#include "photinus/model/data_model.hpp"

namespace photinus {

namespace {

// The largest subset up to k from which the sum can go on, or -1.
int last_known(const SubsetSums& sums, int k, bool with_slope) {
  int known = k;
  while (known >= 0 && !sums.knows(known, with_slope)) --known;
  return known;
}

}  // namespace

std::int64_t RowWiseModel::extend(const Vector& theta, const RowOrder& order, int k,
                                  bool with_slope, SubsetSums& sums) {
  const int known = last_known(sums, k, with_slope);
  if (known == k) return 0;
  const auto size = [&](int i) {
    return i < 0 ? 0 : static_cast<std::size_t>(order.sizes[static_cast<std::size_t>(i)]);
  };
  const std::span<const std::int32_t> list(order.rows.data(), size(k));
  double value = known < 0 ? 0.0 : sums.value(known);
  stand_at(theta);
  for (int i = known + 1; i <= k; ++i) {
    Vector* slope = with_slope ? &sums.make_slope(i) : nullptr;
    if (with_slope && i == 0) slope->setZero(slope_size());
    if (with_slope && i > 0) *slope = sums.slope(i - 1);
    value += add_rows(list, size(i - 1), size(i), slope);
    sums.set_value(i, value);
  }
  return static_cast<std::int64_t>(size(k) - size(known));
}

}  // namespace photinus
