#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// Which rows of one block are bright for one replica.
///
/// An array that is a permutation of the block's rows with the bright ones first, its inverse, and
/// the boundary between bright and dark: brighten and darken swap one row over the boundary, and
/// every operation is O(1). Maclaurin & Adams (2014), section 3.3. A block has at most 65,536 rows,
/// so a row takes 4 bytes; one bit more answers is_bright from memory that stays in the cache.
class BrightSet {
 public:
  explicit BrightSet(int rows);

  int rows() const { return static_cast<int>(order_.size()); }
  int bright_count() const { return bright_; }
  int dark_count() const { return rows() - bright_; }
  bool is_bright(int row) const {
    return (bits_[static_cast<std::size_t>(row) / 64] >> (row % 64) & 1U) != 0;
  }

  /// The i-th bright row, 0 <= i < bright_count(); the order is arbitrary.
  int bright_row(int i) const { return order_[static_cast<std::size_t>(i)]; }
  /// The i-th dark row, 0 <= i < dark_count().
  int dark_row(int i) const { return order_[static_cast<std::size_t>(bright_ + i)]; }

  /// Makes a dark row bright; a bright one stays so.
  void brighten(int row);
  /// Makes a bright row dark; a dark one stays so.
  void darken(int row);
  void darken_all();

  /// The bright rows in ascending order.
  std::vector<int> sorted_bright_rows() const;

 private:
  void swap_to(int position, int row);
  void flip_bit(int row) {
    bits_[static_cast<std::size_t>(row) / 64] ^= std::uint64_t{1} << (row % 64);
  }

  std::vector<std::uint16_t> order_;
  std::vector<std::uint16_t> position_;
  std::vector<std::uint64_t> bits_;
  int bright_ = 0;
};

}  // namespace photinus
