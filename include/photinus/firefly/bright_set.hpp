#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// Which rows of one block are bright for one replica.
///
/// An array that is a permutation of the block's rows with the bright ones first, its inverse, and
/// the boundary between bright and dark: brighten and darken swap one row over the boundary, and
/// every operation is O(1). Maclaurin & Adams (2014), section 3.3. A block has at most 65,536 rows,
/// so a row takes 4 bytes.
class BrightSet {
 public:
  explicit BrightSet(int rows);

  int rows() const { return static_cast<int>(order_.size()); }
  int bright_count() const { return bright_; }
  int dark_count() const { return rows() - bright_; }
  bool is_bright(int row) const { return position_[static_cast<std::size_t>(row)] < bright_; }

  /// The i-th bright row, 0 <= i < bright_count(); the order is arbitrary.
  int bright_row(int i) const { return order_[static_cast<std::size_t>(i)]; }
  /// The i-th dark row, 0 <= i < dark_count().
  int dark_row(int i) const { return order_[static_cast<std::size_t>(bright_ + i)]; }

  /// Makes a dark row bright; a bright one stays so.
  void brighten(int row);
  /// Makes a bright row dark; a dark one stays so.
  void darken(int row);
  void darken_all() { bright_ = 0; }

  /// The bright rows in ascending order.
  std::vector<int> sorted_bright_rows() const;

 private:
  void swap_to(int position, int row);

  std::vector<std::uint16_t> order_;
  std::vector<std::uint16_t> position_;
  int bright_ = 0;
};

}  // namespace photinus
