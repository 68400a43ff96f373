#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "photinus/data/sparse_rows.hpp"
#include "photinus/shard/commands.hpp"

namespace photinus {

/// The features of a home's bright rows, dense or sparse as the records are. Every row keeps its
/// slot while it is bright; slots of rows that went dark are used again.
class HomeFeatures {
 public:
  explicit HomeFeatures(int columns) : columns_(columns) {}

  void clear();
  void free(std::size_t slot) { free_.push_back(slot); }

  /// Keeps row i of the records, whose values begin at `*value`, which moves on; returns its slot.
  std::size_t keep(const FeatureRecords& records, std::size_t i, std::size_t* value);

  /// x'theta over the file's columns, with the bits that shards have.
  double product(std::size_t slot, const double* theta) const;
  /// sum += weight x.
  void add_scaled_to(double* sum, double weight, std::size_t slot) const;

 private:
  struct Filled {
    std::vector<std::int32_t> columns;
    std::vector<float> values;
    SparseRow row() const {
      return {columns.data(), values.data(), static_cast<int>(values.size())};
    }
  };

  const double* row(std::size_t slot) const {
    return dense_.data() + slot * static_cast<std::size_t>(columns_);
  }
  std::size_t take_slot();

  int columns_;
  std::size_t slots_ = 0;
  std::vector<double> dense_;   // slots of `columns_` numbers
  std::vector<Filled> sparse_;  // slots
  std::vector<std::size_t> free_;
};

}  // namespace photinus
