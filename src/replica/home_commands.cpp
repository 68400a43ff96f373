#include "photinus/replica/home_commands.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace photinus {

namespace {

template <class T, class Key>
void merge_by(Key key, std::vector<T>& into, std::vector<T>&& more) {
  const auto middle = static_cast<std::ptrdiff_t>(into.size());
  into.insert(into.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
  std::inplace_merge(into.begin(), into.begin() + middle, into.end(),
                     [key](const T& a, const T& b) { return a.*key < b.*key; });
}

}  // namespace

void OpenHomes::Reply::merge(Reply&& other) {
  if (names.empty()) *this = std::move(other);
}

void ReplicaReports::merge(ReplicaReports&& other) {
  merge_by(&ReplicaReport::replica, reports, std::move(other.reports));
}

void Score::Reply::merge(Reply&& other) {
  merge_by(&Score::Value::job, values, std::move(other.values));
}

void WeighExchanges::Reply::merge(Reply&& other) {
  merge_by(&Weight::replica, weights, std::move(other.weights));
  if (proposed.size() < other.proposed.size()) proposed.resize(other.proposed.size());
  for (std::size_t chain = 0; chain < other.proposed.size(); ++chain)
    proposed[chain] = std::max(proposed[chain], other.proposed[chain]);
}

void SaveReplicas::Reply::merge(Reply&& other) {
  if (orders.size() < other.orders.size()) orders.resize(other.orders.size());
  for (std::size_t chain = 0; chain < other.orders.size(); ++chain)
    if (orders[chain].empty()) orders[chain] = std::move(other.orders[chain]);
  merge_by(&SavedReplica::replica, replicas, std::move(other.replicas));
}

}  // namespace photinus
