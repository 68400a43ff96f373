#include "photinus/model/data_model.hpp"

namespace photinus {

namespace {

// The largest subset up to k from which the sum can go on, or -1.
int last_known(const SubsetSums& sums, int k, bool with_gradient) {
  int known = k;
  while (known >= 0 && !sums.knows(known, with_gradient)) --known;
  return known;
}

}  // namespace

std::int64_t RowWiseModel::extend(const Vector& theta, const RowOrder& order, int k,
                                  bool with_gradient, SubsetSums& sums) {
  const int known = last_known(sums, k, with_gradient);
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::int64_t done = known < 0 ? 0 : order.sizes[at(known)];
  double value = known < 0 ? 0.0 : sums.value[at(known)];
  Vector gradient;
  if (with_gradient) gradient = known < 0 ? Vector::Zero(dimension()) : sums.gradient[at(known)];
  const std::int64_t before = done;
  for (int i = known + 1; i <= k; ++i) {
    const std::int64_t size = order.sizes[at(i)];
    const std::span<const std::int32_t> more(order.rows.data() + done,
                                             static_cast<std::size_t>(size - done));
    value += log_likelihood(theta, more, with_gradient ? &gradient : nullptr);
    if (at(i) >= sums.value.size()) {
      sums.value.push_back(value);
      sums.gradient.emplace_back();
    }
    sums.value[at(i)] = value;
    if (with_gradient) sums.gradient[at(i)] = gradient;
    done = size;
  }
  return done - before;
}

}  // namespace photinus
