#pragma once

#include <string>
#include <utility>
#include <vector>

namespace photinus::scaling {

enum class Marker { circle, square, triangle, diamond };

struct Series {
  std::string label;
  std::string colour;
  Marker marker = Marker::circle;
  std::vector<std::pair<double, double>> points;  ///< joined by a line in this order
};

struct Axis {
  std::string label;
  bool logarithmic = false;
};

/// One set of axes. Points that have no place on it (not finite; not above 0 on a logarithmic axis)
/// are left out.
struct Panel {
  Axis x, y;
  std::vector<Series> series;
};

/// The panels one below the other, 700 pixels wide, as an SVG document. One legend stands below
/// them: the series of the first panel.
std::string svg_figure(const std::string& title, const std::vector<Panel>& panels);

}  // namespace photinus::scaling
