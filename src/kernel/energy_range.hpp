#pragma once

#include <algorithm>
#include <cmath>

namespace photinus {

/// Tells when a path diverges: its energies, the start's included, spread over more than 1,000, or
/// one of them is not finite.
///
/// A spread depends on the set of points alone, neither on their order nor on where the path began.
/// So a path and its reversal are judged alike, which detailed balance needs, and a path whose
/// points so far diverge does so whatever follows: it may be left there.
class EnergyRange {
 public:
  explicit EnergyRange(double first) : lowest_(first), highest_(first) {}

  /// Takes in one more point; false once the path diverges.
  bool add(double energy) {
    if (!std::isfinite(energy)) return false;
    lowest_ = std::min(lowest_, energy);
    highest_ = std::max(highest_, energy);
    return highest_ - lowest_ <= widest;
  }

 private:
  static constexpr double widest = 1000.0;

  double lowest_;
  double highest_;
};

}  // namespace photinus
