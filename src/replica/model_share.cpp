#include "photinus/replica/model_share.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "photinus/base/errors.hpp"

namespace photinus {

ModelShare::ModelShare(DataTable table, std::int64_t first_row, Heartbeat heartbeat)
    : table_(std::move(table)),
      first_row_(first_row),
      rows_(table_.rows()),
      heartbeat_(std::move(heartbeat)) {
  if (rows_ > std::numeric_limits<std::int32_t>::max())
    throw Failure(ExitCode::bad_data, table_.header.path + ": " + std::to_string(rows_) +
                                          " rows on one rank are too many: take more ranks");
  all_.resize(static_cast<std::size_t>(rows_));
  std::iota(all_.begin(), all_.end(), 0);
}

ColumnRange ModelShare::range() const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto columns = static_cast<std::size_t>(table_.columns());
  ColumnRange range{std::vector<double>(columns, infinity),
                    std::vector<double>(columns, -infinity)};
  const double* x = table_.x.data();
  for (std::int64_t i = 0; i < rows_; ++i)
    for (std::size_t j = 0; j < columns; ++j, ++x) {
      range.minimum[j] = *x < range.minimum[j] ? *x : range.minimum[j];
      range.maximum[j] = *x > range.maximum[j] ? *x : range.maximum[j];
    }
  return range;
}

void ModelShare::open(std::unique_ptr<DataModel> model, const std::string& family) {
  auto* row_wise = dynamic_cast<RowWiseModel*>(model.get());
  if (row_wise == nullptr)
    throw Failure(ExitCode::usage, "the rows of family " + family +
                                       " are not independent given its parameters: its evidence "
                                       "cannot be estimated from sums over rows");
  model.release();
  model_.reset(row_wise);
}

void ModelShare::cut_range(std::int64_t first, std::int64_t last, std::int64_t block_size) {
  ends_.clear();
  const std::int64_t begin = std::clamp(first - first_row_, std::int64_t{0}, rows_);
  const std::int64_t end = std::clamp(last - first_row_, begin, rows_);
  begin_ = static_cast<std::size_t>(begin);
  for (std::int64_t at = begin; at < end;) {
    at = std::min(end, ((first_row_ + at) / block_size + 1) * block_size - first_row_);
    ends_.push_back(static_cast<std::size_t>(at));
  }
}

// By blocks, and within a block in the order of the list.
void ModelShare::sort_list(const std::vector<std::int64_t>& list, std::int64_t block_size) {
  const int shift = std::countr_zero(static_cast<std::uint64_t>(block_size));
  const std::int64_t first_block = first_row_ >> shift;
  const auto block_of = [&](std::int64_t row) {
    return static_cast<std::size_t>((row >> shift) - first_block);
  };
  begin_ = 0;
  ends_.clear();
  for (const std::int64_t row : list) {
    if (!holds(row)) continue;
    if (block_of(row) >= ends_.size()) ends_.resize(block_of(row) + 1, 0);
    ++ends_[block_of(row)];
  }
  std::size_t before = 0;
  for (std::size_t& end : ends_) before += std::exchange(end, before);  // where blocks begin
  listed_.resize(before);
  for (const std::int64_t row : list)
    if (holds(row)) listed_[ends_[block_of(row)]++] = static_cast<std::int32_t>(row - first_row_);
}

const ModelShare::Rows& ModelShare::rows_of(const SumSlopes& command) {
  if (command.first < command.last) {
    cut_range(command.first, command.last, command.block_size);
    return all_;
  }
  sort_list(command.list, command.block_size);
  return listed_;
}

SumRows::Reply ModelShare::answer(const SumRows& command) {
  SumRows::Reply reply{ExactSum(static_cast<int>(command.thetas.size()))};
  cut_range(command.first, command.last, command.block_size);
  if (ends_.empty()) return reply;
  const std::span<const std::int32_t> rows(all_.data(), ends_.back());
  for (std::size_t i = 0; i < command.thetas.size(); ++i) {
    model_->stand_at(command.thetas[i]);
    std::size_t begin = begin_;
    for (const std::size_t end : ends_) {
      reply.sums.add(static_cast<int>(i), model_->add_rows(rows, begin, end, nullptr));
      begin = end;
    }
    heartbeat_("sum rows at theta", static_cast<std::int64_t>(i));
  }
  evaluations_ += static_cast<std::int64_t>(command.thetas.size() * (ends_.back() - begin_));
  return reply;
}

SumSlopes::Reply ModelShare::answer(const SumSlopes& command) {
  const Rows& rows = rows_of(command);
  const int size = model_->slope_size();
  SumSlopes::Reply reply{ExactSum(1 + size)};
  model_->stand_at(command.theta);
  std::size_t begin = begin_;
  for (std::size_t b = 0; b < ends_.size(); ++b) {
    if (begin == ends_[b]) continue;
    slope_.setZero(size);
    reply.sums.add(0, model_->add_rows(rows, begin, ends_[b], &slope_));
    for (int j = 0; j < size; ++j) reply.sums.add(1 + j, slope_[j]);
    evaluations_ += static_cast<std::int64_t>(ends_[b] - begin);
    begin = ends_[b];
    if (&rows == &all_) heartbeat_("sum slopes of block", static_cast<std::int64_t>(b));
  }
  return reply;
}

}  // namespace photinus
