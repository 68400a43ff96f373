#pragma once

#include "photinus/shard/commands.hpp"

namespace photinus {

/// Appends one row's features to the records.
template <class Scalar>
void record_features(const Scalar* x, int columns, FeatureRecords& records) {
  records.values.insert(records.values.end(), x, x + columns);
}

inline void record_features(const SparseRow& x, int /*columns*/, FeatureRecords& records) {
  records.values.insert(records.values.end(), x.values, x.values + x.filled);
  records.columns.insert(records.columns.end(), x.columns, x.columns + x.filled);
  records.filled.push_back(x.filled);
}

/// Calls visit(first, last) for the first and last byte of every piece of memory that a row's
/// features stand in.
template <class Scalar, class Visit>
void for_each_range(const Scalar* x, int columns, Visit visit) {
  visit(reinterpret_cast<const char*>(x), reinterpret_cast<const char*>(x + columns) - 1);
}
template <class Visit>
void for_each_range(const SparseRow& x, int /*columns*/, Visit visit) {
  if (x.filled == 0) return;
  for_each_range(x.columns, x.filled, visit);
  for_each_range(x.values, x.filled, visit);
}

}  // namespace photinus
