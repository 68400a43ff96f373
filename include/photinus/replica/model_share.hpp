#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "photinus/base/heartbeat.hpp"
#include "photinus/data/table.hpp"
#include "photinus/replica/row_commands.hpp"

namespace photinus {

/// The rows of one rank, consecutive ones, as a model.
class ModelShare {
 public:
  /// `table` holds rows from `first_row` on.
  ModelShare(DataTable table, std::int64_t first_row, Heartbeat heartbeat);

  /// Of the columns; before the table is taken.
  ColumnRange range() const;
  const std::vector<double>& responses() const { return table_.y; }
  /// For the model of it.
  DataTable take_table() { return std::move(table_); }
  /// Throws Failure usage where its rows are not independent given theta.
  void open(std::unique_ptr<DataModel> model, const std::string& family);

  SumRows::Reply answer(const SumRows& command);
  SumSlopes::Reply answer(const SumSlopes& command);

  std::int64_t first_row() const { return first_row_; }
  std::int64_t rows() const { return rows_; }
  /// Likelihood evaluations made here so far.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  using Rows = std::vector<std::int32_t>;

  /// Those of a command's rows that are here, by their places in the table, block by block;
  /// `ends_` has where blocks end.
  const Rows& rows_of(const SumSlopes& command);
  void cut_range(std::int64_t first, std::int64_t last, std::int64_t block_size);
  void sort_list(const std::vector<std::int64_t>& list, std::int64_t block_size);
  bool holds(std::int64_t row) const { return row >= first_row_ && row < first_row_ + rows_; }

  DataTable table_;
  std::unique_ptr<RowWiseModel> model_;
  std::int64_t first_row_;
  std::int64_t rows_;
  Heartbeat heartbeat_;
  Rows all_;                       // 0, 1, ...
  Rows listed_;                    // scratch
  std::size_t begin_ = 0;          // of the first block in the list
  std::vector<std::size_t> ends_;  // of blocks
  Vector slope_;
  std::int64_t evaluations_ = 0;
};

}  // namespace photinus
