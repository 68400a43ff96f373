#pragma once

#include <cstdint>
#include <vector>

namespace photinus {

/// A vector of sums of doubles that does not depend on the order or grouping of the terms.
///
/// Each element is a fixed-point number whose digits are 32 bits wide and held in 64-bit limbs, so
/// that 2^30 terms can be added before a carry is lost. All elements share one window of limbs,
/// which grows where a term needs it: no term is ever rounded, addition is associative, and sums
/// taken block by block on any number of ranks are the same number. The idea is Kulisch's long
/// accumulator, kept short.
///
/// A term that is not finite makes its element NaN.
class ExactSum {
 public:
  ExactSum() = default;
  explicit ExactSum(int size);

  int size() const { return size_; }

  /// Adds one term to element i.
  void add(int i, double term);
  /// Adds terms[i] to element i for all i.
  void add(const double* terms);
  /// Adds another vector of sums; an empty one is the neutral element.
  void merge(const ExactSum& other);

  /// Element i as a double: a function of the exact sum alone, within one unit in the last place.
  double value(int i) const;
  std::vector<double> values() const;

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& size_& lowest_& width_& limbs_& poisoned_;
  }

 private:
  void widen(int lowest, int highest);

  int size_ = 0;
  int lowest_ = 0;  // index of the window's first digit; digit k weighs 2^(32 k - 1088)
  int width_ = 0;
  std::vector<std::int64_t> limbs_;     // size_ x width_, element by element
  std::vector<std::uint8_t> poisoned_;  // element had a term that is not finite
};

}  // namespace photinus
