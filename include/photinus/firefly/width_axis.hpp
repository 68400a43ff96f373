#pragma once

#include <cstdint>
#include <vector>

#include "photinus/base/elementary.hpp"
#include "photinus/base/huge_array.hpp"
#include "photinus/base/random.hpp"
#include "photinus/bound/row_facts.hpp"

namespace photinus {

/// How often a row is proposed: q_n = 1 - exp(-w_n), w_n = multiple * max(expected gap, least gap).
/// Rows of large gaps change often and are asked often; the floor lets no row be forgotten.
struct ProposalRule {
  double multiple = 0.0;
  double least_gap = 0.0;

  /// Widths are whole numbers of this unit: sums of them are the same on any number of ranks.
  static constexpr double unit = 0x1p-36;
  /// Widest row: proposed with probability 0.999.
  static constexpr double widest = 6.907755278982137;

  std::uint64_t width(float expected_gap) const {
    const auto gap = static_cast<double>(expected_gap);
    const double wanted = multiple * (gap > least_gap ? gap : least_gap);
    const double width = wanted < widest ? wanted : widest;
    return static_cast<std::uint64_t>(width * (1.0 / unit)) + 1;
  }
  /// The probability with which the row is proposed.
  double q(float expected_gap) const {
    return -expm1(-static_cast<double>(width(expected_gap)) * unit);
  }
};

/// Chooses every row with its own probability q_n, independently, at the cost of the rows chosen.
///
/// The rows chosen are those hit by a unit-rate Poisson process on the axis on which row n takes an
/// interval of the width w_n = -log(1 - q_n), the rows in order: it is hit with probability
/// 1 - exp(-w_n) = q_n. The axis is cut into unit cells with random numbers of their own, so
/// whoever looks at a part of it visits only the cells that overlap that part and sees the same
/// points. Here stands one shard's part; where it begins depends on the rows before it.
class WidthAxis {
 public:
  WidthAxis() = default;
  /// The widths of all rows of the table, starting at 0. The table must outlive the axis.
  WidthAxis(const FactTable& facts, const ProposalRule& rule);

  /// Sum of the widths.
  std::uint64_t length() const { return starts_.size() == 0 ? 0 : starts_[starts_.size() - 1]; }
  /// Moves the part to where the widths of all rows before it end.
  void place(std::uint64_t start) { start_ = start; }

  /// Calls visit(i) for the chosen rows, ascending, each once; i counts from the shard's first row.
  template <class Visit>
  void visit_chosen(RandomKey key, Visit visit) const {
    if (length() == 0) return;
    std::uint64_t resume = 0;  // the rest of a row that was hit cannot choose it again
    const std::uint64_t last_cell = (start_ + length() - 1) >> cell_bits;
    for (std::uint64_t cell = start_ >> cell_bits; cell <= last_cell; ++cell) {
      key.index = cell;
      Stream stream(key);
      for (double t = stream.exponential(); t < 1.0; t += stream.exponential()) {
        const auto inside = static_cast<std::uint64_t>(t * (1.0 / ProposalRule::unit));
        const std::uint64_t point = (cell << cell_bits) + inside;
        if (point < start_ + resume || point >= start_ + length()) continue;
        const Hit hit = find(point - start_);
        resume = hit.end;
        visit(hit.row);
      }
    }
  }

 private:
  static constexpr int cell_bits = 36;
  static constexpr std::int64_t group = 16;  // rows whose widths are added up where they are hit

  struct Hit {
    std::int64_t row;
    std::uint64_t end;  // of the row's interval
  };
  Hit find(std::uint64_t point) const;

  const FactTable* facts_ = nullptr;
  ProposalRule rule_;
  HugeArray<std::uint64_t> starts_;  // of the groups; then the end of the last
  std::uint64_t start_ = 0;
};

}  // namespace photinus
