#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// Which rows of one block are bright for one replica: one bit per row.
///
/// Maclaurin & Adams (2014), section 3.3, keep a permutation of the rows with the bright ones in
/// front. The rows that propose are found on a skip axis here, and the bright rows are listed where
/// their likelihoods are kept, so that one bit is all that a row needs: changing and asking it is
/// O(1), and listing the bright rows reads a word for 64 rows.
class BrightSet {
 public:
  explicit BrightSet(int rows) : words_((static_cast<std::size_t>(rows) + 63) / 64), rows_(rows) {}

  int rows() const { return rows_; }
  int bright_count() const { return bright_; }
  int dark_count() const { return rows_ - bright_; }
  bool is_bright(int row) const { return (word(row) >> (row % 64) & 1U) != 0; }

  /// Makes a dark row bright; a bright one stays so.
  void brighten(int row);
  /// Makes a bright row dark; a dark one stays so.
  void darken(int row);
  void darken_all();

  /// The bright rows in ascending order.
  std::vector<int> bright_rows() const;

 private:
  const std::uint64_t& word(int row) const { return words_[static_cast<std::size_t>(row) / 64]; }
  void flip(int row) {
    words_[static_cast<std::size_t>(row) / 64] ^= std::uint64_t{1} << (row % 64);
  }

  std::vector<std::uint64_t> words_;
  int rows_ = 0;
  int bright_ = 0;
};

}  // namespace photinus
