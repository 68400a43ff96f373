#include "photinus/base/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "photinus/base/wide.hpp"

namespace photinus {

namespace {

constexpr int digit_bits = 32;
constexpr int bias = 1088;  // digit 0 weighs 2^-1088, below the smallest subnormal
constexpr int spare_digits = 2;

// A finite non-zero double as an integer mantissa times 2^(32 digit + shift - bias).
struct Parts {
  std::uint64_t mantissa;
  int digit;
  int shift;
  bool negative;
};

Parts split(double term) {
  const auto bits = std::bit_cast<std::uint64_t>(term);
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & 0x000fffffffffffffULL;
  const std::uint64_t mantissa = field == 0 ? fraction : fraction | 1ULL << 52;
  const int exponent = (field == 0 ? 1 : field) - 1075 + bias;
  return {mantissa, exponent / digit_bits, exponent % digit_bits, (bits >> 63) != 0};
}

}  // namespace

ExactSum::ExactSum(int size)
    : size_(size), poisoned_(static_cast<std::size_t>(size), std::uint8_t{0}) {}

void ExactSum::add(int i, double term) {
  if (!std::isfinite(term)) {
    poisoned_[static_cast<std::size_t>(i)] = 1;
    return;
  }
  if (term == 0.0) return;
  const Parts parts = split(term);
  if (parts.digit < lowest_ || parts.digit + 3 > lowest_ + width_)
    widen(parts.digit, parts.digit + 3);
  const auto wide = static_cast<Wide>(parts.mantissa) << parts.shift;
  std::int64_t* limb =
      limbs_.data() + static_cast<std::ptrdiff_t>(i) * width_ + (parts.digit - lowest_);
  // Without a branch on the sign, which is as good as random in many sums.
  const std::int64_t sign = parts.negative ? -1 : 0;
  limb[0] += (static_cast<std::int64_t>(wide & 0xffffffffU) ^ sign) - sign;
  limb[1] += (static_cast<std::int64_t>(wide >> 32 & 0xffffffffU) ^ sign) - sign;
  limb[2] += (static_cast<std::int64_t>(wide >> 64) ^ sign) - sign;
}

void ExactSum::add(const double* terms) {
  for (int i = 0; i < size_; ++i) add(i, terms[i]);
}

void ExactSum::widen(int lowest, int highest) {
  const int new_lowest = width_ == 0 ? lowest : std::min(lowest, lowest_);
  const int new_highest = width_ == 0 ? highest : std::max(highest, lowest_ + width_);
  const int new_width = new_highest - new_lowest;
  std::vector<std::int64_t> moved(static_cast<std::size_t>(size_) *
                                  static_cast<std::size_t>(new_width));
  for (int i = 0; i < size_; ++i)
    std::copy_n(limbs_.begin() + static_cast<std::ptrdiff_t>(i) * width_, width_,
                moved.begin() + static_cast<std::ptrdiff_t>(i) * new_width +
                    (lowest_ - new_lowest) * (width_ != 0));
  limbs_ = std::move(moved);
  lowest_ = new_lowest;
  width_ = new_width;
}

void ExactSum::merge(const ExactSum& other) {
  if (other.size_ == 0) return;
  if (size_ == 0) {
    *this = other;
    return;
  }
  for (int i = 0; i < size_; ++i)
    poisoned_[static_cast<std::size_t>(i)] |= other.poisoned_[static_cast<std::size_t>(i)];
  if (other.width_ == 0) return;
  widen(other.lowest_, other.lowest_ + other.width_);
  for (int i = 0; i < size_; ++i)
    for (int k = 0; k < other.width_; ++k)
      limbs_[static_cast<std::size_t>(i * width_ + k + other.lowest_ - lowest_)] +=
          other.limbs_[static_cast<std::size_t>(i * other.width_ + k)];
}

double ExactSum::value(int i) const {
  if (poisoned_[static_cast<std::size_t>(i)] != 0) return std::numeric_limits<double>::quiet_NaN();
  // Settle the carries into digits of one sign: a form that the exact sum alone decides, whatever
  // the window and the history of the limbs.
  std::vector<std::int64_t> digits(limbs_.begin() + static_cast<std::ptrdiff_t>(i) * width_,
                                   limbs_.begin() + static_cast<std::ptrdiff_t>(i + 1) * width_);
  digits.resize(digits.size() + spare_digits);
  const auto settle = [&digits] {
    std::int64_t carry = 0;
    for (auto& digit : digits) {
      const std::int64_t total = digit + carry;
      carry = total >> digit_bits;
      digit = total - (carry << digit_bits);
    }
    return carry;
  };
  const bool negative = settle() < 0;
  if (negative) {
    for (auto& digit : digits) digit = -digit;
    settle();
  }
  double sum = 0.0;
  int taken = 0;
  for (int k = static_cast<int>(digits.size()) - 1; k >= 0 && taken < 4; --k) {
    const std::int64_t digit = digits[static_cast<std::size_t>(k)];
    if (taken == 0 && digit == 0) continue;
    sum += std::ldexp(static_cast<double>(digit), (lowest_ + k) * digit_bits - bias);
    ++taken;
  }
  return negative ? -sum : sum;
}

std::vector<double> ExactSum::values() const {
  std::vector<double> result(static_cast<std::size_t>(size_));
  for (int i = 0; i < size_; ++i) result[static_cast<std::size_t>(i)] = value(i);
  return result;
}

}  // namespace photinus
