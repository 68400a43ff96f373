#include "photinus/replica/home_features.hpp"

#include <algorithm>

#include "photinus/data/storage.hpp"

namespace photinus {

void HomeFeatures::clear() {
  dense_.clear();
  sparse_.clear();
  free_.clear();
  slots_ = 0;
}

std::size_t HomeFeatures::take_slot() {
  if (free_.empty()) return slots_++;
  const std::size_t slot = free_.back();
  free_.pop_back();
  return slot;
}

std::size_t HomeFeatures::keep(const FeatureRecords& records, std::size_t i, std::size_t* value) {
  const std::size_t slot = take_slot();
  const double* first = records.values.data() + *value;
  if (records.filled.empty()) {
    const auto columns = static_cast<std::size_t>(columns_);
    if (dense_.size() < slots_ * columns) dense_.resize(slots_ * columns);
    std::copy_n(first, columns, dense_.data() + slot * columns);
    *value += columns;
    return slot;
  }
  if (sparse_.size() < slots_) sparse_.resize(slots_);
  const auto filled = static_cast<std::size_t>(records.filled[i]);
  Filled& row = sparse_[slot];
  row.columns.assign(records.columns.data() + *value, records.columns.data() + *value + filled);
  row.values.clear();
  for (std::size_t k = 0; k < filled; ++k) row.values.push_back(static_cast<float>(first[k]));
  *value += filled;
  return slot;
}

double HomeFeatures::product(std::size_t slot, const double* theta) const {
  return sparse_.empty() ? dot(row(slot), theta, columns_)
                         : dot(sparse_[slot].row(), theta, columns_);
}

void HomeFeatures::add_scaled_to(double* sum, double weight, std::size_t slot) const {
  if (sparse_.empty())
    add_scaled(sum, weight, row(slot), columns_);
  else
    add_scaled(sum, weight, sparse_[slot].row(), columns_);
}

}  // namespace photinus
