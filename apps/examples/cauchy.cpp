// A family of one's own: Cauchy's distribution about the predictor. All that it takes is this file
// and, in a CMakeLists.txt, photinus_add_program(mine FAMILIES cauchy.cpp); the program is then
// told family = "cauchy".
#include <algorithm>
#include <cmath>

#include "photinus/base/elementary.hpp"
#include "photinus/model/own_family.hpp"
#include "photinus/team/family_entry.hpp"

/// l = -log(pi s (1 + r^2)), r = (y - eta) / s, s = model.sigma of the config (1 where not given).
class Cauchy {
 public:
  static constexpr const char* name = "cauchy";

  explicit Cauchy(const photinus::ModelNumbers& numbers = {}) : scale_(numbers.sigma) {}

  /// l, its slope and -l'' at a predictor. The logarithm is Photinus's own: its bits are the same
  /// on every processor.
  photinus::Likelihood evaluate(double y, double eta) const {
    constexpr double log_pi = 1.14472988584940017414;
    const double r = (y - eta) / scale_, spread = 1.0 + r * r;
    return {-log_pi - photinus::log(scale_) - photinus::log1p(r * r), 2.0 * r / (spread * scale_),
            bend(r * r)};
  }

  /// -l'' falls with r^2 from its peak at 0 to its least at r^2 = 3 and rises towards 0 from there:
  /// it is largest at 0, or else at one of the ends.
  double largest_curvature(double y, double low, double high) const {
    const double a = (y - low) / scale_, b = (y - high) / scale_;
    return a * b <= 0.0 ? bend(0.0) : std::max(bend(a * a), bend(b * b));
  }

  bool accepts(double y) const { return std::isfinite(y); }

 private:
  double bend(double square) const {
    const double spread = 1.0 + square;
    return 2.0 * (1.0 - square) / (spread * spread * scale_ * scale_);
  }

  double scale_;
};

photinus::FamilyEntry cauchy_family() {
  return photinus::family_entry<photinus::OwnFamily<Cauchy>>();
}
