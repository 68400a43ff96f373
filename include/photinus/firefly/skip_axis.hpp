#pragma once

#include <cstdint>

#include "photinus/base/elementary.hpp"
#include "photinus/base/random.hpp"

namespace photinus {

/// Largest proposal probability of a row.
inline constexpr double largest_q = 0.999;

/// Chooses every row with probability q, independently, at the cost of the rows chosen.
///
/// The rows chosen are those hit by a unit-rate Poisson process on the axis on which row n takes
/// the interval [n w, (n + 1) w), w = -log(1 - q): it is hit with probability 1 - exp(-w) = q. The
/// axis is cut into unit cells with random numbers of their own, so whoever looks at the rows
/// [first, last) visits only the cells that overlap them and sees the same points.
class SkipAxis {
 public:
  /// An axis on which a row is chosen with probability q, 0 < q <= largest_q.
  explicit SkipAxis(double q) : width_(-log1p(-q)) {}

  /// Calls visit(row) for the chosen rows of [first, last), ascending, each once.
  template <class Visit>
  void visit_chosen(RandomKey key, std::int64_t first, std::int64_t last, Visit visit) const {
    if (first >= last) return;
    std::int64_t previous = first - 1;
    const auto last_cell = static_cast<std::int64_t>(static_cast<double>(last) * width_) + 1;
    // A cell more on both sides: whatever the rounding at the edges, no point is missed.
    auto cell = static_cast<std::int64_t>(static_cast<double>(first) * width_) - 1;
    for (cell = cell < 0 ? 0 : cell; cell <= last_cell; ++cell) {
      key.index = static_cast<std::uint64_t>(cell);
      Stream stream(key);
      for (double t = stream.exponential(); t < 1.0; t += stream.exponential()) {
        const auto row = static_cast<std::int64_t>((static_cast<double>(cell) + t) / width_);
        if (row <= previous || row < first || row >= last) continue;
        previous = row;
        visit(row);
      }
    }
  }

 private:
  double width_;
};

}  // namespace photinus
