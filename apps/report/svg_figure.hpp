#pragma once

#include <string>
#include <utility>
#include <vector>

namespace photinus::report {

enum class Marker { circle, square, triangle, diamond, ring, none };

/// A range about a point of a curve, shaded.
struct Band {
  double x = 0.0, low = 0.0, high = 0.0;
};

struct Series {
  std::string label;  ///< in the legend; empty: not there
  std::string colour;
  Marker marker = Marker::circle;
  std::vector<std::pair<double, double>> points;  ///< joined by a line in this order
  bool joined = true;
  std::string dashes = "";  ///< of the line, as SVG has them: "6 4"
  double size = 4.5;        ///< of a marker: half its width
  std::vector<Band> band = {};
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
  std::string title = "";
};

/// Panels that stand side by side, in rows one below the other.
using PanelRows = std::vector<std::vector<Panel>>;

/// The panels, 700 pixels wide in all, as an SVG document. One legend stands below them: every
/// label once, as its first series is drawn.
std::string svg_figure(const std::string& title, const PanelRows& rows);
/// One panel in each row.
std::string svg_figure(const std::string& title, const std::vector<Panel>& panels);

}  // namespace photinus::report
