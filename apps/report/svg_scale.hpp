#pragma once

#include <string>
#include <vector>

#include "svg_figure.hpp"

namespace photinus::report {

/// A mark of an axis; minor ones have no label.
struct Tick {
  double value = 0.0;
  std::string label;
};

/// From the numbers of one axis to pixels: a range with whole ticks at its ends.
class Scale {
 public:
  /// Maps the range of the values to the pixels from `first` to `last`.
  Scale(bool logarithmic, const std::vector<double>& values, double first, double last);

  bool holds(double value) const;
  double pixel(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double position(double value) const;
  void place_decades();
  void thin_labels();
  void place_steps();

  bool logarithmic_;
  double low_ = 0.0, high_ = 1.0;  // as positions
  double first_, last_;
  std::vector<Tick> ticks_;
};

}  // namespace photinus::report
